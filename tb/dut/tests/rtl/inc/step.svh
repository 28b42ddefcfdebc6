`define STEP 1

// Included before every unit of a plugin: what the design prints, and how it ends, is ours to report.
// (VL_PRINTF and VL_USER_* are Verilator's documented points of customization.)
#pragma once

// Verilator declares the other VL_USER_ functions itself.
void vl_stop_maybe(const char* file, int line, const char* scope, bool maybe);
extern "C" int dut_printf(const char* format, ...) __attribute__((format(printf, 1, 2)));

#define VL_PRINTF dut_printf
#define VL_USER_FINISH
#define VL_USER_FATAL
#define VL_USER_STOP_MAYBE
#define VL_USER_WARN

// The bare loop that a testbench is measured against: clocks a model and replays its pins, nothing else.
#pragma once

#include <cstddef>
#include <cstdint>

#include "dut/cpp/model.h"

namespace dut {

struct ReplayPin;

// `activity` holds, for each of `cycles` cycles, the number of inputs that change, then the index in `pins` and the
// words of each. `clock` is the pin that is toggled.
void replay(Model& model, uint8_t* clock, const ReplayPin* pins, const uint32_t* activity, size_t cycles) noexcept;

}  // namespace dut

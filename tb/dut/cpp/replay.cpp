#include "dut/cpp/replay.h"

#include <cstring>

#include "dut/src/bridge.rs.h"

namespace dut {

void replay(Model& model, uint8_t* clock, const ReplayPin* pins, const uint32_t* activity, size_t cycles) noexcept {
    for (size_t cycle = 0; cycle < cycles; ++cycle) {
        for (uint32_t changes = *activity++; changes != 0; --changes) {
            const ReplayPin& pin = pins[*activity++];
            std::memcpy(pin.data, activity, pin.bytes);
            activity += pin.words;
        }
        *clock = 0;
        model.eval();
        *clock = 1;
        model.eval();
    }
}

}  // namespace dut

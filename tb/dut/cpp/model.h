// The one abstract class through which any verilated model is driven.
// Only C types cross it, so a plugin and its host need not share a C++ library build.
#pragma once

#include <cstddef>
#include <cstdint>

namespace dut {

class Model {
public:
    virtual ~Model() = default;

    // Settles the design for the present inputs and time.
    virtual void eval() noexcept = 0;
    // Simulation time in picoseconds.
    virtual void set_time(uint64_t ps) noexcept = 0;
    // Storage of the port at `index` of the plugin's port table; valid while the model lives.
    virtual uint8_t* port(size_t index) noexcept = 0;
    virtual size_t port_count() const noexcept = 0;

    // True after $finish, $stop, $fatal or the error limit.
    virtual bool finished() const noexcept = 0;
    virtual uint32_t error_count() const noexcept = 0;
    // What the design printed since the last clear_log(), not terminated.
    virtual const char* log_data() const noexcept = 0;
    virtual size_t log_size() const noexcept = 0;
    virtual void clear_log() noexcept = 0;

    // False when the model was built without tracing or the file cannot be opened.
    virtual bool open_trace(const char* path) noexcept = 0;
    virtual void dump_trace() noexcept = 0;
    virtual void flush_trace() noexcept = 0;
    // Sets every coverage count to zero.
    virtual void clear_coverage() noexcept = 0;
    // False when the model was built without coverage or the file cannot be written.
    virtual bool write_coverage(const char* path) noexcept = 0;

    // Runs the final blocks and closes the trace; no eval() may follow.
    virtual void finish() noexcept = 0;
};

}  // namespace dut

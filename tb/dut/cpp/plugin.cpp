// The plugin around one verilated top: implements dut::Model over the generated class Vdut.
// `ports.inc` (generated) lists the address of every port; DUT_TRACE and DUT_COVERAGE follow the flavour.
// A loaded copy of this library serves one model at a time, so its few statics are that model's.

#include "Vdut.h"
#include "model.h"
#include "verilated.h"
#if DUT_COVERAGE
#include "verilated_cov.h"
#endif
#if DUT_TRACE
#include "verilated_fst_c.h"
#endif

#include <cstdarg>
#include <cstdio>
#include <exception>
#include <fstream>
#include <memory>
#include <string>

namespace {

#define DUT_PORT(member, bytes) \
    static_assert(sizeof(Vdut::member) == (bytes), "a port's storage is not what the host takes it for");
#include "ports.inc"
#undef DUT_PORT

#define DUT_PORT(member, bytes) +1
constexpr size_t PORT_COUNT = 0
#include "ports.inc"
    ;
#undef DUT_PORT

// A design that prints at every cycle must not eat the machine.
constexpr size_t LOG_LIMIT = 1 << 20;

struct Log {
    std::string text;
    size_t reported = 0;  // text before this belongs to earlier errors
    bool truncated = false;

    void append(const char* data, size_t size) {
        if (text.size() + size <= LOG_LIMIT) {
            text.append(data, size);
        } else if (!truncated) {
            truncated = true;
            text.append("%Warning: log truncated\n");
        }
    }
};

Log the_log;

// Raised where Verilator would abort the process; eval() is where it stops.
struct Fatal : std::exception {};

class Plugin final : public dut::Model {
    VerilatedContext m_context;
    std::unique_ptr<Vdut> m_top;
#if DUT_TRACE
    std::unique_ptr<VerilatedFstC> m_trace;
#endif
    uint64_t m_multiply = 1;  // time precision finer than 1 ps
    uint64_t m_divide = 1;    // time precision coarser than 1 ps
    bool m_dead = false;      // an eval was abandoned half way

    // Runs `step` unless the model is dead; it is after an exception.
    template <typename Step>
    void guarded(Step step) noexcept {
        if (VL_UNLIKELY(m_dead)) return;
        try {
            step();
        } catch (const Fatal&) {
            m_dead = true;
        } catch (const std::exception& error) {
            m_dead = true;
            m_context.errorCountInc();
            m_context.gotFinish(true);
            dut_printf("%%Error: %s\n", error.what());
        }
    }

public:
    Plugin(int32_t seed, bool random_reset, uint32_t error_limit) {
        the_log = Log{};
        Verilated::threadContextp(&m_context);
        m_context.fatalOnError(false);
        m_context.errorLimit(static_cast<int>(error_limit));
        m_context.randReset(random_reset ? 2 : 0);
        m_context.randSeed(seed);
        m_context.traceEverOn(DUT_TRACE);
        m_top = std::make_unique<Vdut>(&m_context, "TOP");
        for (int power = m_context.timeprecision(); power < -12; ++power) m_multiply *= 10;
        for (int power = m_context.timeprecision(); power > -12; --power) m_divide *= 10;
    }

    void eval() noexcept override {
        guarded([this] { m_top->eval(); });
    }
    void set_time(uint64_t ps) noexcept override { m_context.time(ps * m_multiply / m_divide); }

    uint8_t* port(size_t index) noexcept override {
        Vdut& top = *m_top;
#define DUT_PORT(member, bytes) reinterpret_cast<uint8_t*>(&top.member),
        uint8_t* const table[] = {
#include "ports.inc"
            nullptr};
#undef DUT_PORT
        return index < PORT_COUNT ? table[index] : nullptr;
    }
    size_t port_count() const noexcept override { return PORT_COUNT; }

    bool finished() const noexcept override { return m_context.gotFinish(); }
    uint32_t error_count() const noexcept override { return m_context.errorCount(); }
    const char* log_data() const noexcept override { return the_log.text.data(); }
    size_t log_size() const noexcept override { return the_log.text.size(); }
    void clear_log() noexcept override { the_log = Log{}; }

    bool open_trace(const char* path) noexcept override {
#if DUT_TRACE
        // The FST writer reports nothing; try the file first.
        if (!std::ofstream{path}) return false;
        guarded([&] {
            m_trace = std::make_unique<VerilatedFstC>();
            m_top->trace(m_trace.get(), 99);
            m_trace->open(path);
        });
        return !m_dead && m_trace->isOpen();
#else
        (void)path;
        return false;
#endif
    }
    void dump_trace() noexcept override {
#if DUT_TRACE
        if (m_trace) guarded([this] { m_trace->dump(m_context.time()); });
#endif
    }
    void flush_trace() noexcept override {
#if DUT_TRACE
        if (m_trace) guarded([this] { m_trace->flush(); });
#endif
    }
    void clear_coverage() noexcept override {
#if DUT_COVERAGE
        m_context.coveragep()->zero();
#endif
    }

    bool write_coverage(const char* path) noexcept override {
#if DUT_COVERAGE
        // Verilator's writer calls fatal for a file it cannot open; try it first.
        if (!std::ofstream{path}) return false;
        bool written = false;
        try {
            m_context.coveragep()->write(path);
            written = true;
        } catch (const std::exception&) {
        }
        return written;
#else
        (void)path;
        return false;
#endif
    }

    void finish() noexcept override {
        guarded([this] { m_top->final(); });
#if DUT_TRACE
        // Close even a dead model's trace: it is what the user wants to look at.
        if (m_trace) {
            try {
                m_trace->close();
            } catch (const std::exception&) {
            }
            m_trace.reset();
        }
#endif
    }
};

}  // namespace

extern "C" int dut_printf(const char* format, ...) {
    char small[512];
    va_list arguments;
    va_start(arguments, format);
    va_list again;
    va_copy(again, arguments);
    const int size = std::vsnprintf(small, sizeof small, format, arguments);
    va_end(arguments);
    if (size >= static_cast<int>(sizeof small)) {
        std::string large(static_cast<size_t>(size) + 1, '\0');
        std::vsnprintf(&large[0], large.size(), format, again);
        the_log.append(large.data(), static_cast<size_t>(size));
    } else if (size > 0) {
        the_log.append(small, static_cast<size_t>(size));
    }
    va_end(again);
    return size;
}

void vl_finish(const char*, int, const char*) VL_MT_UNSAFE {
    Verilated::threadContextp()->gotFinish(true);
}

// $error, $fatal and failed assertions, after their message with the place was printed, and $stop,
// which has none. `maybe` says whether the error limit applies (5.006: to all of them).
void vl_stop_maybe(const char* file, int line, const char*, bool maybe) VL_MT_UNSAFE {
    VerilatedContext* const context = Verilated::threadContextp();
    const std::string path{file};
    const std::string place = path.substr(path.rfind('/') + 1) + ':' + std::to_string(line) + ':';
    if (the_log.text.find(place, the_log.reported) == std::string::npos) {
        dut_printf("%%Error: %s:%d: Verilog $stop\n", file, line);
    }
    the_log.reported = the_log.text.size();
    context->errorCountInc();
    context->gotError(true);
    if (!maybe || context->errorCount() >= context->errorLimit()) context->gotFinish(true);
}

// Only for what Verilator cannot go on from, such as a loop that does not converge.
void vl_fatal(const char* file, int line, const char*, const char* message) VL_MT_UNSAFE {
    VerilatedContext* const context = Verilated::threadContextp();
    context->errorCountInc();
    context->gotError(true);
    context->gotFinish(true);
    dut_printf("%%Fatal: %s:%d: %s\n", file ? file : "", line, message ? message : "");
    throw Fatal{};
}

void vl_warn(const char* file, int line, const char*, const char* message) VL_MT_UNSAFE {
    dut_printf("%%Warning: %s:%d: %s\n", file ? file : "", line, message ? message : "");
}

extern "C" __attribute__((visibility("default"))) dut::Model* dut_new_model(
    int32_t seed, bool random_reset, uint32_t error_limit) {
    try {
        return new Plugin{seed, random_reset, error_limit};
    } catch (...) {
        return nullptr;
    }
}

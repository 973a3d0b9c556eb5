#include "simulator/native/fallback.hpp"

#include "simulator/codegen/host_settings.hpp"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <utility>

namespace musimd::native {
namespace {

constexpr int kMaxTimeouts = 3;

std::atomic<std::uint64_t> runs = 0;
std::atomic<int> timeouts = 0;
std::atomic<bool> reported = false;

std::function<void(const std::string&)>& reporter() {
    static std::function<void(const std::string&)> report;
    return report;
}

std::string warning(const host::CompileError& error, const std::string& file) {
    std::string text =
        fmt::format("musimd: warning: engine 'native' falls back to 'fast': {}", codegen::error_text(error));
    text += file.empty() ? "musimd: note: the unit could not be saved\n"
                         : fmt::format("musimd: note: the unit is saved in {}\n", file);
    if (error.kind == host::CompileError::Kind::too_slow)
        text += fmt::format("musimd: note: after {} time-outs nothing more is compiled\n", kMaxTimeouts);
    return text;
}

}  // namespace

std::uint64_t fallback_runs() {
    return runs;
}

void count_fallback_run() {
    ++runs;
}

void note_failure(const host::CompileError& error) {
    if (error.kind == host::CompileError::Kind::too_slow) ++timeouts;
    if (reported.exchange(true)) return;
    const std::string text = warning(error, host::save_source(error.source).string());
    if (reporter()) {
        reporter()(text);
    } else {
        std::fputs(text.c_str(), stderr);
    }
}

bool is_disabled() {
    return timeouts >= kMaxTimeouts;
}

void set_fallback_warning(std::function<void(const std::string&)> report) {
    reporter() = std::move(report);
}

}  // namespace musimd::native

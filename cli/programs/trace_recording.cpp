// run --trace-out

#include "cli/programs/trace_recording.hpp"

#include <fmt/format.h>

#include "cli/command/version.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

views::trace::Header header_of(const std::string& file, const std::string& source,
                               const MachineOptions& machine, std::string_view engine) {
    const std::string_view order = kOrderNames[static_cast<std::size_t>(machine.order)];
    std::string options = fmt::format("--engine {} --order {}", engine, order);
    if (machine.order == Order::random) options += fmt::format(" --seed {}", machine.seed);
    return {.version = first_line(version_text(false)),
            .file = display_name(file),
            .source = source,
            .options = options,
            .max_address = machine.max_address};
}

}  // namespace

void declare_trace_out(Options& options) {
    options.value("trace-out", "FILE",
                  "write a trace of each step to FILE, for 'musimd trace' (docs/trace-format.md)");
}

TraceRecording::TraceRecording(const std::string& trace, const std::string& file, const std::string& source,
                               const Program& program, const MachineOptions& machine, std::string_view engine)
    : file_(trace),
      writer_(header_of(file, source, machine, engine), program,
              [this](std::string_view piece) { file_.write(piece); }) {}

void TraceRecording::finish(Outcome outcome) {
    writer_.finish(to_string(outcome));
    file_.finish();
}

}  // namespace musimd::cli

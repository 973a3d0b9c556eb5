#include "cli/kernels/debug_launch.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "analysis/limit.hpp"
#include "cli/command/failure.hpp"
#include "cli/debugger/run.hpp"
#include "cli/kernels/kernel_lanes.hpp"
#include "cli/programs/report.hpp"
#include "dsl/lowering/unique_names.hpp"
#include "engines/engines.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

/// The launch that is wanted, once an engine has run it.
struct CapturedLaunch {
    std::uint64_t wanted = 1;
    std::uint64_t seen = 0;
    std::function<bool()> counts;
    std::optional<Program> program;
    MachineOptions options;
};

CapturedLaunch* capture = nullptr;  // of debug_launch: an engine is a plain function

Result run_and_capture(const Program& program, const MachineOptions& options, Observer* observer) {
    const bool counts = !capture->counts || capture->counts();
    if (counts && ++capture->seen == capture->wanted) {
        capture->program = program;
        capture->options = options;
        capture->options.interrupt = nullptr;
        capture->options.tally = nullptr;
    }
    return find_engine("fast")->run(program, options, observer);
}

Engine capturing_engine() {
    Engine engine = *find_engine("fast");
    engine.run = run_and_capture;
    engine.run_in = nullptr;
    engine.prepare = nullptr;
    engine.tallies = false;
    return engine;
}

}  // namespace

bool debugs_launch(const Options& options) {
    const bool debugs = options.has("debug");
    if (!debugs && options.has("debug-launch")) throw UsageError("'--debug-launch' needs '--debug'");
    for (const char* other : {"json", "lanes", "emit"})
        if (debugs && options.find(other) != nullptr && options.has(other)) throw exclusive("debug", other);
    return debugs;
}

int debug_launch(const Options& options, const reader::Source& source,
                 const std::vector<dsl::cuda::IncludedFile>& included,
                 const std::function<void(const Engine&)>& run, std::function<bool()> counts,
                 const std::function<std::string(std::string)>& words) {
    CapturedLaunch launch;
    launch.counts = std::move(counts);
    launch.wanted = static_cast<std::uint64_t>(options.integer("debug-launch", 1, INT64_MAX).value_or(1));
    capture = &launch;
    run(capturing_engine());
    if (!launch.program)
        throw InputError(fmt::format("musimd {}: error: launch {} does not exist; there are {}\n",
                                     options.command(), launch.wanted, launch.seen));
    const kernels::SourceLines lines(source, included);
    DebugSource shown;
    shown.name = display_name(source.file);
    shown.text = source.text;
    shown.place = places_in(lines);
    shown.hides = [&](std::string_view variable) { return dsl::is_temporary(variable, source.text); };
    shown.trap = [&](const Trap& trap) {
        const std::string message = words ? lines.as_spelled(words(trap.message), trap.line) : trap.message;
        return fmt::format("{}: trap: {}: {}\n{}", lines.where(trap.line), to_string(trap.kind), message,
                           lines.indented(trap.line));
    };
    shown.limit = [&](const Limit& limit) {
        return fmt::format("{}: {}\n", lines.where(limit.line), explain(limit, *launch.program));
    };
    return run_debugger(options, std::move(shown), *launch.program, launch.options);
}

}  // namespace musimd::cli

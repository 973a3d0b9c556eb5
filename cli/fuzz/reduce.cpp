// musimd reduce FILE

#include <fmt/format.h>

#include <filesystem>
#include <iostream>
#include <system_error>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/reduce_command.hpp"
#include "cli/fuzz/reduce_text.hpp"
#include "differential/programs/campaign/report.hpp"
#include "differential/programs/compare/disagreement.hpp"
#include "differential/programs/reduce/reduce.hpp"
#include "isa/diagnostic.hpp"
#include "isa/printer.hpp"

namespace musimd::cli {
namespace of_reduce {
namespace {

using namespace differential;

ReductionResult reduce_with_progress(const Case& from, const Interesting& interesting) {
    ProgressLine progress;
    ReduceOptions options;
    options.cancelled = interrupted;
    options.progress = [&](std::uint64_t trials, const Case& best) {
        if (!progress.due()) return;
        progress.show(fmt::format("{} tried, {} instructions", trials, best.program.instructions.size()));
    };
    return differential::reduce(from, interesting, options);
}

// ---- by engines, and by a command

struct Reached {
    std::optional<ReductionResult> reduction;  ///< nullopt if the program does not show the fault
    std::string message;                       ///< for standard error
};

Reached by_command(const Case& from, const Options& options) {
    const TrialCommand command(options, "program.asm");
    const Interesting interesting = [&](const Case& c) { return command.succeeds_on(print(c.program)); };
    if (!interesting(from)) return {{}, "the command does not succeed on the original program"};
    return {reduce_with_progress(from, interesting), {}};
}

Reached by_engines(const Case& from, const std::vector<Engine>& engines, const std::string& file,
                   std::chrono::milliseconds limit) {
    const DisagreementOptions options{limit, interrupted};
    const Disagreement shown = find_disagreement(from, engines, options);
    if (shown.kind == Fault::none) return {{}, "the engines do not differ on this program"};
    Reached reached{reduce_with_progress(from, shows(shown.kind, engines, options)), {}};
    const Case& best = reached.reduction->best;
    const Disagreement left = find_disagreement(best, engines, {limit, {}});
    reached.message = left.text;
    for (const Engine& engine : engines)
        reached.message += run_command_for(file, engine.name, best.options, left.only_observed) + '\n';
    return reached;
}

void check_sizes(const std::vector<Engine>& engines, const Program& program, const std::string& file) {
    for (const Engine& engine : engines) {
        if (const auto reason = too_large(engine, program)) throw InputError(file, *reason);
    }
}

int reduce_it(const Options& options) {
    if (const auto language = differential::text::language_of(options.operands()[0]))
        return reduce_text(options, *language);
    const auto command = options.text("command");
    const auto names = options.text("engines");
    if (command.has_value() == names.has_value()) throw UsageError("expected '--engines' or '--command'");
    if (command) command_of_trials(options);
    std::vector<Engine> engines;
    if (names) engines = engine_list(*names);
    const auto limit = trial_limit(options);
    const ReadOptions read = read_program_options(options);
    const std::string& file = options.operands()[0];
    Case from{load_program(file, read_text(file), read), read_machine_options(options, read.max_address)};
    take_order(options, from.program, from.options);

    check_sizes(engines, from.program, file);

    note_interruptions();
    const Reached reached = command ? by_command(from, options)
                                    : by_engines(from, engines, options.text("out").value_or("FILE"), limit);
    if (!reached.reduction) {
        if (interrupted()) return kInterrupted;
        std::cerr << fmt::format("{}: {}\n", file, reached.message);
        return kFailed;
    }
    const ReductionResult& reduction = *reached.reduction;
    const bool delivered = deliver_result(options, print(reduction.best.program));
    std::cerr << fmt::format("musimd reduce: {} instructions became {}{}\n{}",
                             from.program.instructions.size(), reduction.best.program.instructions.size(),
                             reduction.minimal ? "" : "; interrupted", reached.message);
    if (!reduction.minimal) return kInterrupted;
    return delivered ? kOk : kFailed;
}

}  // namespace
}  // namespace of_reduce

int reduce(const Arguments& arguments) {
    using namespace of_reduce;
    Options options = declare_reduce();
    if (!options.parse(arguments, 1, 1)) return kOk;
    try {
        return reduce_it(options);
    } catch (const std::system_error& error) {
        throw InputError(fmt::format("musimd reduce: error: {}\n", error.what()));
    }
}

}  // namespace musimd::cli

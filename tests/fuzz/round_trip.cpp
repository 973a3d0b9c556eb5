#include "tests/fuzz/round_trip.hpp"

#include <algorithm>

#include "engines/engines.hpp"
#include "isa/directives.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "semantics/machine.hpp"
#include "semantics/structure_check.hpp"
#include "simulator/observers/coverage.hpp"
#include "simulator/observers/statistics.hpp"
#include "simulator/observers/trace.hpp"

namespace musimd::fuzz {
namespace {

constexpr std::uint64_t kMaxFuzzRegisters = 1'000'000;
constexpr std::int64_t kMaxWords = 1'000'000;
constexpr std::uint64_t kMaxLaneSteps = 200'000;
constexpr std::uint64_t kMaxSteps = 1000;

bool is_fit_for_a_terminal(std::string_view text) {
    return std::ranges::none_of(text, [](unsigned char c) { return (c < ' ' && c != '\n') || c == 0x7F; });
}

std::string wrong_messages(std::string_view errors) {
    if (errors.empty()) return "there is neither a program nor a message";
    if (!errors.ends_with('\n')) return "a message has no end of line";
    if (!is_fit_for_a_terminal(errors)) return "a message holds control characters";
    return {};
}

std::string wrong_reading(std::string_view what, const std::string& text, const Program& program) {
    const ReadResult again = read_program(text, "again.asm");
    if (!again) return std::string(what) + " cannot be read:\n" + text + again.errors;
    if (!(*again.program == program)) return std::string(what) + " is read as another program:\n" + text;
    return {};
}

std::string formatted(std::string_view text, Language language) {
    Diagnostics discarded;
    return format(read_lines(text, language, {}, discarded));
}

std::string wrong_formatting(std::string_view text, Language language, const Program& program) {
    const std::string once = formatted(text, language);
    if (formatted(once, Language::assembly) != once) return "formatting again changes this:\n" + once;
    return wrong_reading("what is formatted", once, program);
}

bool is_small(const Program& program) {
    const auto variables = std::max<std::uint64_t>(1, program.variables.size());
    std::int64_t words = 0;
    for (const Preload& preload : program.preloads) words += std::min(preload.count, kMaxWords + 1);
    return std::uint64_t{program.threads} * program.warps * variables <= kMaxFuzzRegisters &&
           words <= kMaxWords;
}

// A run with all observers.
struct Watched {
    Result result;
    std::string trace;
    Coverage::Names covered;
    std::uint64_t steps = 0;
};

Watched watch(Result (*run)(const Program&, const MachineOptions&, Observer*), const Program& program,
              const MachineOptions& options) {
    Watched watched;
    Trace trace([&](const std::string& line) { watched.trace += line; });
    Coverage coverage;
    StatisticsObserver statistics(program, 32);
    Observers observers;
    observers.add(trace);
    observers.add(coverage);
    observers.add(statistics);
    watched.result = run(program, options, &observers);
    watched.covered = coverage.names();
    watched.steps = statistics.statistics().steps;
    return watched;
}

std::string wrong_run(const Program& program) {
    MachineOptions options;
    options.max_steps =
        std::clamp<std::uint64_t>(kMaxLaneSteps / program.threads / program.warps, 1, kMaxSteps);
    // Some programs run in each order.
    options.order = static_cast<Order>(program.instructions.size() % 3);
    options.seed = program.threads;
    const Result result = run_rules(program, options);
    if ((result.outcome == Outcome::trap) != result.trap.has_value())
        return "a trap without its outcome, or the reverse";
    if (result.trap && check_structure(program).ok() && is_structural(*result.trap)) {
        return "the check passed, and the run ended in " + std::string(to_string(result.trap->kind));
    }

    const Watched watched = watch(run_rules, program, options);
    if (!(watched.result == result)) return "a run that is watched ends otherwise";
    for (const Engine& engine : core_engines()) {
        if (program.model == ThreadModel::volta && engine.name != "rules") continue;
        if (!(engine.run(program, options, nullptr) == result))
            return std::string(engine.name) + " ends otherwise";
        const Watched other = watch(engine.run, program, options);
        if (!(other.result == result)) return std::string(engine.name) + " ends otherwise when it is watched";
        if (other.trace != watched.trace) {
            return std::string(engine.name) + " is seen to do\n" + other.trace + "instead of\n" +
                   watched.trace;
        }
        if (other.covered != watched.covered) return std::string(engine.name) + " is seen to use other rules";
        if (other.steps != result.steps) return std::string(engine.name) + " is seen to do other steps";
    }
    return {};
}

std::string complaint_about(std::string_view text, const char* file) {
    const ReadResult read = read_program(text, file);
    if (!read) return wrong_messages(read.errors);
    const Program& program = *read.program;
    std::string complaint = wrong_reading("what is printed", print(program), program);
    if (complaint.empty()) complaint = wrong_formatting(text, language_of(file, text), program);
    if (complaint.empty() && is_small(program)) complaint = wrong_run(program);
    return complaint;
}

}  // namespace

std::string complaint_about(std::string_view text) {
    Program memory;
    const std::string errors = read_memory(text, "memory", kDefaultMaxAddress, memory).text;
    if (!errors.empty() && !memory.preloads.empty()) return "memory: words are added in spite of an error";
    if (!errors.empty() && !wrong_messages(errors).empty()) return "memory: " + wrong_messages(errors);
    parse_thread_list(text, 8);
    for (const char* const file : {"text.asm", "text.pl", "-"}) {
        std::string complaint = complaint_about(text, file);
        if (!complaint.empty()) return std::string(file) + ": " + complaint;
    }
    return {};
}

}  // namespace musimd::fuzz

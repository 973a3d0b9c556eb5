#include "differential/programs/campaign/report.hpp"

#include <fmt/format.h>

#include <optional>
#include <sstream>

#include "differential/harness/command_text.hpp"
#include "differential/programs/compare/disagreement.hpp"
#include "differential/programs/reduce/outline.hpp"
#include "differential/programs/reduce/reduce.hpp"
#include "engines/foreign/foreign_engine.hpp"
#include "host/child.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "simulator/result_json.hpp"

namespace musimd::differential {
namespace {

// More than a program of a campaign ever needs; bounds the time of one report.
constexpr std::uint64_t kMaxTrials = 20'000;
constexpr std::size_t kMaxResultBytes = 4'000;

bool has_implementation(const Campaign& campaign) {
    return std::ranges::find(campaign.engines, foreign::kImplementation, &Engine::name) !=
           campaign.engines.end();
}

std::string engine_names(const Campaign& campaign) {
    std::string names;
    for (const Engine& engine : campaign.engines) {
        if (!names.empty()) names += ',';
        names += engine.name;
    }
    return names;
}

// `--engines A,B`, or the options that name the implementation.
std::string engine_options(const Campaign& campaign) {
    return has_implementation(campaign) ? foreign::implementation_options()
                                        : fmt::format("--engines {}", engine_names(campaign));
}

std::string command_for(const Campaign& campaign, Profile profile, std::uint64_t seed) {
    const Shape usual;
    const Shape& shape = campaign.shape;
    std::optional<std::string> mix;
    if (shape.mix) mix = mix_differences(*shape.mix, mix_of(profile));
    return harness::CommandText(fmt::format("musimd fuzz --profile {} --seed {} --count 1 {}",
                                            to_string(profile), seed, engine_options(campaign)))
        .option("size", shape.size, usual.size)
        .option("depth", shape.depth, usual.depth)
        .option("threads", shape.threads)
        .option("warps", shape.warps)
        .option("max-steps", shape.max_steps, usual.max_steps)
        .option("mix", mix)
        .text();
}

// A shard with this program alone.
std::string small_command(const Campaign& campaign, std::uint64_t k) {
    return fmt::format("musimd fuzz --exhaustive {} --shard {}/{} {}", campaign.small->longest(), k + 1,
                       campaign.small->count(), engine_options(campaign));
}

// The case as it is read from its file, so that traps have the locations of the file.
Case as_read(const Case& c, const std::string& text) {
    ReadOptions options;
    options.max_address = c.options.max_address;
    auto read = read_program(text, "", options);
    return {read ? std::move(*read.program) : c.program, c.options};
}

std::string comment(std::string_view text) {
    std::string lines;
    std::istringstream in{std::string(text)};
    for (std::string line; std::getline(in, line);) lines += fmt::format(";   {}\n", line);
    return lines;
}

std::string result_of(const Engine& engine, const Case& c, std::chrono::milliseconds limit) {
    const auto work = [&]() -> std::string {
        if (engine.name == foreign::kImplementation)
            return foreign::implementation_answer(c.program, c.options);
        return json_of(engine.run(c.program, c.options, nullptr), c.program);
    };
    host::ChildEnd end = host::in_child(work, {limit, {}});
    if (!end.ok()) return to_string(end);
    if (end.text.size() <= kMaxResultBytes) return end.text;
    // Do not cut a character.
    std::size_t cut = kMaxResultBytes;
    while ((static_cast<unsigned char>(end.text[cut]) & 0xC0U) == 0x80U) --cut;
    return end.text.substr(0, cut) + " …";
}

// The reduced program of a mismatch.
struct Reduced {
    Case smallest;
    std::string note;  ///< one line about the reduction
    bool done = false;
};

Reduced reduce_mismatch(const Campaign& campaign, const Mismatch& mismatch, const Case& whole,
                        const ReportOptions& options) {
    if (mismatch.kind == Fault::hang) return {whole, "not reduced"};
    if (options.cancelled && options.cancelled()) return {whole, "not reduced: interrupted"};
    const auto interesting = shows(mismatch.kind, campaign.engines, {options.limit, options.cancelled});
    if (!interesting(whole)) return {whole, "not reduced: the mismatch does not repeat"};
    ReduceOptions limits;
    limits.max_trials = kMaxTrials;
    limits.cancelled = options.cancelled;
    limits.progress = [&](std::uint64_t trials, const Case& best) {
        if (!options.progress) return;
        options.progress(fmt::format("reducing program {}: {} tried, {} instructions", mismatch.program,
                                     trials, best.program.instructions.size()));
    };
    const std::size_t before = whole.program.instructions.size();
    ReductionResult reduction = reduce(whole, interesting, limits);
    const std::string note = fmt::format("reduced from {} instructions to {}{}", before,
                                         reduction.best.program.instructions.size(),
                                         reduction.minimal ? "" : "; the reduction is incomplete");
    return {std::move(reduction.best), note, true};
}

/// What `musimd test` expects of a run by the first engine; empty if that crashes.
std::string expectation_of(const Engine& engine, const Case& c) {
    const auto work = [&] {
        constexpr std::string_view kOutcomes[] = {"stop", "trap", "limit"};
        const Result result = engine.run(c.program, c.options, nullptr);
        return fmt::format(".expect {}{}{}\n", kOutcomes[static_cast<std::size_t>(result.outcome)],
                           result.trap ? " " : "", result.trap ? to_string(result.trap->kind) : "");
    };
    const host::ChildEnd end = host::in_child(work, {std::chrono::seconds(60), {}});
    return end.ok() ? end.text : "";
}

/// The program; for `musimd test`, with the options of its run and an expectation.
std::string printed(const Campaign& campaign, const Case& c) {
    if (!has_implementation(campaign)) return print(c.program);
    Program program = c.program;
    program.max_steps = c.options.max_steps;
    program.order = c.options.order;
    program.seed = c.options.seed;
    program.expectations.clear();
    return print(program) + expectation_of(campaign.engines.front(), c);
}

std::string headline(const Campaign& campaign, const Report& report) {
    if (report.mismatch.kind == Fault::crash) return fmt::format("{} crashes", report.engine);
    if (report.mismatch.kind == Fault::hang) return fmt::format("{} does not end", report.engine);
    return fmt::format("the engines {} differ", engine_names(campaign));
}

std::string text_of(const Campaign& campaign, const Report& report, const Case& smallest,
                    const std::string& note, bool observed, const ReportOptions& options) {
    std::string text = fmt::format(
        "; musimd fuzz: {}\n"
        "; program {} of the campaign with seed {}: profile {}, seed {}; {}\n"
        ";\n; what was found\n{};\n; the whole program again\n;   {}\n; this one again\n",
        headline(campaign, report), report.mismatch.program, campaign.seed, to_string(report.profile),
        report.seed, note, comment(report.message), report.again);
    for (const Engine& engine : campaign.engines)
        text += comment(run_command_for(report.file, engine.name, smallest.options, observed));
    for (const Engine& engine : campaign.engines) {
        if (report.mismatch.kind == Fault::hang) break;
        text += fmt::format(";\n; result of {}\n{}", engine.name,
                            comment(result_of(engine, smallest, options.limit)));
    }
    return text + ";\n" + printed(campaign, smallest);
}

}  // namespace

std::string run_command_for(std::string_view file, std::string_view engine, const MachineOptions& options,
                            bool observed) {
    const MachineOptions usual;
    if (engine == foreign::kImplementation)
        return fmt::format("musimd test {} {}", foreign::implementation_options(), file);
    return harness::CommandText(fmt::format("musimd run {} --engine {}", file, engine))
        .option("max-steps", options.max_steps, usual.max_steps)
        .option("max-address", options.max_address, usual.max_address)
        .flag("stats", observed)
        .text();
}

Report brief_report(const Campaign& campaign, const Mismatch& mismatch) {
    Report report;
    report.mismatch = mismatch;
    report.profile = profile_of(campaign, mismatch.program);
    report.seed = seed_of(campaign, mismatch.program);
    if (mismatch.kind != Fault::difference) {
        report.engine = mismatch.engine ? campaign.engines[*mismatch.engine].name : "the generator";
        report.message = fmt::format("{}: {}\n", report.engine, mismatch.ending);
    }
    report.again = campaign.small ? small_command(campaign, mismatch.program)
                                  : command_for(campaign, report.profile, report.seed);
    return report;
}

// Small programs are not reduced.
static Report small_report(const Campaign& campaign, Report report, const Case& c) {
    if (report.mismatch.kind == Fault::difference) report.message = compare_case(campaign, c, {}).differences;
    report.file = fmt::format("{}-small-{}.asm", to_string(report.mismatch.kind), report.mismatch.program);
    report.text = fmt::format("; {}\n{}; again: {}\n{}", to_string(report.mismatch.kind),
                              comment(report.message), report.again, printed(campaign, c));
    return report;
}

Report full_report(const Campaign& campaign, const Mismatch& mismatch, const ReportOptions& options) {
    Report report = brief_report(campaign, mismatch);
    const bool has_program = mismatch.kind == Fault::difference || mismatch.engine;
    if (!has_program) return report;
    const Case whole = *case_of(campaign, mismatch.program);
    if (campaign.small) return small_report(campaign, std::move(report), whole);
    const Reduced reduced = reduce_mismatch(campaign, mismatch, whole, options);
    if (reduced.done) report.outline = outline(reduced.smallest.program);
    bool observed = false;
    if (mismatch.kind == Fault::difference) {
        const Case read = as_read(reduced.smallest, print(reduced.smallest.program));
        const Disagreement shown = find_disagreement(read, campaign.engines, {options.limit, {}});
        report.message = shown.text;
        observed = shown.only_observed;
    }
    report.file =
        fmt::format("{}-{}-{:016x}.asm", to_string(mismatch.kind), to_string(report.profile), report.seed);
    // Twice: the first text fixes the locations that the comments of the second refer to.
    const std::string text = text_of(campaign, report, reduced.smallest, reduced.note, observed, options);
    report.text = text_of(campaign, report, as_read(reduced.smallest, text), reduced.note, observed, options);
    return report;
}

}  // namespace musimd::differential

#include "differential/programs/campaign/report.hpp"

#include <fmt/format.h>

#include <iterator>
#include <sstream>

#include "differential/programs/compare/disagreement.hpp"
#include "differential/programs/reduce/reduce.hpp"
#include "host/child.hpp"
#include "isa/printer.hpp"
#include "isa/reader.hpp"
#include "simulator/result_json.hpp"

namespace musimd::differential {
namespace {

// As many as a program of a campaign ever needs, and a bound on the time that one report takes.
constexpr std::uint64_t kMaxTrials = 20'000;
constexpr std::size_t kMaxResultBytes = 4'000;

std::string engine_names(const Campaign& campaign) {
    std::string names;
    for (const Engine& engine : campaign.engines) {
        if (!names.empty()) names += ',';
        names += engine.name;
    }
    return names;
}

std::string command_for(const Campaign& campaign, Profile profile, std::uint64_t seed) {
    const Shape usual;
    const Shape& shape = campaign.shape;
    std::string command = fmt::format("musimd fuzz --profile {} --seed {} --count 1 --engines {}",
                                      to_string(profile), seed, engine_names(campaign));
    const auto add = [&](std::string_view option, auto value) {
        fmt::format_to(std::back_inserter(command), " --{} {}", option, value);
    };
    if (shape.size != usual.size) add("size", shape.size);
    if (shape.depth != usual.depth) add("depth", shape.depth);
    if (shape.threads) add("threads", *shape.threads);
    if (shape.warps) add("warps", *shape.warps);
    if (shape.max_steps != usual.max_steps) add("max-steps", shape.max_steps);
    if (shape.mix) add("mix", mix_differences(*shape.mix, mix_of(profile)));
    return command;
}

// A shard of one program.
std::string small_command(const Campaign& campaign, std::uint64_t k) {
    return fmt::format("musimd fuzz --exhaustive {} --shard {}/{} --engines {}", campaign.small->longest(),
                       k + 1, campaign.small->count(), engine_names(campaign));
}

// The case as its file will give it, so that places in traps are those of the file.
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
    const auto work = [&] {
        std::string json;
        write_json(engine.run(c.program, c.options, nullptr), c.program, nullptr,
                   [&](std::string_view piece) { json += piece; });
        return json;
    };
    host::ChildEnd end = host::in_child(work, {limit, {}});
    if (!end.ok()) return to_string(end);
    if (end.text.size() <= kMaxResultBytes) return end.text;
    // Not within a character.
    std::size_t cut = kMaxResultBytes;
    while ((static_cast<unsigned char>(end.text[cut]) & 0xC0U) == 0x80U) --cut;
    return end.text.substr(0, cut) + " …";
}

Disagreement::Kind kind_of(const Finding& finding) {
    switch (finding.kind) {
        case Finding::Kind::difference:
            return Disagreement::Kind::difference;
        case Finding::Kind::crash:
            return Disagreement::Kind::crash;
        case Finding::Kind::hang:
            return Disagreement::Kind::hang;
    }
    return Disagreement::Kind::none;
}

// What a reduction has made of the program of a finding.
struct Reduced {
    Case smallest;
    std::string note;  ///< a line on how it came about
};

Reduced reduce_finding(const Campaign& campaign, const Finding& finding, const Case& whole,
                       const ReportOptions& options) {
    if (finding.kind == Finding::Kind::hang) return {whole, "the program as it was made"};
    if (options.cancelled && options.cancelled()) return {whole, "the program as it was made: interrupted"};
    const auto interesting = shows(kind_of(finding), campaign.engines, {options.limit, options.cancelled});
    if (!interesting(whole)) return {whole, "the program as it was made: run again, it shows nothing"};
    ReduceOptions how;
    how.most_trials = kMaxTrials;
    how.cancelled = options.cancelled;
    how.progress = [&](std::uint64_t trials, const Case& best) {
        if (options.progress) options.progress(trials, best.program.instructions.size());
    };
    const std::size_t before = whole.program.instructions.size();
    Reduction reduction = reduce(whole, interesting, how);
    const std::string note =
        fmt::format("reduced from {} instructions to {}{}", before,
                    reduction.best.program.instructions.size(), reduction.minimal ? "" : "; not to the end");
    return {std::move(reduction.best), note};
}

std::string headline(const Campaign& campaign, const Report& report) {
    switch (report.finding.kind) {
        case Finding::Kind::difference:
            return fmt::format("the engines {} differ", engine_names(campaign));
        case Finding::Kind::crash:
            return fmt::format("{} crashes", report.engine);
        case Finding::Kind::hang:
            return fmt::format("{} does not end", report.engine);
    }
    return {};
}

std::string text_of(const Campaign& campaign, const Report& report, const Case& smallest,
                    const std::string& note, bool observed, const ReportOptions& options) {
    std::string text = fmt::format(
        "; musimd fuzz: {}\n"
        "; program {} of the campaign with seed {}: profile {}, seed {}; {}\n"
        ";\n; what was found\n{};\n; the whole program again\n;   {}\n; this one again\n",
        headline(campaign, report), report.finding.program, campaign.seed, to_string(report.profile),
        report.seed, note, comment(report.what), report.again);
    for (const Engine& engine : campaign.engines) {
        text += comment(run_command_for(report.file, engine.name, smallest.options, observed));
    }
    for (const Engine& engine : campaign.engines) {
        if (report.finding.kind == Finding::Kind::hang) break;
        text += fmt::format(";\n; result of {}\n{}", engine.name,
                            comment(result_of(engine, smallest, options.limit)));
    }
    return text + ";\n" + print(smallest.program);
}

}  // namespace

std::string run_command_for(std::string_view file, std::string_view engine, const MachineOptions& options,
                            bool observed) {
    const MachineOptions usual;
    std::string command = fmt::format("musimd run {} --engine {}", file, engine);
    if (options.max_steps != usual.max_steps) command += fmt::format(" --max-steps {}", options.max_steps);
    if (options.max_address != usual.max_address)
        command += fmt::format(" --max-address {}", options.max_address);
    return command + (observed ? " --stats" : "");
}

Report brief_report(const Campaign& campaign, const Finding& finding) {
    Report report;
    report.finding = finding;
    report.profile = profile_of(campaign, finding.program);
    report.seed = seed_of(campaign, finding.program);
    if (finding.kind != Finding::Kind::difference) {
        report.engine = finding.engine ? campaign.engines[*finding.engine].name : "the generator";
        report.what = fmt::format("{}: {}\n", report.engine, finding.how);
    }
    report.again = campaign.small ? small_command(campaign, finding.program)
                                  : command_for(campaign, report.profile, report.seed);
    return report;
}

// Small programs are as small as they get.
static Report small_report(const Campaign& campaign, Report report, const Case& c) {
    if (report.finding.kind == Finding::Kind::difference)
        report.what = compare_case(campaign, c, {}).differences;
    report.file = fmt::format("{}-small-{}.asm", to_string(report.finding.kind), report.finding.program);
    report.text = fmt::format("; {}\n{}; again: {}\n{}", to_string(report.finding.kind), comment(report.what),
                              report.again, print(c.program));
    return report;
}

Report full_report(const Campaign& campaign, const Finding& finding, const ReportOptions& options) {
    Report report = brief_report(campaign, finding);
    const bool made = finding.kind == Finding::Kind::difference || finding.engine;
    if (!made) return report;  // there is no program to show
    const Case whole = *case_of(campaign, finding.program);
    if (campaign.small) return small_report(campaign, std::move(report), whole);
    const Reduced reduced = reduce_finding(campaign, finding, whole, options);
    bool observed = false;
    if (finding.kind == Finding::Kind::difference) {
        const Case read = as_read(reduced.smallest, print(reduced.smallest.program));
        const Disagreement shown = find_disagreement(read, campaign.engines, {options.limit, {}});
        report.what = shown.text;
        observed = shown.only_observed;
    }
    report.file =
        fmt::format("{}-{}-{:016x}.asm", to_string(finding.kind), to_string(report.profile), report.seed);
    // Twice, because its comments mention locations in the text itself.
    const std::string text = text_of(campaign, report, reduced.smallest, reduced.note, observed, options);
    report.text = text_of(campaign, report, as_read(reduced.smallest, text), reduced.note, observed, options);
    return report;
}

}  // namespace musimd::differential

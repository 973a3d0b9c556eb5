// musimd fuzz

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <iostream>
#include <sstream>
#include <system_error>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "cli/fuzz/implementation_options.hpp"
#include "differential/programs/campaign/campaign.hpp"
#include "differential/programs/campaign/report.hpp"
#include "differential/programs/campaign/summary.hpp"
#include "engines/engines.hpp"
#include "engines/foreign/foreign_engine.hpp"
#include "isa/diagnostic.hpp"
#include "isa/literal.hpp"

namespace musimd::cli {
namespace of_programs {
namespace {

using namespace differential;
constexpr std::uint64_t kDefaultCount = 15'000;
constexpr std::string_view kDefaultEngines = "rules,fast";
constexpr std::string_view kDefaultFolder = "musimd-fuzz";

// ---- the command line

// `shuffle=20,stop=3`, overriding the mix of the profile.
void read_mix(const Options& options, Campaign& campaign) {
    const auto text = options.text("mix");
    if (!text) return;
    if (!campaign.profile) throw UsageError("'--mix' needs '--profile'");
    Mix mix = mix_of(*campaign.profile);
    std::vector<std::string_view> names;
    for (const MixMember& member : mix_members()) names.push_back(member.name);
    for (const std::string& part : comma_list(*text)) {
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string_view name = std::string_view(part).substr(0, equals);
        const auto member = std::ranges::find(mix_members(), name, &MixMember::name);
        if (member == mix_members().end()) {
            throw invalid_choice("mix", name, names);
        }
        const auto weight = parse_signed_integer(equals < part.size() ? part.substr(equals + 1) : "");
        if (!weight || *weight < 0 || *weight > 100)
            throw invalid_value("mix", part, fmt::format("expected {}=N with N from 0 to 100", name));
        mix.*member->member = static_cast<unsigned>(*weight);
    }
    campaign.shape.mix = mix;
}

Shape read_shape(const Options& options) {
    Shape shape;
    read_number(options, "size", 1, 10'000, shape.size);
    read_number(options, "depth", 1, 100, shape.depth);
    read_number(options, "max-steps", 1, 10'000'000, shape.max_steps);
    if (const auto n = options.integer("threads", 1, 1024)) shape.threads = static_cast<std::uint32_t>(*n);
    if (const auto w = options.integer("warps", 1, 1024)) shape.warps = static_cast<std::uint32_t>(*w);
    return shape;
}

void read_exhaustive(const Options& options, Campaign& campaign) {
    const auto longest = options.integer("exhaustive", 1, SmallPrograms::kLongest);
    if (!longest) return;
    for (const char* other :
         {"profile", "count", "seconds", "seed", "size", "depth", "mix", "threads", "warps", "max-steps"}) {
        if (options.has(other)) throw exclusive(other, "exhaustive");
    }
    campaign.small.emplace(static_cast<int>(*longest));
    campaign.count = campaign.small->count();
}

/// For one program, of an implementation by others.
std::int64_t seconds_of_answer(const Options& options) {
    return static_cast<std::int64_t>(
        options.integer("limit", 1, 86'400).value_or(foreign::kUsualSecondsOfFuzz));
}

/// For one program on all engines. An implementation has its own limit, which ends it.
std::chrono::seconds limit_of(const Options& options) {
    constexpr std::int64_t kOfOthers = 60;
    if (options.has("impl") || options.has("impl-server"))
        return std::chrono::seconds(seconds_of_answer(options) + kOfOthers);
    return std::chrono::seconds(
        static_cast<std::int64_t>(options.integer("limit", 1, 86'400).value_or(kOfOthers)));
}

Campaign read_campaign(const Options& options) {
    Campaign campaign;
    if (const auto name = options.choice("profile")) campaign.profile = find_profile(*name);
    read_plan(options, kDefaultCount, campaign);
    read_exhaustive(options, campaign);
    campaign.shape = read_shape(options);
    read_mix(options, campaign);
    if (const auto implementation = read_implementation_options(options, seconds_of_answer(options))) {
        if (options.has("engines")) throw exclusive("engines", "impl");
        foreign::set_implementation(*implementation);
        campaign.engines = {*find_engine("rules"), foreign::implementation_engine()};
        return campaign;
    }
    const auto list = options.text("engines");
    campaign.engines = engine_list(list.value_or(std::string(kDefaultEngines)));
    return campaign;
}

// ---- the campaign

std::vector<Report> report_mismatches(const Campaign& campaign, const CampaignRun& run, std::uint64_t most,
                                      std::chrono::milliseconds limit, FindingsFolder& folder,
                                      ProgressLine& progress) {
    std::vector<Report> reports;
    for (const Mismatch& mismatch : run.mismatches) {
        if (reports.size() >= most) {
            reports.push_back(brief_report(campaign, mismatch));
            continue;
        }
        ReportOptions options;
        options.limit = limit;
        options.cancelled = interrupted;
        options.progress = shown_on(progress);
        const Report& report = reports.emplace_back(full_report(campaign, mismatch, options));
        progress.clear();
        if (!report.file.empty()) folder.write(report.file, report.text);
    }
    return reports;
}

int finish(const Summary& summary, const Options& options, FindingsFolder& folder) {
    const std::string json = to_json(summary);
    folder.write_summary(json);
    std::cout << (options.has("json") ? json : table(summary));
    if (interrupted()) return kInterrupted;
    return summary.tally.mismatches() != 0 || folder.failed() ? kFailed : kOk;
}

int run_it(const Options& options) {
    refuse_folders(options);
    const Campaign campaign = read_campaign(options);
    CampaignOptions control;
    control.jobs = read_jobs(options);
    control.limit = limit_of(options);
    const auto most = static_cast<std::uint64_t>(options.integer("reports", 0, kMaxMismatches).value_or(10));
    FindingsFolder folder(options, kDefaultFolder);
    folder.create_named();

    note_interruptions();
    ProgressLine progress;
    const harness::Stopwatch stopwatch;
    control.interrupted = interrupted;
    control.progress = shown_on(progress);
    control.warn = [&](const std::string& warning) {
        progress.clear();
        std::cerr << warning;
    };
    const CampaignRun run = run_campaign(campaign, control);
    progress.end("musimd fuzz: " + harness::rate_text(run.tally.programs, "programs", stopwatch.seconds()));
    const auto reports = report_mismatches(campaign, run, most, control.limit, folder, progress);
    const int status = finish(summarise(campaign, MUSIMD_VERSION, run, reports), options, folder);
    if (run.failure.empty()) return status;
    throw Unavailable(run.failure);
}

// ---- joining

int merge(const Options& options) {
    const auto all = joined_summary<Summary>(
        options, "musimd fuzz",
        {"profile", "exhaustive", "count", "seconds", "seed", "engines", "jobs", "shard", "reports", "limit",
         "size", "depth", "mix", "threads", "warps", "max-steps"});
    FindingsFolder folder(options, kDefaultFolder);
    folder.create_named();
    return finish(all, options, folder);
}

}  // namespace
}  // namespace of_programs

int fuzz_programs(const Arguments& arguments) {
    using namespace of_programs;
    Options options = declare_fuzz();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    return options.has("merge") ? merge(options) : run_it(options);
}

int fuzz(const Arguments& arguments) {
    const auto has = [&](std::string_view flag) {
        return std::ranges::find(arguments, flag) != arguments.end();
    };
    try {
        if (has("--dsl")) return fuzz_dsl(arguments);
        if (has("--omp")) return fuzz_omp(arguments);
        if (has("--cuda")) return fuzz_cuda(arguments);
        if (has("--lockstep")) return fuzz_lockstep(arguments);
        return fuzz_programs(arguments);
    } catch (const std::system_error& error) {
        throw InputError(fmt::format("musimd fuzz: error: {}\n", error.what()));
    }
}

}  // namespace musimd::cli

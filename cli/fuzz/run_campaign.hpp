#pragma once

#include <fmt/format.h>

#include <iostream>
#include <string_view>

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "differential/harness/campaign_report.hpp"

namespace musimd::cli {

/// --count, --seconds, --seed, --shard, --batch and --reports, where they are declared.
differential::harness::CampaignPlan read_campaign_plan(const Options& options, std::uint64_t usual_count,
                                                       std::size_t usual_batch);

/// Writes the summary of a campaign, prints it, and returns the exit status.
template <typename C>
int finish_campaign(const differential::harness::Kind<C>& kind, const differential::harness::Json& summary,
                    const Options& options, FindingsFolder& folder) {
    namespace harness = differential::harness;
    const std::string json = harness::text_of(summary, 2);
    folder.write_summary(json);
    std::cout << (options.has("json") ? json : harness::summary_table(summary, kind.name(), kind.counters()));
    if (interrupted()) return kInterrupted;
    return summary.at("mismatches") != 0 || folder.failed() ? kFailed : kOk;
}

/// Runs a campaign of this kind, and writes its findings and its summary.
template <typename C>
int run_campaign_of(const differential::harness::Kind<C>& kind,
                    const differential::harness::CampaignPlan& plan, const Options& options,
                    std::string_view usual_folder) {
    namespace harness = differential::harness;
    FindingsFolder folder(options, usual_folder);
    folder.create_named();
    note_interruptions();
    ProgressLine progress;
    const harness::Control control = control_of(options, progress);
    const harness::Stopwatch stopwatch;
    const harness::CampaignRun<C> run = harness::run_campaign(kind, plan, control);
    progress.end("musimd fuzz: " + harness::rate_text(run.cases, kind.name() + "s", stopwatch.seconds()));
    for (const harness::Finding<C>& finding : run.findings) {
        folder.write(harness::file_name(kind, finding), harness::finding_source(kind, plan, finding));
        for (const auto& [file, text] : harness::more_files(kind, finding)) folder.write(file, text);
    }
    return finish_campaign(kind, harness::summary_of(kind, plan, run, MUSIMD_VERSION), options, folder);
}

/// --merge: joins the summaries in the folders that are the operands.
template <typename C>
int merge_campaigns_of(const differential::harness::Kind<C>& kind, const Options& options,
                       std::string_view usual_folder) {
    const auto all = joined_summary<differential::harness::CampaignSummary>(
        options, kind.command(),
        {"engines", "compilers", "backends", "count", "seconds", "seed", "statements", "loops", "mutants",
         "batch", "jobs", "shard", "limit", "reports"});
    FindingsFolder folder(options, usual_folder);
    folder.create_named();
    return finish_campaign(kind, all.json(), options, folder);
}

}  // namespace musimd::cli

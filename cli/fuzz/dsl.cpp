// musimd fuzz --dsl

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "cli/kernels/backends.hpp"
#include "differential/spmd/campaign/campaign.hpp"
#include "differential/spmd/campaign/stand_alone.hpp"
#include "differential/spmd/campaign/summary.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace of_dsl {
namespace {

using namespace differential;
using namespace kernels;
using namespace differential::spmd;

constexpr std::uint64_t kDefaultCount = 256;
constexpr std::string_view kDefaultFolder = "musimd-fuzz-dsl";

KernelCampaign read_campaign(const Options& options) {
    KernelCampaign campaign;
    read_plan(options, kDefaultCount, campaign);
    read_number(options, "statements", 1, 1'000, campaign.shape.statements);
    read_number(options, "careful", 0, 100, campaign.shape.careful);
    read_number(options, "scalars", 0, 100, campaign.shape.scalars);
    read_number(options, "nested", 0, 100, campaign.shape.nested);
    read_number(options, "guarded", 0, 100, campaign.shape.guarded);
    read_number(options, "n", 1, 65'536, campaign.shape.elements);
    read_number(options, "unroll", 1, 16, campaign.shape.unroll);
    read_number(options, "known", 0, 100, campaign.known);
    read_number(options, "batch", 1, 4'096, campaign.batch);
    if (const auto bits = options.choice("bits")) campaign.shape.bits = std::stoi(*bits);
    campaign.shape.fused = options.has("fused");
    return campaign;
}

// Writes the files of every group until one fails.
void write_groups(FindingsFolder& folder, const KernelCampaign& campaign, const KernelCampaignRun& run) {
    for (const Group& group : run.groups) {
        const std::string stem = file_stem(run, group);
        const std::string found_by = command(campaign, group);
        const auto write = [&](const char* extension, const std::string& text) {
            if (!folder.failed()) folder.write(stem + extension, text);
        };
        write(".hpp", dsl_source(group));
        if (group.engine.empty())
            write(".cpp", stand_alone(group, found_by));
        else
            write(".asm", assembly(group, found_by));
        write(".txt", description(group, found_by));
    }
}

int finish(const KernelSummary& summary, const Options& options, FindingsFolder& folder) {
    const std::string json = to_json(summary);
    if (!folder.failed()) folder.write_summary(json);
    std::cout << (options.has("json") ? json : table(summary));
    if (interrupted()) return kInterrupted;
    return summary.mismatches != 0 || folder.failed() ? kFailed : kOk;
}

int run_it(const Options& options) {
    refuse_folders(options);
    const KernelCampaign campaign = read_campaign(options);
    KernelCampaignOptions control;
    control.jobs = read_jobs(options);
    const auto limit = std::chrono::milliseconds(
        static_cast<std::int64_t>(options.integer("limit", 10, 3'600'000).value_or(40)));

    const auto backends = pick_backends(options, "fuzz", Compilers::different);
    std::vector<std::unique_ptr<Target>> owned;
    std::vector<const Target*> targets;
    for (const auto& backend : backends) {
        owned.push_back(target_of(*backend, limit));
        targets.push_back(owned.back().get());
    }

    note_interruptions();
    ProgressLine progress;
    control.interrupted = interrupted;
    control.progress = shown_on(progress);
    const KernelCampaignRun run = run_campaign(campaign, targets, control);
    progress.clear();

    FindingsFolder folder(options, kDefaultFolder);
    write_groups(folder, campaign, run);
    return finish(summarise(campaign, run, targets, MUSIMD_VERSION), options, folder);
}

int merge(const Options& options) {
    const auto all = joined_summary<KernelSummary>(
        options, "musimd fuzz --dsl",
        {"backends", "bits", "count", "seconds", "seed", "statements", "careful", "scalars", "nested",
         "guarded", "n", "unroll", "known", "batch", "jobs", "shard", "limit", "fused"});
    FindingsFolder folder(options, kDefaultFolder);
    folder.create_named();
    return finish(all, options, folder);
}

}  // namespace
}  // namespace of_dsl

int fuzz_dsl(const Arguments& arguments) {
    using namespace of_dsl;
    Options options = declare_fuzz_dsl();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    return options.has("merge") ? merge(options) : run_it(options);
}

}  // namespace musimd::cli

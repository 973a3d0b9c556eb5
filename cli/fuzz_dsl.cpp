// musimd fuzz --dsl

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iostream>
#include <system_error>

#include "cli/backends.hpp"
#include "cli/campaign_options.hpp"
#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "cli/terminal.hpp"
#include "differential/kernels/campaign/campaign.hpp"
#include "differential/kernels/campaign/stand_alone.hpp"
#include "differential/kernels/campaign/summary.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::cli {
namespace {

using namespace differential;
using namespace differential::kernels;

constexpr std::uint64_t kUsualCount = 256;
constexpr std::string_view kUsualFolder = "musimd-fuzz-dsl";

constexpr std::string_view kAboutFuzzDsl =
    "Runs random kernels of NSIMD's SPMD DSL on the machine and on backends, which must agree bit for\n"
    "bit. Kernels that differ, crash, hang or do not compile are reduced and grouped by defect. Each\n"
    "group gets a NAME.hpp with the smallest kernel, a NAME.cpp that shows the defect with NSIMD alone,\n"
    "and a NAME.txt. With --merge, joins the summaries that the shards of a campaign left in the folders\n"
    "DIR.\n\n"
    "Exit status: 0 all agree, 1 they do not, or a report could not be written, 2 bad command line, 130\n"
    "interrupted (the summary covers what was done so far).\n";

constexpr std::string_view kExamplesFuzzDsl =
    "Examples:\n"
    "  musimd fuzz --dsl                                          256 kernels on all backends that are "
    "there\n"
    "  musimd fuzz --dsl --backends nsimd-avx2 --seconds 600      one backend, for ten minutes\n"
    "  musimd fuzz --dsl --backends none --count 10000            the machine alone, to see its speed\n"
    "  musimd fuzz --dsl --count 9000 --shard 3/16 --out part-3   the third of 16 parts of a campaign\n"
    "  musimd fuzz --dsl --merge part-1 part-2 part-3             the joined summary of several parts\n";

}  // namespace

Options declare_fuzz_dsl() {
    Options options("fuzz --dsl", "[DIR…]", kAboutFuzzDsl, kExamplesFuzzDsl);
    options.flag("dsl", "random kernels of the DSL instead of programs");
    options.value("backends", "A,B",
                  "what the machine is compared with (default: all available, with g++ and clang++); or "
                  "none");
    options.one_of("bits", "W", {"8", "16", "32", "64"},
                   "the width of every kernel: 8, 16, 32 or 64 (default: all)");
    options.value("count", "N", "how many kernels (default 256)");
    options.value("seconds", "S", "how long to run, without --count");
    options.value("seed", "S", "of the campaign (default 0)");
    options.value("statements", "N", "approximate maximum number of statements in a kernel (default 20)");
    options.value("careful", "P",
                  "percent of kernels whose loops also terminate in lanes that do not run them (default 85)");
    options.value("scalars", "P", "percent of kernels with uniform parameters (default 40)");
    options.value("nested", "P", "percent of kernels that call functions inside expressions (default 30)");
    options.value("guarded", "P",
                  "percent of kernels that divide and shift where only active lanes may do so (default 25)");
    options.value("n", "N", "elements of every launch (default: near multiples of the vector lengths)");
    options.value("unroll", "U", "unroll factor of every launch on a CPU (default: 1, sometimes 2 to 4)");
    options.value("known", "P",
                  "percent of the kernels that match a known defect that are still run (default 10)");
    options.value("batch", "K", "kernels that are compiled together (default 128)");
    options.value("jobs", "J", "parallel compilers (default: one per core)");
    options.value("shard", "I/K", "run only part I of K parts, from 1");
    options.value("limit", "MS",
                  "processor time of one launch in ms; longer launches count as hangs (default 40)");
    options.value("out", "DIR",
                  "write summary.json and findings there (default: only findings, to musimd-fuzz-dsl)");
    options.flag("fused", "also fma of floats, for backends that round once");
    options.flag("json", "print the summary as one JSON object");
    options.flag("merge", "join the summaries of the folders DIR…");
    return options;
}

namespace {

KernelCampaign read_campaign(const Options& options) {
    KernelCampaign campaign;
    read_plan(options, kUsualCount, campaign);
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
    KernelCampaignOptions how;
    how.jobs = read_jobs(options);
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
    how.interrupted = interrupted;
    how.progress = shown_on(progress);
    const KernelCampaignRun run = run_campaign(campaign, targets, how);
    progress.clear();

    FindingsFolder folder(options, kUsualFolder);
    write_groups(folder, campaign, run);
    return finish(summarise(campaign, run, targets, MUSIMD_VERSION), options, folder);
}

int merge(const Options& options) {
    const auto all = joined_summary<KernelSummary>(
        options, "musimd fuzz --dsl",
        {"backends", "bits", "count", "seconds", "seed", "statements", "careful", "scalars", "nested",
         "guarded", "n", "unroll", "known", "batch", "jobs", "shard", "limit", "fused"});
    FindingsFolder folder(options, kUsualFolder);
    folder.create_named();
    return finish(all, options, folder);
}

}  // namespace

int fuzz_dsl(const Arguments& arguments) {
    Options options = declare_fuzz_dsl();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    try {
        return options.has("merge") ? merge(options) : run_it(options);
    } catch (const std::system_error& error) {
        throw InputError(fmt::format("musimd fuzz: error: {}\n", error.what()));
    }
}

}  // namespace musimd::cli

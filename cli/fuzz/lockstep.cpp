// musimd fuzz --lockstep

#include <fmt/format.h>

#include <algorithm>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "cli/fuzz/run_campaign.hpp"
#include "differential/lockstep/kind.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace of_lockstep {
namespace {

using namespace differential;
using namespace kernels;
using namespace differential::lockstep;

constexpr std::uint64_t kDefaultCount = 200;
constexpr std::size_t kDefaultBatch = 16;
constexpr std::string_view kDefaultFolder = "musimd-fuzz-lockstep";

constexpr std::uint64_t kOthersEvery = 16;  // the rules take about ten times as long

std::vector<harness::PlannedTarget> lockstep_targets(const Options& options) {
    std::vector<harness::PlannedTarget> targets;
    std::vector<std::string_view> names;
    for (const Engine& engine : core_engines()) names.push_back(engine.name);
    for (const std::string& name : comma_list(options.text("engines").value_or("fast,rules"))) {
        if (std::ranges::find(names, name) == names.end()) throw invalid_choice("engines", name, names);
        const std::uint64_t every = targets.empty() ? 1 : kOthersEvery;
        for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta})
            targets.push_back({{find_engine(name), model}, every});
    }
    return targets;
}

LockstepKind read_kind(const Options& options) {
    DrawnShape shape;
    read_number(options, "statements", 1, 200, shape.statements);
    read_number(options, "mutants", 0, 100, shape.mutants);
    if (const auto file = kernels::front_end_file(); !file)
        throw InputError(fmt::format("musimd fuzz: error: {}\n", file.error()));
    return {shape, lockstep_targets(options)};
}

}  // namespace
}  // namespace of_lockstep

int fuzz_lockstep(const Arguments& arguments) {
    using namespace of_lockstep;
    Options options = declare_fuzz_lockstep();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    if (options.has("merge")) return merge_campaigns_of(LockstepKind({}, {}), options, kDefaultFolder);
    const auto plan = read_campaign_plan(options, kDefaultCount, kDefaultBatch);
    return run_campaign_of(read_kind(options), plan, options, kDefaultFolder);
}

}  // namespace musimd::cli

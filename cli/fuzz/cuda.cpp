// musimd fuzz --cuda

#include <fmt/format.h>

#include <algorithm>
#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/fuzz/campaign_options.hpp"
#include "cli/fuzz/run_campaign.hpp"
#include "differential/cuda/backend_run.hpp"
#include "differential/cuda/kind.hpp"
#include "gpu_backend/portable/backend.hpp"
#include "isa/diagnostic.hpp"
#include "kernels/launch/front_end.hpp"
#include "prove/solver.hpp"

namespace musimd::cli {
namespace of_cuda {
namespace {

using namespace differential;
using namespace kernels;
using namespace differential::cuda;

constexpr std::uint64_t kDefaultCount = 1000;
constexpr std::size_t kDefaultBatch = 32;
constexpr std::size_t kBackendBatch = 64;  // PoCL starts in more than a second
constexpr std::string_view kDefaultFolder = "musimd-fuzz-cuda";
constexpr const char* kOpenClBackends[] = {"pocl", "oclgrind"};

constexpr std::uint64_t kOthersEvery = 16;   // the rules take about ten times as long
constexpr std::uint64_t kNativeEvery = 128;  // it compiles for half a second

std::vector<harness::PlannedTarget> planned_targets(const Options& options) {
    std::vector<harness::PlannedTarget> targets;
    for (const std::string& name : comma_list(options.text("engines").value_or("fast,rules,native"))) {
        const Engine* const engine = find_engine(name);
        if (engine == nullptr) throw invalid_choice("engines", name, engine_names());
        const std::uint64_t every = targets.empty() ? 1 : engine->shows_steps ? kOthersEvery : kNativeEvery;
        targets.push_back({{engine, ThreadModel::lockstep}, every});
        if (engine->shows_steps) targets.push_back({{engine, ThreadModel::volta}, every});
    }
    return targets;
}

void add_compilers(const Options& options, KernelSetting& setting) {
    if (options.choice("compilers") == "none") return;
    std::vector<std::string> missing;
    setting.compilers = source_compilers(missing);
    if (auto reason = why_no_gpu())
        missing.push_back(*reason);
    else
        setting.has_gpu = true;
    for (const std::string& reason : missing)
        std::cerr << fmt::format("musimd fuzz: note: not compared: {}\n", reason);
}

void add_backends(const Options& options, KernelSetting& setting) {
    if (!options.has("backends")) return;
    for (const std::string& name : comma_list(*options.text("backends"))) {
        if (std::ranges::find(kOpenClBackends, name) == std::end(kOpenClBackends))
            throw invalid_choice("backends", name, {kOpenClBackends[0], kOpenClBackends[1]});
        if (const auto reason = portable::why_no_backend(name))
            throw InputError("musimd fuzz: error: " + *reason);
        setting.backends.push_back({name, version_of_backend(name)});
        setting.shape.has_warps = false;  // neither has sub-groups of 32
    }
}

std::string installed_solver() {
    const std::vector<std::string> names = prove::Solver::installed();
    if (names.empty())
        throw InputError(
            "musimd fuzz: error: --prove needs the solver z3 or cvc5; Debian has packages of these names\n");
    return names.front();
}

KernelSetting read_setting(const Options& options) {
    KernelSetting setting;
    read_number(options, "statements", 1, 1'000, setting.shape.statements);
    read_number(options, "mutants", 0, 100, setting.shape.mutants);
    setting.targets = planned_targets(options);
    if (const auto file = kernels::front_end_file(); !file)
        throw InputError(fmt::format("musimd fuzz: error: {}\n", file.error()));
    add_compilers(options, setting);
    add_backends(options, setting);
    if (options.has("prove")) setting.proofs = {.solver = installed_solver()};
    return setting;
}

}  // namespace
}  // namespace of_cuda

int fuzz_cuda(const Arguments& arguments) {
    using namespace of_cuda;
    Options options = declare_fuzz_cuda();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    if (options.has("merge")) return merge_campaigns_of(CudaKind({}), options, kDefaultFolder);
    const auto plan =
        read_campaign_plan(options, kDefaultCount, options.has("backends") ? kBackendBatch : kDefaultBatch);
    return run_campaign_of(CudaKind(read_setting(options)), plan, options, kDefaultFolder);
}

}  // namespace musimd::cli

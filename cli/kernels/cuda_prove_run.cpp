#include "cli/kernels/cuda_prove_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include "cli/command/input.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/schedules.hpp"
#include "prove/tree_facts.hpp"
#include "prove/words.hpp"

namespace musimd::cli {
namespace {

using prove::Kind;
using prove::Obligation;

std::string shape_text(const prove::Shape& shape) {
    std::string text = std::to_string(shape[0]);
    if (shape[1] != 1 || shape[2] != 1) text += "," + std::to_string(shape[1]);
    if (shape[2] != 1) text += "," + std::to_string(shape[2]);
    return text;
}

dsl::Dimensions dimensions_of(const prove::Shape& shape) {
    return {static_cast<std::uint32_t>(shape[0]), static_cast<std::uint32_t>(shape[1]),
            static_cast<std::uint32_t>(shape[2])};
}

/// A launch that the solver or the dice propose may be as large as the assumptions allow.
constexpr std::chrono::seconds kRunLimit(10);

/// A member of structures is an array of its own to the prover: `a.x`.
bool is_of_array(const std::string& object, const std::string& array) {
    return object == array || array.starts_with(object + ".");
}

/// Of the two threads of a race: their warps count if the kernel has warp functions.
std::optional<prove::Level> level_of(const kernels::Finding& finding, const dsl::cuda::KernelFunction& kernel,
                                     const kernels::cuda::LaunchConfiguration& config) {
    if (!finding.access || !finding.earlier) return std::nullopt;
    const kernels::GridThread &a = finding.access->thread, &b = finding.earlier->thread;
    if (a.block != b.block) return prove::Level::grid;
    const auto warp = [&](const dsl::Dimensions& thread) {
        const std::uint64_t number =
            thread[0] + std::uint64_t{config.block[0]} * (thread[1] + config.block[1] * thread[2]);
        return number / config.warp;
    };
    const bool has_warps = prove::has_collective(kernel.code.body);
    return has_warps && warp(a.thread) == warp(b.thread) ? prove::Level::warp : prove::Level::block;
}

/// Is set after a time, or when the command is interrupted.
class TimeLimit {
  public:
    explicit TimeLimit(std::chrono::milliseconds limit)
        : watch_([this, limit](const std::stop_token& done) {
              const auto last = std::chrono::steady_clock::now() + limit;
              std::mutex mutex;
              std::condition_variable_any wakes;
              std::unique_lock lock(mutex);
              while (!done.stop_requested() && !is_over_) {
                  wakes.wait_for(lock, done, kTick, [] { return false; });
                  is_over_ = interruption().load() || std::chrono::steady_clock::now() > last;
              }
          }) {}
    const std::atomic<bool>& is_over() const { return is_over_; }

  private:
    static constexpr std::chrono::milliseconds kTick{5};
    std::atomic<bool> is_over_ = false;
    std::jthread watch_;
};

/// The options of a launch, as if the command line gave them.
Options options_of_launch(const Options& options, const CudaRequest& request, const prove::Candidate& launch,
                          std::uint64_t seed) {
    Options own = options;
    own.set("kernel", {request.kernel.code.name});
    own.set("grid", {shape_text(launch.grid)});
    own.set("block", {shape_text(launch.block)});
    if (launch.shared_bytes != 0) own.set("shared", {std::to_string(launch.shared_bytes)});
    own.set("arg", launch.texts());
    own.set("undefined", {"zero"});  // what was never written is not claimed
    own.set("seed", {std::to_string(seed)});
    return own;
}

}  // namespace

LaunchRunner::LaunchRunner(const Options& options, const CudaRequest& request)
    : options_(options), request_(request), models_({"lockstep", "volta"}) {
    const std::string model = options.choice("model").value_or("both");
    if (model == "lockstep" || model == "volta") models_ = {model};
    if (request.kernel.everywhere_line != 0) models_ = {"lockstep"};
}

std::vector<LaunchFinding> LaunchRunner::run(const prove::Candidate& launch, std::uint64_t seed) const {
    std::vector<LaunchFinding> result;
    for (const std::string& model : models_) {
        for (LaunchFinding& found : run_under(model, launch, seed)) result.push_back(std::move(found));
    }
    return result;
}

std::vector<LaunchFinding> LaunchRunner::run_under(const std::string& model, const prove::Candidate& launch,
                                                   std::uint64_t seed) const {
    const Options own = options_of_launch(options_, request_, launch, seed);
    kernels::cuda::LaunchConfiguration config = launch_conditions(own);
    config.block = dimensions_of(launch.block);
    config.grid = dimensions_of(launch.grid);
    add_usual_shared_memory(own, request_.source, request_.kernel, config);
    if (why_not(request_.kernel, config)) return {};
    const std::vector<std::string> texts = launch_argument_texts(
        own, request_.kernel, cuda_arguments(own, request_.kernel), config, config.grid_threads());
    config.model = thread_models_of(model).front();
    const TimeLimit limit(kRunLimit);
    config.interrupt = &limit.is_over();
    const kernels::cuda::LaunchRun run = run_launch(
        request_.kernel, read_cuda_arguments(request_.kernel, texts), config, *find_engine("auto"));
    const std::string again = replay_command("cuda", own, request_.kernel.code, texts,
                                             {"kernel", "grid", "block", "shared", "warp", "max-steps",
                                              "undefined", "races", "volatile", "schedule"}) +
                              " --model " + model;
    std::vector<LaunchFinding> result;
    for (const bool is_warning : {false, true}) {
        // Warnings have no order with findings: one may be about a barrier before the finding.
        const bool may_come_first = !is_warning && !run.warnings.empty();
        for (const kernels::Finding& finding : is_warning ? run.warnings : run.findings)
            result.push_back({finding, is_warning, result.empty() && !may_come_first, model,
                              kernels::with_schedule(again, finding.schedule),
                              level_of(finding, request_.kernel, config)});
    }
    return result;
}

bool shows(const LaunchFinding& found, const Obligation& obligation) {
    const kernels::Finding& finding = found.finding;
    if (prove::kind_of_finding(finding.kind) != obligation.kind) return false;
    if (obligation.kind == Kind::race && found.level && *found.level != obligation.level) return false;
    const bool is_its_array = finding.access && is_of_array(finding.access->element.object, obligation.array);
    if (obligation.kind == Kind::bounds && !is_its_array) return false;
    if (obligation.kind == Kind::race && finding.access && !is_its_array) return false;
    const std::uint32_t line = obligation.line.line;
    const std::uint32_t other = obligation.other.line != 0 ? obligation.other.line : line;
    const std::uint32_t earlier = finding.other ? finding.other->line : 0;
    if (obligation.kind == Kind::race)  // both lines, in any order
        return (finding.line.line == line && earlier == other) ||
               (finding.line.line == other && earlier == line);
    return finding.line.line == line || earlier == line;
}

bool contradicts(const LaunchFinding& found, const Obligation& obligation,
                 const std::vector<Obligation>& all) {
    if (obligation.verdict != prove::Verdict::proved || !found.is_first || !shows(found, obligation))
        return false;
    return std::ranges::none_of(all, [&](const Obligation& other) {
        return other.kind == obligation.kind && other.verdict != prove::Verdict::proved &&
               shows(found, other);
    });
}

}  // namespace musimd::cli

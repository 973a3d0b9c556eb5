#include "cli/kernels/cuda_prove_search.hpp"

#include <fmt/format.h>

#include <set>

#include "cli/command/input.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/arguments.hpp"
#include "prove/tree_facts.hpp"

namespace musimd::cli {
namespace {

using prove::Kind;
using prove::Obligation;
using prove::Verdict;

constexpr std::chrono::seconds kSearchTime(20);

bool is_of_kind(Kind kind, const std::string& finding) {
    switch (kind) {
        case Kind::race:
            return finding == "race" || finding == "volatile-race";
        case Kind::barrier:
            return finding == "barrier-while-diverged" || finding == "barrier-instructions" ||
                   finding == "barrier-exited";
        case Kind::collective:
            return finding == "collective-mask" || finding == "collective-exited";
        case Kind::bounds:
            return finding == "invalid-address" || finding == "null-pointer";
        case Kind::assertion:
            break;
    }
    return finding == "assertion";
}

/// Of two threads: their warps count if the kernel has warp functions.
prove::Level level_of(const kernels::GridThread& a, const kernels::GridThread& b,
                      const dsl::cuda::KernelFunction& kernel,
                      const kernels::cuda::LaunchConfiguration& config) {
    if (a.block != b.block) return prove::Level::grid;
    const auto warp = [&](const dsl::Dimensions& thread) {
        const std::uint64_t number =
            thread[0] + std::uint64_t{config.block[0]} * (thread[1] + config.block[1] * thread[2]);
        return number / config.warp;
    };
    const bool has_warps = prove::has_collective(kernel.code.body);
    return has_warps && warp(a.thread) == warp(b.thread) ? prove::Level::warp : prove::Level::block;
}

/// Runs candidates on the machine.
class Search {
  public:
    Search(const Options& options, const CudaRequest& request, prove::Prover& prover)
        : options_(options), request_(request), prover_(prover) {}

    /// What is shown, by obligation.
    std::map<const Obligation*, Shown> run(std::vector<Obligation>& obligations) {
        const auto last = std::chrono::steady_clock::now() + kSearchTime;
        for (Obligation& obligation : obligations) {
            if (obligation.verdict != Verdict::unknown || obligation.open.empty()) continue;
            for (const auto& [block, grid] : shapes()) {
                if (obligation.verdict == Verdict::refuted || std::chrono::steady_clock::now() > last) break;
                if (const auto candidate = prover_.candidate(obligation, block, grid))
                    look(*candidate, obligations);
            }
        }
        return std::move(shown_);
    }

  private:
    using Shape = std::array<std::int64_t, 3>;

    static std::vector<std::pair<Shape, Shape>> shapes() {
        std::vector<std::pair<Shape, Shape>> result;
        for (const Shape& grid :
             {Shape{1, 1, 1}, Shape{2, 1, 1}, Shape{3, 1, 1}, Shape{1, 2, 1}, Shape{2, 2, 1}}) {
            for (const Shape& block :
                 {Shape{32, 1, 1}, Shape{64, 1, 1}, Shape{33, 1, 1}, Shape{8, 4, 1}, Shape{16, 16, 1},
                  Shape{5, 3, 1}, Shape{17, 1, 1}, Shape{1, 17, 1}, Shape{128, 1, 1}, Shape{1, 33, 1}})
                result.emplace_back(block, grid);
        }
        return result;
    }

    static std::string text_of(const Shape& shape) {
        std::string text = std::to_string(shape[0]);
        if (shape[1] != 1 || shape[2] != 1) text += "," + std::to_string(shape[1]);
        if (shape[2] != 1) text += "," + std::to_string(shape[2]);
        return text;
    }

    static dsl::Dimensions dimensions_of(const Shape& shape) {
        return {static_cast<std::uint32_t>(shape[0]), static_cast<std::uint32_t>(shape[1]),
                static_cast<std::uint32_t>(shape[2])};
    }

    std::string command_of(const prove::Candidate& candidate, const std::string& model) const {
        std::string command =
            fmt::format("musimd cuda {} --kernel {} --grid {} --block {}", request_.source.file,
                        request_.kernel.code.name, text_of(candidate.grid), text_of(candidate.block));
        if (candidate.shared_bytes != 0) command += fmt::format(" --shared {}", candidate.shared_bytes);
        for (const std::string& argument : candidate.arguments) command += " --arg " + argument;
        return command + " --undefined zero --model " + model;
    }

    void look(const prove::Candidate& candidate, std::vector<Obligation>& obligations) {
        kernels::cuda::LaunchConfiguration config = launch_conditions(options_);
        config.block = dimensions_of(candidate.block);
        config.grid = dimensions_of(candidate.grid);
        config.shared_bytes = candidate.shared_bytes;
        if (candidate.shared_bytes == 0)
            add_usual_shared_memory(options_, request_.source, request_.kernel, config);
        config.undefined = kernels::cuda::Undefined::zero;
        if (why_not(request_.kernel, config)) return;
        Options own = options_;
        own.set("arg", candidate.arguments);
        const kernels::openmp::GivenArguments given = cuda_arguments(own, request_.kernel);
        const std::vector<std::string> texts =
            launch_argument_texts(options_, request_.kernel, given, config, config.grid_threads());
        for (const char* const model : {"lockstep", "volta"}) {
            if (request_.kernel.everywhere_line != 0 && std::string_view(model) == "volta") continue;
            config.model = thread_models_of(model).front();
            const kernels::cuda::LaunchRun run = run_launch(
                request_.kernel, read_cuda_arguments(request_.kernel, texts), config, *find_engine("auto"));
            for (const auto* const findings : {&run.findings, &run.warnings}) {
                for (const kernels::Finding& finding : *findings)
                    keep(finding, command_of(candidate, model), config, obligations);
            }
        }
    }

    void keep(const kernels::Finding& finding, const std::string& again,
              const kernels::cuda::LaunchConfiguration& config, std::vector<Obligation>& obligations) {
        for (Obligation& obligation : obligations) {
            if (obligation.verdict == Verdict::refuted ||
                !shows(finding, obligation, request_.kernel, config))
                continue;
            // An array whose length nobody states is as long as the search has made it.
            const bool has_length = obligation.verdict == Verdict::proved || !obligation.open.empty();
            if (obligation.kind == Kind::bounds && !has_length) continue;
            // Also of what is proved: then the proof is wrong, and the machine is right.
            obligation.verdict = Verdict::refuted;
            shown_[&obligation] = {finding, again};
        }
    }

    const Options& options_;
    const CudaRequest& request_;
    prove::Prover& prover_;
    std::map<const Obligation*, Shown> shown_;
};

}  // namespace

bool shows(const kernels::Finding& finding, const Obligation& obligation,
           const dsl::cuda::KernelFunction& kernel, const kernels::cuda::LaunchConfiguration& config) {
    if (!is_of_kind(obligation.kind, finding.kind)) return false;
    if (obligation.kind == Kind::race && finding.access && finding.earlier &&
        level_of(finding.access->thread, finding.earlier->thread, kernel, config) != obligation.level)
        return false;
    const bool is_of_array = finding.access && finding.access->element.object == obligation.array;
    if (obligation.kind == Kind::bounds && !is_of_array) return false;
    std::set<std::uint32_t> lines = {obligation.line.line};
    if (obligation.other.line != 0) lines.insert(obligation.other.line);
    const auto is_one = [&](const dsl::SourcePoint& line) { return lines.contains(line.line); };
    if (obligation.kind == Kind::race) return is_one(finding.line) && finding.other && is_one(*finding.other);
    return is_one(finding.line) || (finding.other && is_one(*finding.other));
}

std::map<const Obligation*, Shown> search_refutations(const Options& options, const CudaRequest& request,
                                                      prove::Prover& prover,
                                                      std::vector<Obligation>& obligations) {
    return Search(options, request, prover).run(obligations);
}

}  // namespace musimd::cli

#include "differential/cuda/proofs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "differential/cuda/kind.hpp"
#include "differential/random/dice.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/front_end.hpp"
#include "prove/words.hpp"

namespace musimd::differential::cuda {
namespace {

using kernels::Finding;
using Claim = prove::Kind;
using prove::Obligation;
using prove::Verdict;

constexpr std::uint64_t kMostSteps = 200'000;

/// Nobody has asked whether operations have results.
std::optional<Claim> claim_against(const std::string& finding) {
    const auto kind = prove::kind_of_finding(finding);
    return kind == Claim::arithmetic ? std::nullopt : kind;
}

/// Whether the obligation is one that the finding would violate.
bool concerns(const Obligation& obligation, Claim kind, const Finding& finding) {
    if (obligation.kind != kind) return false;
    if (obligation.line.line == 0 || kind == Claim::barrier || kind == Claim::collective) return true;
    if (kind == Claim::assertion || !finding.access) return obligation.line.line == finding.line.line;
    const bool is_of_array = obligation.array.empty() || obligation.array == finding.access->element.object;
    if (kind == Claim::bounds) return is_of_array && obligation.line.line == finding.line.line;
    if (!finding.earlier || !finding.other) return true;
    const bool is_of_block = finding.access->thread.block == finding.earlier->thread.block;
    const auto [first, last] = std::minmax(finding.line.line, finding.other->line);
    const bool is_pair = obligation.line.line == first && obligation.other.line == last;
    return (is_pair && is_of_array && is_of_block == (obligation.level != prove::Level::grid)) ||
           (obligation.array.empty() && obligation.verdict != Verdict::proved);
}

/// Only what goes wrong first is claimed not to happen: with a barrier that is not proved, a warning about it
/// may come before a finding.
const Finding* first_of(const kernels::cuda::LaunchRun& run) {
    const auto is_claim = [](const Finding& f) { return claim_against(f.kind).has_value(); };
    const auto warning = std::ranges::find_if(run.warnings, is_claim);
    if (warning != run.warnings.end()) return &*warning;
    return run.findings.empty() || !is_claim(run.findings.front()) ? nullptr : &run.findings.front();
}

/// Whether the launch is not that which was drawn, but any.
bool has_any_launch(const Drawn& kernel) {
    return kernel.n % 4 == 0;
}

prove::Premises premises_of(const Drawn& kernel) {
    prove::Premises premises;
    for (const Array& array : kernel.arrays) {
        const bool is_dynamic = array.space == Array::Space::dynamic;
        if (array.is_parameter() || is_dynamic)
            premises.lengths[(is_dynamic ? "k_" : "") + array.name] = std::to_string(array.elements);
    }
    if (has_any_launch(kernel)) return premises;
    premises.block = kernel.block;
    premises.grid = kernel.grid;
    return premises;
}

/// Another run that the assumptions of the proof allow.
void vary(Drawn& kernel, bool is_free, const prove::Proof& proof, Dice& dice) {
    for (Array& array : kernel.arrays) array.seed = dice.below(1000);
    kernel.n = dice.chance(50) ? dice.between(-2, 70) : dice.pick({0, 1, 31, 32, 33, 64, 1000});
    if (!is_free) return;
    kernel.block = dice.pick<dsl::Dimensions>(
        {{1, 1, 1}, {2, 1, 1}, {32, 1, 1}, {33, 1, 1}, {64, 1, 1}, {8, 4, 1}, {4, 3, 2}, {96, 1, 1}});
    kernel.grid = dice.pick<dsl::Dimensions>({{1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {2, 2, 1}, {1, 1, 3}});
    for (const std::string& limit : proof.limits) {
        if (limit == "blockDim.y == 1") kernel.block[1] = 1;
        if (limit == "blockDim.z == 1") kernel.block[2] = 1;
        if (limit == "gridDim.x == 1") kernel.grid[0] = 1;
        if (limit == "gridDim.y == 1") kernel.grid[1] = 1;
        if (limit == "gridDim.z == 1") kernel.grid[2] = 1;
    }
}

/// Runs a launch of the kernel, and compares what goes wrong with the obligations.
class Attack {
  public:
    Attack(const dsl::cuda::KernelFunction& read, std::vector<Obligation>& obligations)
        : read_(read), obligations_(obligations) {}

    /// What contradicts a proof.
    std::optional<std::string> run(const Drawn& kernel, ThreadModel model) {
        const auto arguments = harness::read_arguments(read_.code, arguments_of(kernel));
        if (!arguments) return std::nullopt;
        kernels::cuda::LaunchConfiguration config;
        config.consistency = Consistency::cpp;
        config.undefined = kernels::cuda::Undefined::zero;
        config.grid = kernel.grid;
        config.block = kernel.block;
        config.shared_bytes = dynamic_bytes(kernel);
        config.model = model;
        config.max_steps = kMostSteps;
        const auto run = kernels::cuda::run_launch(read_, *arguments, config, *find_engine("fast"));
        const Finding* const first = first_of(run);
        if (first == nullptr) return std::nullopt;
        const Claim kind = *claim_against(first->kind);
        bool is_claimed = true;
        for (Obligation& obligation : obligations_) {
            if (!concerns(obligation, kind, *first) || obligation.verdict == Verdict::proved) continue;
            obligation.verdict = Verdict::refuted;
            is_claimed = false;
        }
        if (!is_claimed) return std::nullopt;
        std::string launch;
        for (const auto& [name, value] : arguments_of(kernel))
            launch += fmt::format(" --arg '{}={}'", name, value);
        return fmt::format("proved, but {}: {} (line {}; --grid {} --block {}{} --model {})", first->kind,
                           first->message, first->line.line, fmt::join(kernel.grid, ","),
                           fmt::join(kernel.block, ","), launch, to_string(model));
    }

  private:
    const dsl::cuda::KernelFunction& read_;
    std::vector<Obligation>& obligations_;
};

void count(const std::vector<Obligation>& obligations, ProofOutcome& outcome) {
    for (const Obligation& obligation : obligations)
        ++outcome.counts[fmt::format("obligations/{}", name_of(obligation.verdict))];
    ++outcome.counts[fmt::format("verdicts/{}", name_of(worst_of(obligations)))];
}

}  // namespace

ProofOutcome attacked_proof(const Drawn& kernel, const ProofSetting& setting) {
    ProofOutcome outcome;
    const auto read =
        kernels::read_kernel({.file = "k.cu", .text = source_of(kernel), .function = "k", .options = {}});
    if (!read || !read->kernel) return outcome;  // a finding of the front end
    prove::Solver solver(setting.solver, setting.limit);
    prove::Prover prover(*read->kernel, premises_of(kernel), solver, setting.limit);
    prove::Proof proof;
    try {
        proof = prover.prove();
    } catch (const std::invalid_argument&) {
        outcome.counts["verdicts/refused"] = 1;
        return outcome;
    }
    Attack attack(*read->kernel, proof.obligations);
    Dice dice(kernel.arrays.size());
    Drawn other = kernel;
    for (unsigned i = 0; i < setting.runs && !outcome.mismatch; ++i) {
        const ThreadModel model = i % 2 == 0 ? ThreadModel::volta : ThreadModel::lockstep;
        if (const auto message = attack.run(other, model))
            outcome.mismatch = {kProver, Fault::difference, *message};
        if (i % 2 == 1) vary(other, has_any_launch(kernel), proof, dice);
    }
    count(proof.obligations, outcome);
    return outcome;
}

}  // namespace musimd::differential::cuda

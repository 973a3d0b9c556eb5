#include "differential/cuda/kind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "differential/cuda/backend_check.hpp"
#include "differential/cuda/backend_run.hpp"
#include "differential/cuda/opencl_host.hpp"
#include "differential/cuda/opencl_source.hpp"

namespace musimd::differential::cuda {
namespace {

using harness::MachineTarget;
using harness::Outcome;

constexpr const char* kGpu = "nvcc on the GPU";

}  // namespace

CudaKind::CudaKind(KernelSetting setting)
    : CheckedKind(setting.shape, setting.targets), setting_(std::move(setting)) {}

// ---- running

std::vector<Outcome> CudaKind::run(std::span<const std::uint64_t> numbers,
                                   std::span<const Drawn> kernels) const {
    std::vector<Outcome> outcomes = CheckedKind::run(numbers, kernels);
    if (setting_.has_gpu) compare_on_gpu(kernels, outcomes);
    for (const std::string& backend : backend_targets()) compare_on_backend(backend, kernels, outcomes);
    return outcomes;
}

Outcome CudaKind::checked(std::uint64_t number, const Drawn& kernel,
                          std::span<const MachineTarget> targets) const {
    auto checked = check(kernel, targets);
    Outcome outcome{{harness::kFrontEnd}, {}, std::move(checked.mismatches)};
    if (!checked.expected.is_clean()) {
        outcome.counts = {{"wrong", 1}, {"mistakes/" + kernel.mutation, 1}};
        if (kernel.mutation.empty())
            outcome.mismatches.push_back(
                {harness::kPlainRun, Fault::difference, "the unmutated kernel has a defect"});
    }
    if (setting_.proofs) {
        ProofOutcome attacked = attacked_proof(kernel, *setting_.proofs);
        outcome.runs.emplace_back(kProver);
        outcome.counts.merge(attacked.counts);
        if (attacked.mismatch) outcome.mismatches.push_back(std::move(*attacked.mismatch));
    }
    if (number % setting_.compile_every != 0) return outcome;
    for (const SourceCompiler& compiler : setting_.compilers) {
        outcome.runs.push_back(compiler.name);
        if (const auto reason = compiler.refuses(source_of(kernel)))
            outcome.mismatches.push_back({compiler.name, Fault::refused, *reason});
    }
    return outcome;
}

void CudaKind::compare_on_gpu(std::span<const Drawn> kernels, std::vector<Outcome>& outcomes) const {
    std::vector<Drawn> clean;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (outcomes[i].counts.contains("wrong")) continue;
        clean.push_back(kernels[i]);
        which.push_back(i);
    }
    if (clean.empty()) return;
    const auto results = run_on_gpu(clean);
    if (!results) {
        outcomes[which.front()].mismatches.push_back({kGpu, Fault::refused, results.error()});
        return;
    }
    for (std::size_t i = 0; i < clean.size(); ++i) {
        outcomes[which[i]].runs.emplace_back(kGpu);
        const PlainRun expected = run_plainly(clean[i]);
        std::string difference = first_difference(clean[i], expected.buffers, (*results)[i]);
        if (!difference.empty())
            outcomes[which[i]].mismatches.push_back({kGpu, Fault::difference, std::move(difference)});
    }
}

// ---- backends

std::vector<std::string> CudaKind::backend_targets() const {
    std::vector<std::string> names;
    for (const BackendChoice& backend : setting_.backends) {
        names.push_back(backend.name);
        if (backend.name == "oclgrind") names.emplace_back(kOclgrindChecks);
    }
    return names;
}

/// Kernels with a mistake run on Oclgrind's checks alone: elsewhere they may do anything.
void CudaKind::compare_on_backend(const std::string& backend, std::span<const Drawn> kernels,
                                  std::vector<Outcome>& outcomes) const {
    std::vector<Drawn> given;
    std::vector<PlainRun> expected;
    std::vector<std::size_t> which;
    for (std::size_t i = 0; i < kernels.size(); ++i) {
        if (const auto reason = why_no_opencl(kernels[i])) {
            outcomes[i].counts[fmt::format("{}/not given: {}", backend, *reason)] = 1;
            continue;
        }
        PlainRun plain = run_plainly(kernels[i]);
        if (plain.is_too_long || (!plain.is_clean() && backend != kOclgrindChecks)) continue;
        given.push_back(kernels[i]);
        expected.push_back(std::move(plain));
        which.push_back(i);
    }
    const std::vector<harness::Run> runs = run_on_backend(backend, given);
    for (std::size_t i = 0; i < given.size(); ++i) {
        Outcome& outcome = outcomes[which[i]];
        outcome.runs.push_back(backend);
        if (!expected[i].is_clean())
            outcome.counts[fmt::format("{}/{}", backend, agreement_of(expected[i], runs[i]))] = 1;
        else if (auto mismatch = mismatch_on(backend, given[i], expected[i], runs[i]))
            outcome.mismatches.push_back(std::move(*mismatch));
    }
}

bool CudaKind::is_other_target(const std::string& target) const {
    if (target == kProver) return true;
    const std::vector<std::string> names = backend_targets();
    return std::ranges::find(names, target) != names.end();
}

std::optional<std::string> CudaKind::shown_on_other(const Drawn& kernel,
                                                    const harness::Mismatch& mismatch) const {
    if (mismatch.target == kProver) {
        const auto attacked = attacked_proof(kernel, setting_.proofs.value()).mismatch;
        return attacked ? std::optional(attacked->message) : std::nullopt;
    }
    const PlainRun expected = run_plainly(kernel);
    if (!expected.is_clean()) return std::nullopt;
    const auto runs = run_on_backend(mismatch.target, std::span(&kernel, 1));
    const auto shown = mismatch_on(mismatch.target, kernel, expected, runs.front());
    if (!shown || shown->fault != mismatch.fault) return std::nullopt;
    return shown->message;
}

// ---- printing

void CudaKind::add_shape(harness::CommandText& command) const {
    CheckedKind::add_shape(command);
    std::vector<std::string> names;
    for (const BackendChoice& backend : setting_.backends) names.push_back(backend.name);
    command.option("backends", fmt::format("{}", fmt::join(names, ",")), std::string());
    command.flag("prove", setting_.proofs.has_value());
}

harness::Json CudaKind::shape() const {
    harness::Json json = CheckedKind::shape();
    for (const BackendChoice& backend : setting_.backends) json["backends"][backend.name] = backend.version;
    if (setting_.proofs) json["prove"] = setting_.proofs->solver;
    return json;
}

/// For a difference on a backend: the kernel in its language, and a host program.
std::vector<std::pair<std::string, std::string>> CudaKind::more_files(const harness::Finding<Drawn>& finding,
                                                                      const std::string& stem) const {
    if (!is_other_target(finding.targets.front()) || finding.targets.front() == kProver) return {};
    return {{stem + ".cl", opencl_source_of(finding.smallest)},
            {stem + ".c", opencl_host_of(finding.smallest, stem)}};
}

std::vector<harness::Counter> CudaKind::counters() const {
    std::vector<harness::Counter> counters = {{"wrong", "with a mistake that must be found"},
                                              {"mistakes", ""}};
    if (setting_.proofs) {
        counters.push_back({"verdicts", ""});
        counters.push_back({"obligations", ""});
    }
    for (const std::string& backend : backend_targets()) counters.push_back({backend, ""});
    return counters;
}

std::string CudaKind::run_command(const Drawn& kernel, const std::string& file) const {
    std::string text = fmt::format("musimd cuda {} --grid {} --block {}", file, fmt::join(kernel.grid, ","),
                                   fmt::join(kernel.block, ","));
    if (const auto bytes = dynamic_bytes(kernel); bytes != 0) text += fmt::format(" --shared {}", bytes);
    for (const auto& [name, value] : arguments_of(kernel)) text += fmt::format(" --arg '{}={}'", name, value);
    return text + " --engine all";
}

}  // namespace musimd::differential::cuda

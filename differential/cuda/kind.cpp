#include "differential/cuda/kind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

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

// ---- printing

std::vector<harness::Counter> CudaKind::counters() const {
    return {{"wrong", "with a mistake that must be found"}, {"mistakes", ""}};
}

std::string CudaKind::run_command(const Drawn& kernel, const std::string& file) const {
    std::string text = fmt::format("musimd cuda {} --grid {} --block {}", file, fmt::join(kernel.grid, ","),
                                   fmt::join(kernel.block, ","));
    if (const auto bytes = dynamic_bytes(kernel); bytes != 0) text += fmt::format(" --shared {}", bytes);
    for (const auto& [name, value] : arguments_of(kernel)) text += fmt::format(" --arg '{}={}'", name, value);
    return text + " --engine all";
}

}  // namespace musimd::differential::cuda

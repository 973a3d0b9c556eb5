#include "differential/cuda/kind.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "differential/cuda/reduce.hpp"

namespace musimd::differential::cuda {
namespace {

using harness::Finding;
using harness::MachineTarget;
using harness::Mismatch;
using harness::Outcome;

constexpr const char* kGpu = "nvcc on the GPU";

/// The command that runs the reduced kernel.
std::string run_command(const Drawn& kernel, const std::string& file) {
    std::string text = fmt::format("musimd cuda {} --grid {} --block {}", file, fmt::join(kernel.grid, ","),
                                   fmt::join(kernel.block, ","));
    if (const auto bytes = dynamic_bytes(kernel); bytes != 0) text += fmt::format(" --shared {}", bytes);
    for (const auto& [name, value] : arguments_of(kernel)) text += fmt::format(" --arg '{}={}'", name, value);
    return text + " --engine all";
}

}  // namespace

CudaKind::CudaKind(KernelSetting setting) : CheckedKind(setting.targets), setting_(std::move(setting)) {}

// ---- running

std::vector<Outcome> CudaKind::run(std::span<const std::uint64_t> numbers,
                                   std::span<const Drawn> kernels) const {
    std::vector<Outcome> outcomes = CheckedKind::run(numbers, kernels);
    if (setting_.has_gpu) compare_on_gpu(kernels, outcomes);
    return outcomes;
}

Outcome CudaKind::checked(std::uint64_t number, const Drawn& kernel,
                          std::span<const MachineTarget> targets) const {
    Checked checked = check(kernel, targets);
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
        if (const auto what = compiler.refuses(source_of(kernel)))
            outcome.mismatches.push_back({compiler.name, Fault::refused, *what});
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
        const PlainRun expected = run_plainly(clean[i], elements_before(clean[i]));
        std::string what = first_difference(clean[i], expected.buffers, (*results)[i]);
        if (!what.empty())
            outcomes[which[i]].mismatches.push_back({kGpu, Fault::difference, std::move(what)});
    }
}

// ---- reducing

std::vector<Mismatch> CudaKind::mismatches_of(const Drawn& candidate, bool clean,
                                              std::span<const MachineTarget> targets) const {
    Checked checked = check(candidate, targets);
    if (checked.expected.is_clean() != clean || checked.expected.is_too_long) return {};
    return std::move(checked.mismatches);
}

bool CudaKind::is_clean(const Drawn& kernel) const {
    return run_plainly(kernel, elements_before(kernel)).is_clean();
}

Drawn CudaKind::reduced(const Drawn& kernel, const std::function<bool(const Drawn&)>& shows) const {
    return cuda::reduced(kernel, shows);
}

std::string CudaKind::outline_of(const Drawn& kernel) const {
    return cuda::outline_of(kernel);
}

std::uint64_t CudaKind::statements_of(const Drawn& kernel) const {
    return weight_of(kernel)[0];
}

// ---- printing

std::vector<harness::Counter> CudaKind::counters() const {
    return {{"wrong", "with a mistake that must be found"}, {"mistakes", ""}};
}

void CudaKind::add_shape(harness::CommandText& command) const {
    const DrawnShape usual;
    command.option("statements", setting_.shape.statements, usual.statements)
        .option("mutants", setting_.shape.mutants, usual.mutants);
}

harness::Json CudaKind::shape() const {
    return {{"statements", setting_.shape.statements}, {"mutants", setting_.shape.mutants}};
}

std::string CudaKind::source(const Drawn& kernel) const {
    return source_of(kernel);
}

std::string CudaKind::file_text(const Finding<Drawn>& finding, const std::string& file) const {
    const Drawn& kernel = finding.smallest;
    std::string text = fmt::format("// Run by: {}\n", run_command(kernel, file));
    if (!kernel.mutation.empty()) text += fmt::format("// It has a mistake: {}\n", kernel.mutation);
    return text + "\n" + source_of(kernel);
}

void CudaKind::add_members(harness::Json& json, const Finding<Drawn>& finding,
                           const std::string& file) const {
    json["mutation"] = finding.smallest.mutation;
    json["run"] = run_command(finding.smallest, file);
}

}  // namespace musimd::differential::cuda

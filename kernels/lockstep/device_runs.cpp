#include "kernels/lockstep/device_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "gpu_backend/device/device.hpp"
#include "gpu_backend/device/nvrtc.hpp"
#include "kernels/compiled/cuda.hpp"
#include "kernels/compiled/runner.hpp"
#include "kernels/lockstep/compiled_source.hpp"
#include "kernels/lockstep/headers_folder.hpp"

namespace musimd::kernels::lockstep {
namespace {

using End = TargetRun::End;

std::string first_line(const std::string& text) {
    return text.substr(0, text.find('\n'));
}

/// A run for each instance and list of arguments, which end alike.
std::vector<TargetRun> all_alike(const Setting& setting, Target target, IndexOrder order,
                                 std::size_t arguments, End end, const std::string& message) {
    std::vector<TargetRun> runs;
    for (std::size_t a = 0; a < arguments; ++a) {
        for (const Shape& shape : setting.shapes)
            runs.push_back({.target = target,
                            .shape = shape,
                            .order = order,
                            .arguments = a,
                            .end = end,
                            .message = message});
    }
    return runs;
}

void note(const CaseResult& result, const dsl::cuda::KernelFunction& kernel, TargetRun& run) {
    switch (result.kind) {
        case CaseResult::Kind::done:
            run.end = End::stop;
            run.message.clear();
            run.buffers = elements_of(kernel, result.memory);
            return;
        case CaseResult::Kind::crashed:
            run.end = End::finding;
            run.findings.push_back({.kind = "crash", .message = result.message, .line = 0});
            return;
        case CaseResult::Kind::timed_out:
            run.end = End::limit;
            run.message = result.message;
            return;
    }
}

}  // namespace

std::optional<std::string> why_no_gpu() {
    static const std::optional<std::string> why_not = gpu::why_no_cuda_driver();
    return why_not;
}

std::vector<TargetRun> compile_by_nvrtc(const Setting& setting, const Instances&, IndexOrder order) {
    const auto all = [&](End end, const std::string& message) {
        return all_alike(setting, Target::nvrtc, order, 1, end, message);
    };
    const auto nvrtc = gpu::Nvrtc::find();
    if (!nvrtc) return all(End::skipped, first_line(nvrtc.error()));
    setting.report(fmt::format("compiling by NVRTC ({})", to_string(order)));
    const HeadersFolder headers;
    std::vector<std::string> options = {"-I" + headers.path(), order_option(order)};
    const std::vector<std::string>& own = setting.source.options;
    for (std::size_t i = 0; i < own.size(); ++i) {
        const bool is_file = own[i] == "-include" && i + 1 < own.size();
        options.push_back(is_file ? "--pre-include=" + own[++i] : own[i]);
    }
    const std::string folder = std::filesystem::path(setting.source.file).parent_path().string();
    options.push_back("-I" + (folder.empty() ? "." : folder));
    std::vector<std::string> names;
    for (const Shape& shape : setting.shapes) names.push_back(name_of(setting, shape));
    const auto compiled = (*nvrtc)->compile(setting.source.text, (*nvrtc)->target(9, 0), options, names);
    return compiled ? all(End::compiled, "") : all(End::not_compiled, compiled.error());
}

std::vector<TargetRun> run_by_nvcc(const Setting& setting, const Instances& instances, IndexOrder order,
                                   const std::vector<openmp::CallArguments>& arguments) {
    const auto all = [&](End end, const std::string& message) {
        return all_alike(setting, Target::nvcc, order, arguments.size(), end, message);
    };
    const dsl::cuda::KernelFunction& kernel = instances.kernels.begin()->second.front();
    if (!is_runnable(nvcc())) return all(End::skipped, "nvcc is not installed");
    if (std::string reason = why_not_compiled(kernel); !reason.empty()) return all(End::skipped, reason);
    setting.report(fmt::format("compiling by nvcc ({})", to_string(order)));
    const auto no_gpu = why_no_gpu();
    const HeadersFolder headers;
    Toolchain toolchain = nvcc_toolchain(no_gpu ? "sm_90" : "native");
    toolchain.flags.insert(toolchain.flags.end(), {"-I" + headers.path(), order_option(order)});
    toolchain.flags.insert(toolchain.flags.end(), setting.source.options.begin(),
                           setting.source.options.end());
    const std::string folder = std::filesystem::path(setting.source.file).parent_path().string();
    toolchain.flags.push_back("-I" + (folder.empty() ? "." : folder));
    toolchain.own_dsl = false;
    toolchain.entries_prelude = device_entries(setting, setting.shapes, kernel);
    const auto unit = build(toolchain, {.source = setting.source.text, .entries = {}},
                            {.limit = setting.limit, .source_name = setting.source.file});
    if (!unit) return all(End::not_compiled, unit.error());
    std::vector<TargetRun> runs = all(End::compiled, no_gpu ? first_line(*no_gpu) : "");
    if (no_gpu) return runs;
    std::vector<KernelLaunch> launches;
    for (const openmp::CallArguments& call : arguments) {
        for (std::size_t i = 0; i < setting.shapes.size(); ++i)
            launches.push_back(compiled_launch(kernel, call, i, false));
    }
    try {
        const std::vector<CaseResult> results =
            run_cases(*unit, launches, {.limits = RunLimits{setting.limit}, .on_device = true});
        for (std::size_t i = 0; i < results.size(); ++i) note(results[i], kernel, runs[i]);
    } catch (const std::runtime_error& error) {
        return all(End::skipped, error.what());
    }
    return runs;
}

}  // namespace musimd::kernels::lockstep

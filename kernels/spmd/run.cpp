#include "kernels/spmd/run.hpp"

#include <algorithm>
#include <utility>

#include "kernels/compiled/crash_line.hpp"

namespace musimd::kernels {

std::string_view to_string(BackendReport::Kind kind) {
    constexpr std::string_view kNames[] = {"agrees",    "differs",     "crashed",
                                           "timed out", "unavailable", "not compiled"};
    return kNames[static_cast<std::size_t>(kind)];
}

const KernelArgument* argument_of_block(const KernelEntry& entry, const KernelLaunch& launch,
                                        std::size_t block) {
    for (std::size_t i = 0; i < launch.arguments.size(); ++i) {
        const auto* const pointer = std::get_if<KernelLaunch::Pointer>(&launch.arguments[i]);
        if (pointer != nullptr && pointer->block == block) return &entry.arguments[i];
    }
    return nullptr;
}

BackendReport judge(const Backend& backend, const KernelEntry& entry, const KernelLaunch& launch,
                    const CaseResult& result, const std::vector<Words>& expected,
                    const Tolerance& tolerance) {
    using Kind = BackendReport::Kind;
    BackendReport report{std::string(backend.name()), Kind::agrees, result.message, {}};
    if (result.kind != CaseResult::Kind::done) {
        report.kind = result.kind == CaseResult::Kind::crashed ? Kind::crashed : Kind::timed_out;
        return report;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const KernelArgument* const argument = argument_of_block(entry, launch, i);
        if (argument == nullptr) continue;
        auto comparison = compare_elements(expected[i], result.memory[i], argument->type, tolerance);
        if (!comparison.same()) report.kind = Kind::differs;
        report.buffers.push_back({argument->name, argument->type, std::move(comparison)});
    }
    return report;
}

namespace {

// Runs it again, with a line table.
std::uint32_t line_of_crash(const Backend& backend, const KernelUnit& unit, const KernelLaunch& launch,
                            CompileOptions options, const RunLimits& limits, const std::string& file) {
    options.line_table = true;
    const auto compiled = backend.compile(unit, options);
    if (!compiled) return 0;
    return crash_line(*compiled, backend.run(*compiled, {&launch, 1}, limits).front(), file).value_or(0);
}

}  // namespace

BackendReport compare_on(const Backend& backend, const KernelUnit& unit, const KernelLaunch& launch,
                         const std::vector<Words>& expected, const Tolerance& tolerance,
                         const CompileOptions& options, const RunLimits& limits, const std::string& file) {
    using Kind = BackendReport::Kind;
    const std::string name(backend.name());
    if (const auto here = backend.available(); !here) return {name, Kind::unavailable, here.error()};
    const auto compiled = backend.compile(unit, options);
    if (!compiled) return {name, Kind::not_compiled, compiled.error()};
    const auto results = backend.run(*compiled, {&launch, 1}, limits);
    BackendReport report =
        judge(backend, unit.entries[launch.entry], launch, results.front(), expected, tolerance);
    if (results.front().signal != 0)
        report.line =
            line_of_crash(backend, unit, launch, options, limits, file.empty() ? options.source_name : file);
    return report;
}

}  // namespace musimd::kernels

#include "differential/kernel_run.hpp"

#include <algorithm>
#include <utility>

namespace musimd::differential {

std::string_view to_string(BackendReport::Kind kind) {
    constexpr std::string_view kNames[] = {"agrees",    "differs",     "crashed",
                                           "timed out", "unavailable", "not compiled"};
    return kNames[static_cast<std::size_t>(kind)];
}

const KernelArgument* argument_of_block(const KernelEntry& entry, const KernelCase& one, std::size_t block) {
    for (std::size_t i = 0; i < one.arguments.size(); ++i) {
        const auto* const pointer = std::get_if<KernelCase::Pointer>(&one.arguments[i]);
        if (pointer != nullptr && pointer->block == block) return &entry.arguments[i];
    }
    return nullptr;
}

BackendReport judge(const Backend& backend, const KernelEntry& entry, const KernelCase& one,
                    const CaseResult& result, const std::vector<Words>& expected,
                    const Tolerance& tolerance) {
    using Kind = BackendReport::Kind;
    BackendReport report{std::string(backend.name()), Kind::agrees, result.what, {}};
    if (result.kind != CaseResult::Kind::done) {
        report.kind = result.kind == CaseResult::Kind::crashed ? Kind::crashed : Kind::timed_out;
        return report;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
        const KernelArgument* const argument = argument_of_block(entry, one, i);
        if (argument == nullptr) continue;
        auto comparison = compare_elements(expected[i], result.memory[i], argument->type, tolerance);
        if (!comparison.same()) report.kind = Kind::differs;
        report.buffers.push_back({argument->name, argument->type, std::move(comparison)});
    }
    return report;
}

BackendReport compare_on(const Backend& backend, const KernelUnit& unit, const KernelCase& one,
                         const std::vector<Words>& expected, const Tolerance& tolerance,
                         const CompileOptions& options, const RunLimits& limits) {
    using Kind = BackendReport::Kind;
    const std::string name(backend.name());
    if (const auto here = backend.available(); !here) return {name, Kind::unavailable, here.error()};
    const auto compiled = backend.compile(unit, options);
    if (!compiled) return {name, Kind::not_compiled, compiled.error()};
    const auto results = backend.run(*compiled, {&one, 1}, limits);
    return judge(backend, unit.entries[one.entry], one, results.front(), expected, tolerance);
}

}  // namespace musimd::differential

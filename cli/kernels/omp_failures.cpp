#include "cli/kernels/omp_failures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "host/files.hpp"
#include "kernels/compiled/crash_line.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::cli {

using kernels::value_text;
using kernels::openmp::ArrayComparison;
using kernels::openmp::Comparison;
using kernels::openmp::CompiledRun;
using kernels::openmp::ProgramRun;

std::string_view word_of(CompiledRun::End end) {
    switch (end) {
        case CompiledRun::End::stop:
            return "stop";
        case CompiledRun::End::skipped:
            return "skipped";
        case CompiledRun::End::not_compiled:
            return "not-compiled";
        case CompiledRun::End::crashed:
            return "crashed";
        case CompiledRun::End::timed_out:
            break;
    }
    return "timed-out";
}

std::string_view word_of(ProgramRun::End end) {
    switch (end) {
        case ProgramRun::End::same:
            return "same";
        case ProgramRun::End::within_bound:
            return "within-the-bound";
        case ProgramRun::End::different:
            return "different";
        case ProgramRun::End::not_compared:
            return "not-compared";
        case ProgramRun::End::crashed:
            return "crashed";
        case ProgramRun::End::timed_out:
            break;
    }
    return "timed-out";
}

bool is_failure(ProgramRun::End end) {
    return end == ProgramRun::End::different || end == ProgramRun::End::crashed ||
           end == ProgramRun::End::timed_out;
}

bool is_failure(CompiledRun::End end) {
    return end != CompiledRun::End::stop && end != CompiledRun::End::skipped;
}

std::string replay_of(const OmpRequest& request, const std::string& model, const std::string& compiler) {
    std::string program;
    for (const std::string& word : request.source.arguments) program += " " + host::quoted(word);
    return fmt::format("{} --model {} --compilers {}{}{}", request.replay, model,
                       compiler.empty() ? "none" : compiler, program.empty() ? "" : " --", program);
}

std::string replay_of(const OmpRequest& request, const OmpComparison& comparison) {
    if (comparison.compiled == nullptr) return replay_of(request, "both", "");
    return replay_of(request, comparison.model->name(), comparison.compiled->reference.compiler);
}

std::string replay_of(const OmpRequest& request, const CompiledRun& run) {
    return replay_of(request, "both", run.reference.compiler);
}

std::string first_of(const OmpComparison& comparison) {
    const auto has_first = [](const ArrayComparison& array) { return array.found.first.has_value(); };
    const auto different = std::ranges::find_if(
        comparison.arrays, [](const ArrayComparison& array) { return array.found.different != 0; });
    const auto found =
        different != comparison.arrays.end() ? different : std::ranges::find_if(comparison.arrays, has_first);
    return found == comparison.arrays.end() ? ""
                                            : fmt::format("  first {}[{}]", found->name, *found->found.first);
}

std::string failure_of(const OmpRequest& request, const CompiledRun& run) {
    if (!is_failure(run.end)) return {};
    std::string text = fmt::format("{}:", request.source.file);
    if (run.line != 0) text += fmt::format("{}:", run.line);
    text += fmt::format(" error: {}: {}\n", run.reference.name(), run.message);
    if (run.line != 0) text += fmt::format("    {}\n", kernels::source_line(request.source.text, run.line));
    text += run.details;
    return text + fmt::format("    again: {}\n", replay_of(request, run));
}

std::string failure_of(const OmpRequest& request, const ProgramRun& run) {
    if (!is_failure(run.end)) return {};
    std::string text = fmt::format("{}: error: compiled by {}: {}\n", request.source.file,
                                   run.reference.name(), run.message);
    if (run.difference)
        text += fmt::format("    {} on the machine\n    {} with {}\n", run.difference->machine,
                            run.difference->other, run.reference.name());
    return text + fmt::format("    again: {}\n", replay_of(request, "both", run.reference.compiler));
}

std::string failure_of(const OmpRequest& request, const OmpComparison& comparison,
                       const StateOfArray& state_of) {
    std::string text;
    for (const ArrayComparison& array : comparison.arrays) {
        if (array.found.different == 0 || state_of(array) == kernels::FindingState::suppressed) continue;
        const Comparison& found = array.found;
        text += fmt::format("{}: {}: {} of {} elements of {} differ\n", request.source.file,
                            state_of(array) == kernels::FindingState::known ? "note: known" : "error",
                            found.different, found.same + found.close + found.different, array.name);
        for (const Comparison::Element& element : found.first_different)
            text += fmt::format("    {}[{}] is {} under {}, and {} with {}\n", array.name, element.number,
                                value_text(element.a, array.type), comparison.model->name(),
                                value_text(element.b, array.type), comparison.other_name());
    }
    return text.empty() ? text : text + fmt::format("    again: {}\n", replay_of(request, comparison));
}

bool is_repeated(const OmpComparison& before, const OmpComparison& comparison) {
    const auto same = [](const ArrayComparison& a, const ArrayComparison& b) {
        return a.found.different == b.found.different &&
               std::ranges::equal(a.found.first_different, b.found.first_different);
    };
    return comparison.compiled != nullptr && comparison.compiled == before.compiled &&
           std::ranges::equal(before.arrays, comparison.arrays, same);
}

}  // namespace musimd::cli

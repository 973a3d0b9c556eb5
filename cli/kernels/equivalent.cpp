// musimd equivalent

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_prove_options.hpp"
#include "cli/kernels/equivalent_runs.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "kernels/launch/front_end.hpp"
#include "prove/equivalence.hpp"
#include "prove/words.hpp"

namespace musimd::cli {
namespace {

constexpr unsigned kUsualInputs = 20;

/// What was found of both kernels.
struct EquivalenceReport {
    const ComparedKernel& first;
    const ComparedKernel& second;
    const prove::Premises& premises;
    prove::Comparison comparison;
    ComparedRuns runs;
    std::string solver;

    std::string state() const {
        if (comparison.verdict == prove::Verdict::proved) return "proved";
        return runs.difference ? "different" : "unknown";
    }
    int status() const { return state() == "proved" ? kOk : runs.difference ? kFailed : kUnknownStatus; }

    std::string title_of(const ComparedKernel& one) const {
        return fmt::format("{}: kernel {}", one.file, one.kernel.code.name);
    }

    std::string text() const {
        std::vector<std::string> limits = comparison.limits;
        for (std::string& text : assumed_in(premises)) limits.push_back(std::move(text));
        std::string text = fmt::format("{}\n{}\n", title_of(first), title_of(second));
        if (!limits.empty()) text += fmt::format("for all launches with {}\n", fmt::join(limits, ", "));
        if (state() == "proved")
            return text + "  proved   the same memory afterwards, if both end and neither has a finding\n";
        if (runs.difference) return text + text_of(*runs.difference);
        text += fmt::format("  unknown  no difference in {} input{}\n", runs.same, runs.same == 1 ? "" : "s");
        if (runs.skipped != 0)
            text += fmt::format("  with {} other input{} one of them has a finding: {}\n", runs.skipped,
                                runs.skipped == 1 ? "" : "s", runs.skipped_command);
        return text + fmt::format("{}: unknown: {}\n", place(), comparison.reason);
    }

    std::string place() const {
        if (!comparison.at) return first.file;
        const ComparedKernel& one = comparison.at->is_of_second ? second : first;
        const auto place = dsl::cuda::place_of(comparison.at->line.line, one.file, one.kernel.included);
        return dsl::cuda::to_string(place);
    }

    static std::string text_of(const MemoryDifference& difference) {
        return fmt::format(
            "  different  {}[{}] is {} after the first, and {} after the second\n    first: {}\n    second: "
            "{}\n",
            difference.array, difference.element, difference.first, difference.second,
            difference.first_command, difference.second_command);
    }

    nlohmann::ordered_json json() const {
        const auto kernel = [](const ComparedKernel& one) {
            return nlohmann::ordered_json{{"file", one.file}, {"kernel", one.kernel.code.name}};
        };
        nlohmann::ordered_json result = {{"first", kernel(first)},
                                         {"second", kernel(second)},
                                         {"state", state()},
                                         {"limits", comparison.limits},
                                         {"assumptions", premises.assumptions},
                                         {"lengths", premises.lengths}};
        if (state() != "proved") {
            result["reason"] = comparison.reason;
            result["place"] = place();
            result["inputs"] = {{"same", runs.same}, {"skipped", runs.skipped}};
        }
        if (runs.difference)
            result["difference"] = {
                {"array", runs.difference->array},
                {"element", runs.difference->element},
                {"first", runs.difference->first},
                {"second", runs.difference->second},
                {"commands", {runs.difference->first_command, runs.difference->second_command}}};
        result["solver"] = solver;
        return result;
    }
};

ComparedKernel kernel_in(const Options& options, const std::string& file, const std::string& name) {
    reader::Source source = source_of(options, file);
    source.function = name;
    auto reading = kernels::read_kernel(source);
    if (!reading) throw InputError(fmt::format("musimd equivalent: error: {}\n", reading.error()));
    if (!reading->kernel && reading->kernels.size() > 1)
        throw UsageError(fmt::format("{} has several kernels; choose with --kernel and --other: {}", file,
                                     fmt::join(reading->kernels, ", ")));
    if (reading->is_program)
        throw UsageError(fmt::format("{} has a main; choose a kernel with --kernel", file));
    if (!reading->kernel) {
        refuse_wrong_command("cuda", file, source.text);
        throw InputError(reading->messages);
    }
    std::cerr << reading->messages;
    ComparedKernel result{file, std::move(*reading->kernel), {}};
    for (const dsl::openmp::Parameter& parameter : result.kernel.code.parameters)
        result.names.push_back(parameter.name);
    return result;
}

/// Only integers: others are for runs.
prove::Premises premises_of_pair(const Options& options, const dsl::cuda::KernelFunction& kernel) {
    Options own = options;
    std::vector<std::string> texts = options.texts("arg");
    std::erase_if(texts, [&](const std::string& text) {
        const auto at = std::ranges::find(kernel.code.parameters, text.substr(0, text.find('=')),
                                          &dsl::openmp::Parameter::name);
        return at != kernel.code.parameters.end() && (at->buffer || is_float(at->type));
    });
    own.set("arg", texts);
    return premises_of(own, kernel);
}

}  // namespace

int equivalent(const Arguments& arguments) {
    Options given = declare_equivalent();
    if (!given.parse(arguments, 1, 2)) return kOk;
    const std::string name = given.text("kernel").value_or("");
    const std::string other = given.text("other").value_or(name);
    if (given.operands().size() == 1 && (name.empty() || name == other))
        throw UsageError("one file needs two kernels; name them with --kernel and --other");
    const auto inputs = static_cast<unsigned>(given.integer("inputs", 0, 100'000).value_or(kUsualInputs));
    const std::string format = format_option(given);
    const ComparedKernel first = kernel_in(given, given.operands().front(), name);
    ComparedKernel second = kernel_in(given, given.operands().back(), other);
    try {
        second.kernel = prove::with_names_of(first.kernel, std::move(second.kernel));
        const prove::Premises premises = premises_of_pair(given, first.kernel);
        prove::Solver solver(solver_of(given));
        note_interruptions();
        EquivalenceReport report{
            first,    second,
            premises, prove::compare_kernels(first.kernel, second.kernel, premises, solver),
            {},       solver.name()};
        if (report.comparison.verdict != prove::Verdict::proved)
            report.runs = compare_runs(given, first, second, premises, inputs);
        std::cout << (format == "json" ? report.json().dump(2) + "\n" : report.text());
        return report.status();
    } catch (const std::invalid_argument& error) {
        throw InputError(fmt::format("musimd equivalent: error: {}\n", error.what()));
    }
}

}  // namespace musimd::cli

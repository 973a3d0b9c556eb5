#include "cli/kernels/omp_prove.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_prove_options.hpp"
#include "cli/kernels/omp_prove_report.hpp"
#include "prove/words.hpp"

// musimd omp --prove

namespace musimd::cli {
namespace {

using kernels::openmp::Configuration;
using prove::Kind;
using prove::Obligation;
using prove::Verdict;

prove::Premises premises_of_loops(const Options& options) {
    prove::Premises premises;
    premises.assumptions = options.texts("assume");
    premises.lengths = lengths_of(options);
    return premises;
}

bool is_violation(const kernels::Finding& finding, const Obligation& o, const prove::Premises& premises) {
    if (prove::kind_of_finding(finding.kind) != o.kind) return false;
    // The run, not the user, has chosen the length of the array.
    if (o.kind == Kind::bounds && (o.open.empty() || premises.lengths.contains(o.array))) return false;
    if (o.kind != Kind::race) return finding.line.line == o.line.line;
    std::set<std::uint32_t> lines = {o.line.line, o.other.line};
    return finding.other && lines == std::set<std::uint32_t>{finding.line.line, finding.other->line};
}

/// Whether the values of the parameters fulfil what is assumed; an assumption about other variables is not
/// decided.
bool fulfils(const OmpRequest& request, const prove::Premises& premises) {
    prove::Terms terms;
    std::map<std::string, prove::Term> names;
    for (std::size_t i = 0; i < request.function.parameters.size(); ++i) {
        const dsl::openmp::Parameter& parameter = request.function.parameters[i];
        if (!parameter.variable || is_float(parameter.type)) continue;
        const Integer value = word_of_pattern(request.arguments.numbers[i], parameter.type);
        names[parameter.name] = terms.number(prove::Integer(static_cast<std::int64_t>(value)));
    }
    try {
        return std::ranges::all_of(premises.assumptions, [&](const std::string& text) {
            return prove::Terms::is_true(prove::read_condition(terms, text, names));
        });
    } catch (const std::invalid_argument&) {
        return false;
    }
}

bool has_unknown_loop(const std::vector<ProvedLoop>& loops) {
    return std::ranges::any_of(loops, [](const ProvedLoop& proved) {
        return std::ranges::any_of(proved.proof.obligations,
                                   [](const Obligation& o) { return o.verdict == Verdict::unknown; });
    });
}

void keep_in_loops(const kernels::Finding& finding, const std::string& again, const prove::Premises& premises,
                   std::vector<ProvedLoop>& loops) {
    for (ProvedLoop& proved : loops) {
        for (std::size_t i = 0; i < proved.proof.obligations.size(); ++i) {
            Obligation& o = proved.proof.obligations[i];
            if (o.verdict == Verdict::refuted || !is_violation(finding, o, premises)) continue;
            // Also of what is proved: then the proof is wrong, and the machine is right.
            o.verdict = Verdict::refuted;
            proved.shown[i] = {finding, again};
        }
    }
}

/// The options with this value for each number that is not given.
Options with_numbers(const Options& options, const OmpRequest& request, int number) {
    Options own = options;
    std::vector<std::string> texts = options.texts("arg");
    for (const dsl::openmp::Parameter& parameter : request.function.parameters) {
        const bool is_given = std::ranges::any_of(
            texts, [&](const std::string& text) { return text.starts_with(parameter.name + "="); });
        if (parameter.variable && !parameter.boolean && !is_given)
            texts.push_back(fmt::format("{}={}", parameter.name, number));
    }
    own.set("arg", texts);
    return own;
}

/// Runs the function with several arguments, under each model.
void search_in_runs(const Options& options, const ReadRequest& read,
                    const std::vector<Configuration>& configurations, const Engine& engine,
                    const prove::Premises& premises, std::vector<ProvedLoop>& loops) {
    const OmpRequest first = read(options);
    const bool has_numbers = std::ranges::any_of(
        first.function.parameters, [](const auto& parameter) { return parameter.variable.has_value(); });
    for (const int number : {64, 17, 3, 300}) {
        if (!has_unknown_loop(loops) || interrupted()) return;
        const OmpRequest request = read(with_numbers(options, first, number));
        if (!fulfils(request, premises)) continue;
        for (Configuration config : configurations) {
            config.undefined_is_zero = true;
            const auto run =
                kernels::openmp::run_model(request.function, request.arguments, config, false, false, engine);
            for (const kernels::Finding& finding : run.findings)
                keep_in_loops(finding, request.replay + " --undefined zero --compilers none", premises,
                              loops);
        }
        if (!has_numbers) return;
    }
}

}  // namespace

int prove_loops(const Options& options, const ReadRequest& read,
                const std::vector<Configuration>& configurations, const Engine& engine) {
    if (const std::string format = format_option(options); format != "text" && format != "json")
        throw UsageError(fmt::format("'--prove' prints text or json, not {}", format));
    const prove::Premises premises = premises_of_loops(options);
    const OmpRequest request = read(options);
    prove::Solver solver(solver_of(options));
    std::vector<ProvedLoop> loops;
    try {
        for (prove::UnorderedLoop& loop : prove::unordered_loops(request.function)) {
            prove::Proof proof = prove::prove_loop(loop, premises, solver);
            loops.push_back({std::move(loop), std::move(proof)});
        }
    } catch (const std::invalid_argument& error) {
        throw InputError(fmt::format("musimd omp: error: --prove: {}\n", error.what()));
    }
    if (has_unknown_loop(loops)) search_in_runs(options, read, configurations, engine, premises, loops);
    const LoopProofReport report{request, premises, loops, solver.name()};
    std::cout << (format_option(options) == "json" ? report.json().dump(2) + "\n" : report.text());
    const Verdict worst = report.worst();
    return worst == Verdict::proved ? kOk : worst == Verdict::refuted ? kFailed : kUnknownStatus;
}

}  // namespace musimd::cli

#include "cli/kernels/cuda_prove.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>
#include <stdexcept>

#include "cli/command/failure.hpp"
#include "cli/command/input.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "cli/kernels/finding_options.hpp"
#include "engines/engines.hpp"
#include "isa/json_text.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/arguments.hpp"
#include "prove/proof.hpp"

// musimd cuda --prove

namespace musimd::cli {
namespace {

using prove::Kind;
using prove::Obligation;
using prove::Verdict;

constexpr int kUnknown = 3;
constexpr std::chrono::seconds kSearchTime(20);

/// What the machine has shown, and how to see it again.
struct Shown {
    kernels::Finding finding;
    std::string again;
};

std::string_view name_of(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "race";
        case Kind::barrier:
            return "barrier";
        case Kind::bounds:
            return "bounds";
        case Kind::assertion:
            break;
    }
    return "assertion";
}

std::string_view claim_of(Kind kind) {
    switch (kind) {
        case Kind::race:
            return "no race";
        case Kind::barrier:
            return "every barrier is uniform";
        case Kind::bounds:
            return "accesses are within their arrays";
        case Kind::assertion:
            break;
    }
    return "assertions hold";
}

std::string_view name_of_verdict(Verdict verdict) {
    switch (verdict) {
        case Verdict::proved:
            return "proved";
        case Verdict::refuted:
            return "refuted";
        case Verdict::unknown:
            break;
    }
    return "unknown";
}

// ---- the command line

/// NAME=VALUE.
std::pair<std::string, std::string> halves_of(const std::string& option, const std::string& text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        throw UsageError(fmt::format("'--{} {}': expected NAME=VALUE", option, text));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

prove::Premises premises_of(const Options& options, const dsl::cuda::KernelFunction& kernel) {
    prove::Premises premises;
    premises.assumptions = options.texts("assume");
    for (const std::string& text : options.texts("length"))
        premises.lengths.insert(halves_of("length", text));
    for (const std::string& text : options.texts("arg")) {
        const auto [name, value] = halves_of("arg", text);
        const auto parameter = std::ranges::find(kernel.code.parameters, name, &dsl::openmp::Parameter::name);
        std::int64_t number = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
        const bool is_number = error == std::errc() && end == value.data() + value.size();
        const bool is_integer =
            parameter != kernel.code.parameters.end() && parameter->variable && !is_float(parameter->type);
        if (!is_number || !is_integer)
            throw UsageError(fmt::format("'--arg {}': --prove takes values of integer parameters", text));
        premises.arguments[name] = number;
    }
    const kernels::cuda::LaunchConfiguration config = launch_configuration(options);
    if (options.has("block")) premises.block = config.block;
    if (options.has("grid")) premises.grid = config.grid;
    return premises;
}

std::string solver_of(const Options& options) {
    const auto given = options.choice("solver");
    for (const char* const name : {"z3", "cvc5"}) {
        if ((!given || *given == name) && prove::Solver::is_installed(name)) return name;
    }
    throw InputError(fmt::format("musimd cuda: error: --prove needs {}; Debian has packages of these names\n",
                                 given ? *given : "the solver z3 or cvc5"));
}

// ---- refuting

bool is_of_kind(Kind kind, const std::string& finding) {
    switch (kind) {
        case Kind::race:
            return finding == "race";
        case Kind::barrier:
            return finding == "barrier-while-diverged" || finding == "barrier-instructions" ||
                   finding == "barrier-exited";
        case Kind::bounds:
            return finding == "invalid-address" || finding == "null-pointer";
        case Kind::assertion:
            break;
    }
    return finding == "assertion";
}

bool shows(const kernels::Finding& finding, const Obligation& obligation) {
    if (!is_of_kind(obligation.kind, finding.kind)) return false;
    if (obligation.kind == Kind::race && finding.access && finding.earlier) {
        const bool is_of_block = finding.access->thread.block == finding.earlier->thread.block;
        if (is_of_block != (obligation.level == prove::Level::block)) return false;
    }
    const bool is_of_array = finding.access && finding.access->element.object == obligation.array;
    if (obligation.kind == Kind::bounds && !is_of_array) return false;
    std::set<std::uint32_t> lines = {obligation.line.line};
    if (obligation.other.line != 0) lines.insert(obligation.other.line);
    const auto is_one = [&](const dsl::SourcePoint& line) { return lines.contains(line.line); };
    if (obligation.kind == Kind::race) return is_one(finding.line) && finding.other && is_one(*finding.other);
    return is_one(finding.line) || (finding.other && is_one(*finding.other));
}

/// Runs candidates on the machine.
class Search {
  public:
    Search(const Options& options, const CudaRequest& request, prove::Prover& prover)
        : options_(options), request_(request), prover_(prover) {}

    /// What is shown, by obligation.
    std::map<const Obligation*, Shown> run(std::vector<Obligation>& obligations) {
        const auto last = std::chrono::steady_clock::now() + kSearchTime;
        for (Obligation& obligation : obligations) {
            if (obligation.verdict != Verdict::unknown || obligation.open.empty()) continue;
            for (const auto& [block, grid] : shapes()) {
                if (obligation.verdict == Verdict::refuted || std::chrono::steady_clock::now() > last) break;
                if (const auto candidate = prover_.candidate(obligation, block, grid))
                    look(*candidate, obligations);
            }
        }
        return std::move(shown_);
    }

  private:
    using Shape = std::array<std::int64_t, 3>;

    static std::vector<std::pair<Shape, Shape>> shapes() {
        std::vector<std::pair<Shape, Shape>> result;
        for (const Shape& grid :
             {Shape{1, 1, 1}, Shape{2, 1, 1}, Shape{3, 1, 1}, Shape{1, 2, 1}, Shape{2, 2, 1}}) {
            for (const Shape& block :
                 {Shape{32, 1, 1}, Shape{64, 1, 1}, Shape{33, 1, 1}, Shape{8, 4, 1}, Shape{16, 16, 1},
                  Shape{5, 3, 1}, Shape{17, 1, 1}, Shape{1, 17, 1}, Shape{128, 1, 1}, Shape{1, 33, 1}})
                result.emplace_back(block, grid);
        }
        return result;
    }

    static std::string text_of(const Shape& shape) {
        std::string text = std::to_string(shape[0]);
        if (shape[1] != 1 || shape[2] != 1) text += "," + std::to_string(shape[1]);
        if (shape[2] != 1) text += "," + std::to_string(shape[2]);
        return text;
    }

    static dsl::Dimensions dimensions_of(const Shape& shape) {
        return {static_cast<std::uint32_t>(shape[0]), static_cast<std::uint32_t>(shape[1]),
                static_cast<std::uint32_t>(shape[2])};
    }

    std::string command_of(const prove::Candidate& candidate, const std::string& model) const {
        std::string command =
            fmt::format("musimd cuda {} --kernel {} --grid {} --block {}", request_.source.file,
                        request_.kernel.code.name, text_of(candidate.grid), text_of(candidate.block));
        if (candidate.shared_bytes != 0) command += fmt::format(" --shared {}", candidate.shared_bytes);
        for (const std::string& argument : candidate.arguments) command += " --arg " + argument;
        return command + " --undefined zero --model " + model;
    }

    void look(const prove::Candidate& candidate, std::vector<Obligation>& obligations) {
        kernels::cuda::LaunchConfiguration config = launch_conditions(options_);
        config.block = dimensions_of(candidate.block);
        config.grid = dimensions_of(candidate.grid);
        config.shared_bytes = candidate.shared_bytes;
        if (candidate.shared_bytes == 0)
            add_usual_shared_memory(options_, request_.source, request_.kernel, config);
        config.undefined = kernels::cuda::Undefined::zero;
        if (why_not(request_.kernel, config)) return;
        Options own = options_;
        own.set("arg", candidate.arguments);
        const kernels::openmp::GivenArguments given = cuda_arguments(own, request_.kernel);
        const std::vector<std::string> texts =
            launch_argument_texts(options_, request_.kernel, given, config, config.grid_threads());
        for (const char* const model : {"lockstep", "volta"}) {
            config.model = thread_models_of(model).front();
            const kernels::cuda::LaunchRun run = run_launch(
                request_.kernel, read_cuda_arguments(request_.kernel, texts), config, *find_engine("auto"));
            for (const auto* const findings : {&run.findings, &run.warnings}) {
                for (const kernels::Finding& finding : *findings)
                    keep(finding, command_of(candidate, model), obligations);
            }
        }
    }

    void keep(const kernels::Finding& finding, const std::string& again,
              std::vector<Obligation>& obligations) {
        for (Obligation& obligation : obligations) {
            if (obligation.verdict == Verdict::refuted || !shows(finding, obligation)) continue;
            // An array whose length nobody states is as long as the search has made it.
            const bool has_length = obligation.verdict == Verdict::proved || !obligation.open.empty();
            if (obligation.kind == Kind::bounds && !has_length) continue;
            // Also of what is proved: then the proof is wrong, and the machine is right.
            obligation.verdict = Verdict::refuted;
            shown_[&obligation] = {finding, again};
        }
    }

    const Options& options_;
    const CudaRequest& request_;
    prove::Prover& prover_;
    std::map<const Obligation*, Shown> shown_;
};

// ---- the report

std::string place_of(const CudaRequest& request, const dsl::SourcePoint& line) {
    const dsl::cuda::FileLine place =
        dsl::cuda::place_of(line.line, request.source.file, request.kernel.included);
    const std::string column = line.column != 0 ? fmt::format(":{}", line.column) : "";
    return to_string(place) + column;
}

std::string what_of(const Obligation& o) {
    std::string text(name_of(o.kind));
    if (!o.array.empty() && o.kind != Kind::barrier) text += " of " + o.array;
    if (o.other.line != 0 && o.other.line != o.line.line) text += fmt::format(" with line {}", o.other.line);
    if (o.kind == Kind::race) text += o.level == prove::Level::block ? ", in a block" : ", of two blocks";
    return text;
}

Verdict worst_of(const std::vector<Obligation>& obligations, std::optional<Kind> kind) {
    Verdict worst = Verdict::proved;
    for (const Obligation& o : obligations) {
        if (kind && o.kind != *kind) continue;
        if (o.verdict == Verdict::refuted) return Verdict::refuted;
        if (o.verdict == Verdict::unknown) worst = Verdict::unknown;
    }
    return worst;
}

std::string summary_of(const prove::Proof& proof, const prove::Premises& premises,
                       const CudaRequest& request) {
    std::vector<std::string> limits = proof.limits;
    limits.insert(limits.end(), premises.assumptions.begin(), premises.assumptions.end());
    for (const auto& [name, length] : premises.lengths)
        limits.push_back(fmt::format("{} elements of {}", length, name));
    std::string text =
        fmt::format("{}: kernel {}, for all launches{}{}\n", request.source.file, request.kernel.code.name,
                    limits.empty() ? "" : " with ", fmt::join(limits, ", "));
    for (const Kind kind : {Kind::race, Kind::barrier, Kind::bounds, Kind::assertion}) {
        const auto count = std::ranges::count(proof.obligations, kind, &Obligation::kind);
        if (count == 0 && kind != Kind::race) continue;
        const Verdict verdict = worst_of(proof.obligations, kind);
        text += fmt::format("  {:8} {:35} {} obligation{}\n", name_of_verdict(verdict), claim_of(kind), count,
                            count == 1 ? "" : "s");
    }
    return text;
}

std::string details_of(const prove::Proof& proof, const std::map<const Obligation*, Shown>& shown,
                       const CudaRequest& request) {
    std::string text;
    std::set<std::string> printed;
    for (const Obligation& o : proof.obligations) {
        if (o.verdict == Verdict::proved) continue;
        std::string entry;
        if (const auto at = shown.find(&o); at != shown.end()) {
            const kernels::Finding& finding = at->second.finding;
            entry = fmt::format("{}: error: {}: {}\n    again: {}\n", place_of(request, finding.line),
                                finding.kind, finding.message, at->second.again);
        } else {
            entry = fmt::format("{}: unknown: {}: {}\n", place_of(request, o.line), what_of(o), o.reason);
        }
        if (printed.insert(entry).second) text += entry;
    }
    for (const std::uint32_t line : std::set<std::uint32_t>(proof.unreached.begin(), proof.unreached.end()))
        text +=
            fmt::format("{}: warning: an access on this line is never reached\n", place_of(request, line));
    if (worst_of(proof.obligations, std::nullopt) != Verdict::proved)
        text += "What is proved holds up to the point where something that is not proved goes wrong.\n";
    return text;
}

nlohmann::ordered_json json_of(const prove::Proof& proof, const prove::Premises& premises,
                               const std::map<const Obligation*, Shown>& shown, const CudaRequest& request,
                               const std::string& solver) {
    nlohmann::ordered_json obligations = nlohmann::ordered_json::array(), findings = obligations;
    for (const Obligation& o : proof.obligations) {
        nlohmann::ordered_json one = {{"kind", name_of(o.kind)}, {"state", name_of_verdict(o.verdict)}};
        one["lines"] = {o.line.line};
        if (o.other.line != 0) one["lines"].push_back(o.other.line);
        if (!o.array.empty() && o.kind != Kind::barrier) one["array"] = o.array;
        one["level"] = o.level == prove::Level::block ? "block" : "grid";
        if (o.verdict == Verdict::unknown) one["reason"] = o.reason;
        if (const auto at = shown.find(&o); at != shown.end()) {
            one["finding"] = findings.size();
            findings.push_back({{"kind", at->second.finding.kind},
                                {"line", at->second.finding.line.line},
                                {"message", at->second.finding.message},
                                {"again", at->second.again}});
        }
        obligations.push_back(std::move(one));
    }
    return {{"file", request.source.file},
            {"kernel", request.kernel.code.name},
            {"proof",
             {{"limits", proof.limits},
              {"assumptions", premises.assumptions},
              {"lengths", premises.lengths},
              {"obligations", std::move(obligations)},
              {"solver", solver}}},
            {"findings", std::move(findings)}};
}

}  // namespace

int prove_kernel(const Options& options, const CudaRequest& request) {
    if (request.kernel.everywhere_line != 0)
        throw InputError(request.source.file, "`everywhere` blocks are not understood by --prove yet");
    if (const std::string format = format_option(options); format != "text" && format != "json")
        throw UsageError(fmt::format("'--prove' prints text or json, not {}", format));
    const prove::Premises premises = premises_of(options, request.kernel);
    prove::Solver solver(solver_of(options));
    prove::Prover prover(request.kernel, premises, solver);
    prove::Proof proof;
    try {
        proof = prover.prove();
    } catch (const std::invalid_argument& error) {
        throw InputError(fmt::format("musimd cuda: error: --prove: {}\n", error.what()));
    }
    const auto shown = Search(options, request, prover).run(proof.obligations);
    if (format_option(options) == "json")
        std::cout << json_of(proof, premises, shown, request, solver.name()).dump(2) << "\n";
    else
        std::cout << summary_of(proof, premises, request) << details_of(proof, shown, request);
    const Verdict worst = worst_of(proof.obligations, std::nullopt);
    return worst == Verdict::proved ? kOk : worst == Verdict::refuted ? 1 : kUnknown;
}

}  // namespace musimd::cli

// musimd cuda --prove

#include "cli/kernels/cuda_prove.hpp"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/command/failure.hpp"
#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_prove_attack.hpp"
#include "cli/kernels/cuda_prove_launches.hpp"
#include "cli/kernels/cuda_prove_options.hpp"
#include "cli/kernels/cuda_prove_report.hpp"
#include "cli/kernels/cuda_prove_search.hpp"
#include "cli/kernels/finding_options.hpp"
#include "isa/json_text.hpp"
#include "prove/suggestions.hpp"
#include "prove/words.hpp"

namespace musimd::cli {
namespace {

using Clock = std::chrono::steady_clock;

void refuse_formats(const Options& options) {
    const std::string format = format_option(options);
    if (format == "compute-sanitizer")
        throw UsageError("'--prove' prints text, json, sarif or junit, not compute-sanitizer");
    if (options.has("also-run") && format != "text") throw exclusive("also-run", "format");
}

/// Says what is being decided, if that takes long.
class ProofProgress {
  public:
    explicit ProofProgress(const std::string& kernel) : kernel_(kernel) {}

    void show(const prove::Obligation& obligation) {
        if (&obligation != last_) ++count_;
        last_ = &obligation;
        const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - begin_);
        if (seconds.count() >= 1 && line_.due())
            line_.show(fmt::format("proving {}: obligation {}, line {}: {}, {} s", kernel_, count_,
                                   obligation.line.line, what_of(obligation), seconds.count()));
    }

  private:
    const std::string& kernel_;
    ProgressLine line_;
    Clock::time_point begin_ = Clock::now();
    const prove::Obligation* last_ = nullptr;
    std::size_t count_ = 0;
};

prove::Proof proof_of(prove::Prover& prover, const CudaRequest& request) {
    ProofProgress progress(request.kernel.code.name);
    prover.on_question([&](const prove::Obligation& obligation) { progress.show(obligation); });
    prove::Proof proof = prover.prove();
    prover.on_question({});
    return proof;
}

/// Those of the host code, or all launches.
std::vector<prove::Premises> launches_of(const Options& options, const CudaRequest& request) {
    const prove::Premises premises = premises_of(options, request.kernel);
    std::vector<prove::Premises> result;
    for (prove::HostPremises& launch : host_launches_of(options, request)) {
        result.push_back(premises);
        result.back().host = std::move(launch);
    }
    if (result.empty()) result.push_back(premises);
    return result;
}

void attack(const Options& options, const LaunchRunner& runner, const CudaRequest& request,
            prove::Prover& prover, ProofResult& result) {
    const auto count = attack_count(options);
    if (!count) return;
    const auto seed = static_cast<std::uint64_t>(options.integer("seed", 0, UINT64_MAX).value_or(0));
    result.attack = attack_proofs(runner, request.kernel, prover, result.proof.obligations, *count, seed);
    for (const auto& [obligation, refutation] : result.attack->contradictions)
        result.refutations[obligation] = refutation;
}

void decide(const Options& options, const CudaRequest& request, ProofResult& result) {
    const std::chrono::seconds limit = proof_limit(options);
    prove::Solver solver = solver_of(options, request);
    prove::Prover prover(request.kernel, result.premises, solver, limit);
    result.proof = proof_of(prover, request);
    result.solver = solver.name();
    const LaunchRunner runner(options, request);
    {
        const SlowWork work("looking for launches of " + request.kernel.code.name);
        result.refutations = search_refutations(runner, request.kernel, result.premises, prover,
                                                result.proof.obligations, limit / 3);
        shrink_refutations(runner, prover, result.refutations);
        if (!interrupted()) prove::suggest(request.kernel, result.premises, solver, result.proof);
    }
    attack(options, runner, request, prover, result);
    solver.write_cache();
}

ProofResult result_of(const Options& options, const CudaRequest& request, prove::Premises premises) {
    const auto begin = Clock::now();
    ProofResult result{.premises = std::move(premises)};
    try {
        decide(options, request, result);
    } catch (const prove::Contradiction& error) {
        throw InputError(
            fmt::format("musimd cuda: error: the solvers contradict each other: {}\n", error.what()));
    } catch (const std::invalid_argument& error) {
        throw InputError(fmt::format("musimd cuda: error: --prove: {}\n", error.what()));
    }
    result.time = Clock::now() - begin;
    result.unknown_is_error = options.choice("unknown").has_value();
    return result;
}

void print(const Options& options, const ProofReports& reports) {
    const std::string format = format_option(options);
    if (format == "json")
        std::cout << json_text(json_of(reports), 2) << "\n";
    else if (format == "sarif")
        std::cout << sarif_of(reports);
    else if (format == "junit")
        std::cout << junit_of(reports);
    std::cerr << interruption_note("cuda");
}

/// Of the launches of a kernel, all findings.
bool write_baseline_of(const Options& options, const ProofReports& reports) {
    return write_baseline(options, [&](kernels::Baseline& baseline) {
        std::map<std::pair<std::string, std::string>, std::vector<kernels::FindingKey>> keys;
        for (const auto& report : reports) {
            auto& known = keys[{report->file(), report->kernel()}];
            for (kernels::FindingKey& key : report->keys()) known.push_back(std::move(key));
        }
        for (const auto& [kernel, own] : keys) baseline.replace(kernel.first, kernel.second, own);
    });
}

}  // namespace

int prove_kernels(const Options& options, const std::vector<CudaRequest>& requests,
                  const kernels::Judgement& judgement) {
    refuse_formats(options);
    note_interruptions();
    ProofReports reports;
    for (const CudaRequest& request : requests) {
        for (prove::Premises& premises : launches_of(options, request)) {
            if (interrupted()) break;
            reports.push_back(std::make_unique<ProofReport>(
                request, result_of(options, request, std::move(premises)), judgement));
            if (format_option(options) == "text") std::cout << reports.back()->text() << std::flush;
        }
    }
    print(options, reports);
    const bool writes = write_baseline_of(options, reports);
    const int status = status_of(reports);
    const bool is_known = writes && status == error_status_of(options) && !options.has("unknown");
    return is_known ? kOk : status;
}

}  // namespace musimd::cli

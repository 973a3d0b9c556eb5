// musimd cuda --prove

#include "cli/kernels/cuda_prove.hpp"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/command/failure.hpp"
#include "cli/kernels/cuda_prove_launches.hpp"
#include "cli/kernels/cuda_prove_options.hpp"
#include "cli/kernels/cuda_prove_report.hpp"
#include "cli/kernels/cuda_prove_search.hpp"
#include "prove/proof.hpp"
#include "prove/suggestions.hpp"

namespace musimd::cli {
namespace {

using prove::Verdict;

constexpr int kUnknown = 3;

Verdict worse(Verdict a, Verdict b) {
    if (a == Verdict::refuted || b == Verdict::refuted) return Verdict::refuted;
    return a == Verdict::unknown ? a : b;
}

/// Those of the host code; if there are none, all launches.
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

Verdict prove_launch(const Options& options, const CudaRequest& request, const prove::Premises& premises,
                     std::vector<nlohmann::ordered_json>& all) {
    prove::Solver solver(solver_of(options));
    prove::Prover prover(request.kernel, premises, solver);
    prove::Proof proof;
    try {
        proof = prover.prove();
    } catch (const std::invalid_argument& error) {
        throw InputError(fmt::format("musimd cuda: error: --prove: {}\n", error.what()));
    }
    const auto shown = search_refutations(options, request, prover, proof.obligations);
    prove::suggest(request.kernel, premises, solver, proof);
    const ProofReport report{request, premises, proof, shown, solver.name()};
    all.push_back(report.json());
    if (format_option(options) == "text") std::cout << report.text() << std::flush;
    return report.worst();
}

}  // namespace

int prove_kernels(const Options& options, const std::vector<CudaRequest>& requests) {
    if (const std::string format = format_option(options); format != "text" && format != "json")
        throw UsageError(fmt::format("'--prove' prints text or json, not {}", format));
    std::vector<nlohmann::ordered_json> all;
    Verdict worst = Verdict::proved;
    for (const CudaRequest& request : requests) {
        for (const prove::Premises& premises : launches_of(options, request))
            worst = worse(worst, prove_launch(options, request, premises, all));
    }
    if (format_option(options) == "json")
        std::cout << (all.size() == 1 ? all.front() : nlohmann::ordered_json{{"proofs", all}}).dump(2)
                  << "\n";
    return worst == Verdict::proved ? kOk : worst == Verdict::refuted ? kFailed : kUnknown;
}

}  // namespace musimd::cli

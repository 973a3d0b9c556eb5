// musimd cuda --prove

#include "cli/kernels/cuda_prove.hpp"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "cli/command/failure.hpp"
#include "cli/kernels/cuda_prove_options.hpp"
#include "cli/kernels/cuda_prove_report.hpp"
#include "cli/kernels/cuda_prove_search.hpp"
#include "prove/proof.hpp"

namespace musimd::cli {
namespace {

constexpr int kUnknown = 3;

}  // namespace

int prove_kernel(const Options& options, const CudaRequest& request) {
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
    const auto shown = search_refutations(options, request, prover, proof.obligations);
    const ProofReport report{request, premises, proof, shown, solver.name()};
    if (format_option(options) == "json")
        std::cout << report.json().dump(2) << "\n";
    else
        std::cout << report.text();
    const prove::Verdict worst = report.worst();
    return worst == prove::Verdict::proved ? kOk : worst == prove::Verdict::refuted ? kFailed : kUnknown;
}

}  // namespace musimd::cli

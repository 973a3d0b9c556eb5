#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/kernels/omp_report.hpp"
#include "prove/openmp_loops.hpp"

namespace musimd::cli {

/// What a run has shown, and the command that shows it again.
struct ShownInRun {
    kernels::Finding finding;
    std::string again;
};

struct ProvedLoop {
    prove::UnorderedLoop loop;
    prove::Proof proof;
    std::map<std::size_t, ShownInRun> shown = {};  ///< by the number of the obligation
};

/// What `musimd omp --prove` prints.
struct LoopProofReport {
    const OmpRequest& request;
    const prove::Premises& premises;
    const std::vector<ProvedLoop>& loops;
    std::string solver;

    std::string text() const;
    nlohmann::ordered_json json() const;
    prove::Verdict worst() const;

  private:
    std::string text_of(const ProvedLoop& proved) const;
};

}  // namespace musimd::cli

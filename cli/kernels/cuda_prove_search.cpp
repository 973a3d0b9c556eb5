#include "cli/kernels/cuda_prove_search.hpp"

#include <set>

#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_prove_shapes.hpp"

namespace musimd::cli {
namespace {

using prove::Kind;
using prove::Obligation;
using prove::Verdict;

bool is_open(const Obligation& obligation) {
    return obligation.verdict == Verdict::unknown && !obligation.open.empty();
}

class Search {
  public:
    Search(const LaunchRunner& runner, prove::Prover& prover, std::vector<Obligation>& obligations,
           std::chrono::seconds limit)
        : runner_(runner),
          prover_(prover),
          obligations_(obligations),
          last_(std::chrono::steady_clock::now() + limit) {}

    /// Each shape for all obligations, so that a hard one does not take the time of the others.
    Refutations run(const std::vector<prove::LaunchShape>& shapes) {
        for (const prove::LaunchShape& shape : shapes) try_shape(shape);
        try_shape(std::nullopt);
        return std::move(found_);
    }

  private:
    void try_shape(const std::optional<prove::LaunchShape>& shape) {
        for (const Obligation& obligation : obligations_) {
            if (!is_open(obligation)) continue;
            if (interrupted() || std::chrono::steady_clock::now() > last_) return;
            if (const auto launch = prover_.candidate(obligation, shape)) look(*launch);
        }
    }

    void look(const prove::Candidate& launch) {
        std::vector<std::string> key = launch.texts();
        for (const prove::Shape* const shape : {&launch.block, &launch.grid}) {
            for (const std::int64_t size : *shape) key.push_back(std::to_string(size));
        }
        if (!tried_.insert(key).second) return;
        for (const LaunchFinding& found : runner_.run(launch)) keep(found, launch);
    }

    void keep(const LaunchFinding& found, const prove::Candidate& launch) {
        for (Obligation& obligation : obligations_) {
            if (obligation.verdict == Verdict::refuted || !shows(found, obligation)) continue;
            const bool was_proved = obligation.verdict == Verdict::proved;
            // An array whose length nobody states is as long as the search has made it.
            if (obligation.kind == Kind::bounds && !was_proved && obligation.open.empty()) continue;
            if (was_proved && !contradicts(found, obligation, obligations_)) continue;
            obligation.verdict = Verdict::refuted;
            found_[&obligation] = {found, launch, was_proved};
        }
    }

    const LaunchRunner& runner_;
    prove::Prover& prover_;
    std::vector<Obligation>& obligations_;
    std::chrono::steady_clock::time_point last_;
    std::set<std::vector<std::string>> tried_;
    Refutations found_;
};

}  // namespace

Refutations search_refutations(const LaunchRunner& runner, const dsl::cuda::KernelFunction& kernel,
                               const prove::Premises& premises, prove::Prover& prover,
                               std::vector<Obligation>& obligations, std::chrono::seconds limit) {
    return Search(runner, prover, obligations, limit).run(shapes_to_try(kernel, premises));
}

}  // namespace musimd::cli

// Smaller launches that show the same.

#include <algorithm>

#include "cli/command/terminal.hpp"
#include "cli/kernels/cuda_prove_search.hpp"

namespace musimd::cli {
namespace {

using prove::Candidate;
using prove::Integer;
using prove::Obligation;

constexpr std::chrono::milliseconds kTime(3000);
constexpr int kMaxRuns = 60;

/// Numbers that are simpler, the simplest first.
std::vector<Integer> simpler(const Integer& number, const Integer& least) {
    std::vector<Integer> result;
    for (const Integer& next : {least, Integer(least + 1), Integer(number / 2), Integer(number - 1)}) {
        const bool is_simpler = next >= least && next < number;
        if (is_simpler && std::ranges::find(result, next) == result.end()) result.push_back(next);
    }
    if (number < least) result = {0, Integer(number / 2)};
    std::erase(result, number);
    return result;
}

class Shrinking {
  public:
    Shrinking(const LaunchRunner& runner, prove::Prover& prover, const Obligation& obligation,
              Refutation& refutation)
        : runner_(runner),
          prover_(prover),
          obligation_(obligation),
          refutation_(refutation),
          last_(std::chrono::steady_clock::now() + kTime) {}

    void run() {
        while (is_in_time() && shrink_once()) {
        }
    }

  private:
    bool is_in_time() const {
        return runs_ < kMaxRuns && !interrupted() && std::chrono::steady_clock::now() < last_;
    }

    bool shrink_once() {
        bool has_shrunk = false;
        for (std::size_t axis = 0; axis < 3; ++axis) {
            has_shrunk |= shrink_size(&Candidate::grid, axis);
            has_shrunk |= shrink_size(&Candidate::block, axis);
        }
        for (std::size_t i = 0; i < refutation_.launch.arguments.size(); ++i)
            has_shrunk |= shrink_argument(i);
        return has_shrunk;
    }

    bool shrink_size(prove::Shape Candidate::*shape, std::size_t axis) {
        for (const Integer& size : simpler((refutation_.launch.*shape)[axis], 1)) {
            Candidate next = refutation_.launch;
            (next.*shape)[axis] = size.convert_to<std::int64_t>();
            if (is_shown_by(next)) return true;
        }
        return false;
    }

    bool shrink_argument(std::size_t i) {
        const prove::Argument& argument = refutation_.launch.arguments[i];
        if (argument.is_array) return shrink_array(i);
        for (const Integer& number : simpler(argument.number, 0)) {
            Candidate next = refutation_.launch;
            next.arguments[i].number = number;
            if (is_shown_by(next)) return true;
        }
        return false;
    }

    /// Its contents, and its length where no other number decides it.
    bool shrink_array(std::size_t i) {
        const prove::Argument argument = refutation_.launch.arguments[i];
        Candidate next = refutation_.launch;
        next.arguments[i].values.clear();
        if (!argument.values.empty() && is_shown_by(next)) return true;
        for (const Integer& elements : simpler(argument.elements, 1)) {
            next = refutation_.launch;
            next.arguments[i].elements = elements.convert_to<std::int64_t>();
            if (is_shown_by(next) && refutation_.launch.arguments[i].elements < argument.elements)
                return true;
            if (refutation_.launch.arguments[i].elements == argument.elements) return false;
        }
        return false;
    }

    bool is_shown_by(const Candidate& wanted) {
        if (!is_in_time()) return false;
        const auto launch = prover_.launch_like(wanted);
        if (!launch || launch->texts() == refutation_.launch.texts()) {
            const bool is_same_shape = launch && launch->block == refutation_.launch.block &&
                                       launch->grid == refutation_.launch.grid;
            if (!launch || is_same_shape) return false;
        }
        ++runs_;
        for (const LaunchFinding& found : runner_.run_under(refutation_.found.model, *launch)) {
            const bool is_its = shows(found, obligation_) &&
                                is_same(found.finding, refutation_.found.finding) &&
                                (found.is_first || !refutation_.was_proved);
            if (!is_its) continue;
            refutation_.found = found;
            refutation_.launch = *launch;
            return true;
        }
        return false;
    }

    const LaunchRunner& runner_;
    prove::Prover& prover_;
    const Obligation& obligation_;
    Refutation& refutation_;
    std::chrono::steady_clock::time_point last_;
    int runs_ = 0;
};

}  // namespace

void shrink_refutations(const LaunchRunner& runner, prove::Prover& prover, Refutations& refutations) {
    const auto last = std::chrono::steady_clock::now() + 2 * kTime;
    std::vector<const Refutation*> done;
    for (auto& [obligation, refutation] : refutations) {
        const auto shows_this = [&](const Refutation* known) {
            return shows(known->found, *obligation) &&
                   is_same(known->found.finding, refutation.found.finding);
        };
        const auto known = std::ranges::find_if(done, shows_this);
        if (known != done.end())
            refutation = Refutation{(*known)->found, (*known)->launch, refutation.was_proved};
        else if (std::chrono::steady_clock::now() < last)
            Shrinking(runner, prover, *obligation, refutation).run();
        done.push_back(&refutation);
    }
}

}  // namespace musimd::cli

#include <algorithm>

#include "prove/length_guesses.hpp"
#include "prove/proof.hpp"
#include "prove/query.hpp"

// Lengths that nobody states: the least that makes all accesses of an array proved becomes a requirement.

namespace musimd::prove {
namespace {

constexpr std::chrono::milliseconds kLimit(2000);  ///< of a question
constexpr std::chrono::seconds kMostTime(10);      ///< for all arrays

}  // namespace

Term Prover::is_inside(const Execution& run, const Access& access, Term length) {
    Term index = access.index;
    if (run.is_local(access.buffer))
        index = terms_.difference(index, terms_.scaled(run.element(), run.local_elements(access.buffer)));
    return terms_.both(terms_.at_most(terms_.number(0), index), terms_.less(index, length));
}

bool Prover::fits(const Execution& run, const std::vector<const Access*>& accesses, Term length) {
    return std::ranges::all_of(accesses, [&](const Access* access) {
        std::vector<Term> conditions = run.facts_at(access->known);
        conditions.push_back(access->active);
        conditions.push_back(terms_.negation(is_inside(run, *access, length)));
        return std::ranges::any_of(conditions, Terms::is_false) ||
               ask(terms_, solver_, conditions, kLimit) == Solver::Answer::impossible;
    });
}

void Prover::infer_lengths(const Execution& run, LaunchTerms& launch, Proof& proof) {
    std::map<dsl::BufferId, std::vector<const Access*>> open;
    for (const Access& access : run.accesses) {
        const auto is_it = [&](const dsl::openmp::Parameter& p) { return p.buffer == access.buffer; };
        const bool is_stated = launch.lengths.contains(access.buffer);
        const bool has_name =
            std::ranges::any_of(kernel_.code.parameters, is_it) || run.is_shared(access.buffer);
        if (access.is_bounded && !is_stated && has_name) open[access.buffer].push_back(&access);
    }
    const auto last = std::min(last_, std::chrono::steady_clock::now() + kMostTime);
    for (const auto& [buffer, accesses] : open) {
        for (const LengthGuess& guess : length_guesses(terms_, launch, accesses)) {
            if (std::chrono::steady_clock::now() > last) return;
            if (!fits(run, accesses, guess.length)) continue;
            const std::string& name = kernel_.code.buffers[buffer].name;
            launch.lengths[buffer] = launch.given_lengths[name] = guess.length;
            premises_.lengths[name] = guess.text;  // for the other levels
            proof.requirements.push_back({name, guess.text});
            break;
        }
    }
}

}  // namespace musimd::prove

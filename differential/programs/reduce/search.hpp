#pragma once

#include <span>
#include <string_view>

#include "differential/programs/generate/generator.hpp"

namespace musimd::differential {

/// The state of a pass: the smallest case so far, and the predicate for candidates.
class Search {
  public:
    virtual ~Search() = default;

    virtual const Case& current() const = 0;

    /// True if the candidate is taken: then it is the current one, as its own text gives it.
    virtual bool offer(Case candidate) = 0;

    const Program& program() const { return current().program; }
    bool offer_program(Program candidate) { return offer({std::move(candidate), current().options}); }
};

/// One way to make a case smaller: offers candidates, large steps first. After an accepted candidate it
/// continues from there; if none is accepted, it has offered all of them.
struct Pass {
    std::string_view name;
    void (*run)(Search& search);
};

/// All of them, in the order in which they pay.
std::span<const Pass> passes();

}  // namespace musimd::differential

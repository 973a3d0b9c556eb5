#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "differential/harness/search.hpp"
#include "differential/programs/generate/generator.hpp"
#include "differential/programs/reduce/weight.hpp"

namespace musimd::differential {

/// What a pass works on.
class Search : public harness::Search<Case> {
  public:
    const Program& program() const { return current().program; }
    bool offer_program(Program candidate) { return offer({std::move(candidate), current().options}); }
};

using Pass = harness::Edit<Search>;

/// All passes, those that remove most first.
std::span<const Pass> passes();

/// Programs as a kind of case that is reduced.
struct ProgramKind {
    using Case = differential::Case;
    using Weight = differential::Weight;

    static std::optional<Case> normalized(Case c);
    static Weight weigh(const Case& c) { return differential::weigh(c); }
    static std::string spell(const Case& c);
};

}  // namespace musimd::differential

#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "prove/solver.hpp"
#include "prove/term.hpp"

// A question to a solver as text.

namespace musimd::prove {

/// Instances of laws about the products in these terms: they are linear, so that a solver need not multiply.
std::vector<Term> laws_of_products(Terms& terms, const std::set<Term, ByNumber>& products);

enum class Products : std::uint8_t {
    by_laws,  ///< unknowns with laws: what is impossible is impossible, but not the other way round
    exact,
};

/// All conditions hold. The laws of what they mention are added. Without line breaks.
std::string query_text(Terms& terms, const std::vector<Term>& conditions, Products products);

/// Whether all conditions can hold together. If so, `open` becomes those of a case in which they do.
/// Splits are used where the question is not answered without.
Solver::Answer ask(Terms& terms, Solver& solver, std::vector<Term> conditions,
                   std::chrono::milliseconds limit, std::vector<Term>* open = nullptr,
                   Products products = Products::by_laws);

/// As the text of a question writes it.
std::string name_of(Term unknown);

}  // namespace musimd::prove

#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

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

/// As the text of a question writes it.
std::string name_of(Term unknown);

}  // namespace musimd::prove

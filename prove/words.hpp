#pragma once

#include <string>
#include <string_view>

#include "prove/proof.hpp"

// Obligations in words.

namespace musimd::prove {

/// `race`, `barrier`, `collective`, `bounds` or `assertion`.
std::string_view name_of(Kind kind);

/// What is claimed if all obligations of the kind are proved: `no race`.
std::string_view claim_of(Kind kind);

/// `proved`, `refuted` or `unknown`.
std::string_view name_of(Verdict verdict);

/// `warp`, `block` or `grid`.
std::string_view name_of(Level level);

/// Whether the obligation is about accesses to one array.
bool has_array(const Obligation& obligation);

/// `race of a with line 7, in a block`, without the line of the obligation itself.
std::string what_of(const Obligation& obligation);

}  // namespace musimd::prove

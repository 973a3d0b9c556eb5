#pragma once

#include <string>
#include <string_view>

#include "prove/proof.hpp"

// The words that all reports of `musimd cuda --prove` use.

namespace musimd::cli {

/// `race`, `barrier`, `collective`, `bounds` or `assertion`.
std::string_view name_of(prove::Kind kind);

/// What is claimed if all obligations of the kind are proved: `no race`.
std::string_view claim_of(prove::Kind kind);

/// `proved`, `refuted` or `unknown`.
std::string_view name_of(prove::Verdict verdict);

/// `warp`, `block` or `grid`.
std::string_view name_of(prove::Level level);

/// Whether the obligation is about accesses to one array.
bool has_array(const prove::Obligation& obligation);

/// `race of a with line 7, in a block`, without the line of the obligation itself.
std::string what_of(const prove::Obligation& obligation);

}  // namespace musimd::cli

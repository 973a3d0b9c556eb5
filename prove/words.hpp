#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "prove/proof.hpp"

// Obligations in words.

namespace musimd::prove {

/// `race`, `barrier`, `collective`, `bounds`, `assertion` or `arithmetic`.
std::string_view name_of(Kind kind);

/// The claim that a finding of the machine, named as in docs/cuda.md, violates; nullopt for others.
std::optional<Kind> kind_of_finding(std::string_view finding);

/// Of all obligations, or of those of a kind: refuted if one is, else unknown if one is.
Verdict worst_of(const std::vector<Obligation>& obligations, std::optional<Kind> kind = std::nullopt);

/// What the user assumes: conditions, and `n elements of a`.
std::vector<std::string> assumed_in(const Premises& premises);

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

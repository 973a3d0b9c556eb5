#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "isa/instruction.hpp"

namespace musimd {

/// A row of the table of variants: an instruction has this word after its point.
struct VariantInfo {
    Opcode opcode;
    Variant variant;
    std::string_view meaning;
};

std::span<const VariantInfo> variant_table();

/// The word that is written after the point; empty for Variant::none.
std::string_view to_string(Variant variant);

/// How the instruction with that variant is written: `v = vote.any m, o`.
std::string syntax_of(Opcode opcode, Variant variant);

/// The kinds of T, letters of `iuf`, of `reduce.VARIANT.T`.
std::string_view types_of_reduction(Variant variant);

/// The variant of the instruction with that word; `typed_reduce` has those of `reduce`.
std::optional<Variant> variant_named(Opcode opcode, std::string_view word);

}  // namespace musimd

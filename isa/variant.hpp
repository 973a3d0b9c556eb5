#pragma once

#include <cstdint>
#include <optional>
#include <span>
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

/// The variant of the instruction with that word; `typed_reduce` has those of `reduce`.
std::optional<Variant> variant_named(Opcode opcode, std::string_view word);

}  // namespace musimd

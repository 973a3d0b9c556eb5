#include "isa/variant.hpp"

namespace musimd {
namespace {

constexpr std::string_view word_of(std::string_view name) {
    if (name.ends_with('_')) name.remove_suffix(1);
    return name == "none" ? std::string_view() : name;
}

constexpr VariantInfo kVariants[] = {
#define MUSIMD_VARIANT_OF(opcode, name, meaning) {Opcode::opcode, Variant::name, meaning},
#include "isa/variants.def"
};

}  // namespace

std::span<const VariantInfo> variant_table() {
    return kVariants;
}

std::string_view to_string(Variant variant) {
    constexpr std::string_view kNames[] = {
#define MUSIMD_VARIANT(name) word_of(#name),
#include "isa/variants.def"
    };
    return kNames[static_cast<std::size_t>(variant)];
}

std::string syntax_of(Opcode opcode, Variant variant) {
    constexpr std::string_view kHole = ".variant";
    std::string syntax(info(opcode).format.syntax);
    const std::size_t hole = syntax.find(kHole);
    return syntax.replace(hole, kHole.size(), "." + std::string(to_string(variant)));
}

// A sum of floats depends on its order, which a reduction does not have.
std::string_view types_of_reduction(Variant variant) {
    return variant == Variant::min || variant == Variant::max ? "iuf" : "iu";
}

std::optional<Variant> variant_named(Opcode opcode, std::string_view word) {
    const Opcode listed = opcode == Opcode::typed_reduce ? Opcode::reduce : opcode;
    for (const VariantInfo& row : kVariants) {
        if (row.opcode == listed && to_string(row.variant) == word) return row.variant;
    }
    return std::nullopt;
}

}  // namespace musimd

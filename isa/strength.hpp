#pragma once

#include <cstdint>
#include <iterator>
#include <optional>
#include <string_view>

namespace musimd {

/// What an atomic access or a fence orders (section 13 of semantics.md). Accesses have no `seq_cst`, fences
/// no `relaxed`.
enum class MemoryOrder : std::uint8_t { relaxed, acquire, release, acq_rel, seq_cst };

/// The threads for which it is atomic, or orders: those of the block, of all grids of the device, or all.
enum class Scope : std::uint8_t { block, grid, system };

/// Their spellings, in the order of the enumerations.
inline constexpr std::string_view kMemoryOrderNames[] = {"relaxed", "acquire", "release", "acq_rel",
                                                         "seq_cst"};
inline constexpr std::string_view kScopeNames[] = {"block", "grid", "system"};

constexpr std::string_view to_string(MemoryOrder order) {
    return kMemoryOrderNames[static_cast<std::size_t>(order)];
}
constexpr std::string_view to_string(Scope scope) {
    return kScopeNames[static_cast<std::size_t>(scope)];
}

constexpr std::optional<MemoryOrder> memory_order_named(std::string_view name) {
    for (std::size_t i = 0; i < std::size(kMemoryOrderNames); ++i)
        if (kMemoryOrderNames[i] == name) return static_cast<MemoryOrder>(i);
    return std::nullopt;
}
constexpr std::optional<Scope> scope_named(std::string_view name) {
    for (std::size_t i = 0; i < std::size(kScopeNames); ++i)
        if (kScopeNames[i] == name) return static_cast<Scope>(i);
    return std::nullopt;
}

/// Whether later events may be ordered after what it sees.
constexpr bool acquires(MemoryOrder order) {
    return order != MemoryOrder::relaxed && order != MemoryOrder::release;
}
/// Whether earlier events may be ordered before it.
constexpr bool releases(MemoryOrder order) {
    return order != MemoryOrder::relaxed && order != MemoryOrder::acquire;
}

}  // namespace musimd

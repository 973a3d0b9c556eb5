#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "differential/programs/generate/tree.hpp"

namespace musimd::differential {

using Statements = std::span<const Statement>;

/// The exits that threads may have taken from a statement: bit c − 1 for each code c that `left` may have.
using Exits = std::uint64_t;

/// A region that can be left.
enum class Region : std::uint8_t { loop, select, call };

/// The regions around a statement, from the outside in, and what leaves them. An `everywhere` block is a
/// level of its own: only its own regions can be left.
class Regions {
  public:
    /// The most regions of a level; deeper ones cannot be left.
    static constexpr std::size_t kMax = 31;

    void enter(Region region) { regions_.push_back(region); }
    void leave() { regions_.pop_back(); }

    /// Returns the argument for leave_level.
    std::size_t enter_level();
    void leave_level(std::size_t outer) { first_ = outer; }

    /// Of the innermost, its number in its level; there must be one.
    std::size_t innermost() const { return regions_.size() - 1 - first_; }

    /// The exits of what is lowered from the statements, which stand here.
    Exits exits(Statements statements);
    Exits exits(const Statement& s);

    static Exits continuing(std::size_t region) { return region < kMax ? Exits{1} << (2 * region) : 0; }
    static Exits breaking(std::size_t region) { return 2 * continuing(region); }

    /// What `left` is for a single exit.
    static Operand code(Exits exit) { return Operand::constant(std::countr_zero(exit) + 1); }

  private:
    std::optional<std::size_t> target(const Statement& s) const;

    std::vector<Region> regions_;
    std::size_t first_ = 0;  ///< first region of this level
};

/// Whether something in the block leaves a region of its level, so that the level needs `left`.
bool leaves(const Block& block);

}  // namespace musimd::differential

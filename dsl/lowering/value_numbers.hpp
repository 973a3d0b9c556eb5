#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <vector>

#include "dsl/kernel.hpp"

namespace musimd::dsl {

/// Numbers the expressions of a statement: equal numbers are one value, which is computed once. Each load has
/// a number of its own.
class ValueNumbers {
  public:
    /// `wrapping_lines`, ascending: an expression on one of them has a value of its own.
    explicit ValueNumbers(const std::vector<std::uint32_t>& wrapping_lines)
        : wrapping_lines_(wrapping_lines) {}

    std::uint64_t of(const Expression& e);
    void clear();

  private:
    using Key = std::vector<std::uint64_t>;
    Key key_of(const Expression& e);

    const std::vector<std::uint32_t>& wrapping_lines_;
    std::unordered_map<const Expression*, std::uint64_t> known_;
    std::map<Key, std::uint64_t> numbers_;
};

}  // namespace musimd::dsl

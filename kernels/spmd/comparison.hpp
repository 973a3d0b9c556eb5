#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dsl/function.hpp"
#include "isa/type.hpp"

// Compares a kernel's buffers after a run on a backend with those of the machine.

namespace musimd::kernels {

/// A buffer of the machine: words, some of which may be undefined.
using Words = std::vector<std::optional<Value>>;

/// Converts little-endian memory to the patterns of its elements, and back.
std::vector<std::uint64_t> patterns_of_memory(std::span<const std::byte> memory, Type type);
std::vector<std::byte> memory_of_patterns(std::span<const std::uint64_t> patterns, Type type);

/// Elements from a block of memory: element i is at byte i × width / 8, least byte first.
Words words_of_memory(std::span<const std::byte> memory, Type type);
/// The inverse; an undefined word becomes 0.
std::vector<std::byte> memory_of_words(const Words& words, Type type);

/// The distance of two patterns, in values of the type; -0 and +0 have distance 1. NaNs are equal to each
/// other, and at the greatest distance from all others. For integers, the difference.
std::uint64_t ulp_distance(Type type, std::uint64_t a, std::uint64_t b);
inline constexpr std::uint64_t kNoDistance = UINT64_MAX;

/// The greatest distance from the correctly rounded value that the promise allows.
std::uint64_t allowed_ulps(dsl::Promise promise, Type type);

/// Results are close enough within `ulps` ULP, or for floats if |x − y| ≤ near × max(1, |x|).
struct Tolerance {
    std::uint64_t ulps = 0;
    double near = 0;
};

struct ElementDifference {
    std::size_t element = 0;
    std::uint64_t expected = 0;  ///< patterns
    std::uint64_t actual = 0;
    std::uint64_t ulps = 0;
};

struct BufferComparison {
    std::size_t wrong = 0;                      ///< elements farther apart than allowed
    std::vector<ElementDifference> first = {};  ///< the first differences, at most as many as requested
    std::uint64_t worst = 0;                    ///< the greatest distance of all, allowed or not
    bool same() const { return wrong == 0; }
};

/// Compares element by element; undefined words of `expected` are skipped. Both have the same length.
/// Infinities and signed zeros are values like any other, NaNs are equal.
BufferComparison compare_elements(const Words& expected, std::span<const std::byte> actual, Type type,
                                  const Tolerance& tolerance = {}, std::size_t most = 8);

/// The worst results of functions on backends.
class WorstUlps {
  public:
    struct Key {
        std::string function;
        std::string backend;
        Type type = Type::f32;
        friend auto operator<=>(const Key&, const Key&) = default;
    };
    struct Worst {
        std::uint64_t ulps = 0;
        std::string input;  ///< that shows it
    };

    void note(const Key& key, std::uint64_t ulps, const std::string& input);
    const std::map<Key, Worst>& table() const { return table_; }
    std::string render() const;  ///< a line for each

  private:
    std::map<Key, Worst> table_;
};

/// A pattern as text: `-3`, `0.1`, `nan`; enough digits of a float to read it back.
std::string value_text(std::uint64_t pattern, Type type);

/// Converts an f16's pattern to a number, and a number to the nearest pattern.
double f16_value(std::uint64_t pattern);
/// The number of any float's pattern.
double float_value(std::uint64_t pattern, Type type);
std::uint64_t f16_pattern(double value);

}  // namespace musimd::kernels

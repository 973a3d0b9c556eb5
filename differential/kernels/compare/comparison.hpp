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

// What a backend made of a kernel's buffers, against what the machine did.

namespace musimd::differential {

/// A buffer as the machine leaves it: words, of which some may be undefined.
using Words = std::vector<std::optional<Value>>;

/// The elements' patterns in memory, little endian, and the way back.
std::vector<std::uint64_t> patterns_of_memory(std::span<const std::byte> memory, Type type);
std::vector<std::byte> memory_of_patterns(std::span<const std::uint64_t> patterns, Type type);

/// Elements from a block of memory: element i is at byte i × width / 8, least byte first.
Words words_of_memory(std::span<const std::byte> memory, Type type);
/// The other way; an undefined word is 0.
std::vector<std::byte> memory_of_words(const Words& words, Type type);

/// How far apart two patterns are: the number of values of the type between them, one of them counted. NaNs
/// are equal, and as far as can be from all others; so are -0 and +0 one apart. Of integers, the difference.
std::uint64_t ulp_distance(Type type, std::uint64_t a, std::uint64_t b);
inline constexpr std::uint64_t kNoDistance = UINT64_MAX;

/// How far from the correctly rounded value a result may be that keeps the promise.
std::uint64_t allowed_ulps(dsl::Promise promise, Type type);

/// What is close enough: so many ULP, or |x − y| ≤ near × max(1, |x|) of floats.
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
    std::vector<ElementDifference> first = {};  ///< of them, at most as many as asked for
    std::uint64_t worst = 0;                    ///< the greatest distance of all, allowed or not
    bool same() const { return wrong == 0; }
};

/// Element by element; what is undefined in `expected` is not compared. Both are equally long. An infinity
/// and the zeros of two signs are like any other values, NaNs are equal.
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

/// A pattern as a number: `-3`, `0.1`, `nan`; a float has enough digits to be read back.
std::string value_text(std::uint64_t pattern, Type type);

/// The number of an f16's pattern, and the nearest pattern of a number.
double f16_value(std::uint64_t pattern);
/// That of any float's pattern.
double float_value(std::uint64_t pattern, Type type);
std::uint64_t f16_pattern(double value);

}  // namespace musimd::differential

#include "kernels/spmd/comparison.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>

#include "semantics/typed/floats.hpp"

namespace musimd::kernels {
namespace {

bool is_nan(Type type, std::uint64_t pattern) {
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    return is_float(type) && (pattern & ~sign) > infinity_of(type);
}

// Maps patterns to the order of their values; -0 is just below +0.
std::int64_t place_of(Type type, std::uint64_t pattern) {
    const std::int64_t word = word_of_pattern(pattern, type);
    if (!is_float(type)) return word;
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    return word < 0 ? -1 - static_cast<std::int64_t>(pattern & ~sign) : word;
}

bool is_near(const Tolerance& tolerance, Type type, std::uint64_t wanted, std::uint64_t got) {
    if (tolerance.near == 0 || !is_float(type)) return false;
    const double x = float_value(wanted, type);
    return std::fabs(x - float_value(got, type)) <= tolerance.near * std::max(1.0, std::fabs(x));
}

}  // namespace

std::vector<std::uint64_t> patterns_of_memory(std::span<const std::byte> memory, Type type) {
    const auto bytes = static_cast<std::size_t>(width_of(type) / 8);
    std::vector<std::uint64_t> patterns;
    patterns.reserve(memory.size() / bytes);
    for (std::size_t at = 0; at + bytes <= memory.size(); at += bytes) {
        std::uint64_t pattern = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            pattern |= std::to_integer<std::uint64_t>(memory[at + i]) << 8 * i;
        patterns.push_back(pattern);
    }
    return patterns;
}

std::vector<std::byte> memory_of_patterns(std::span<const std::uint64_t> patterns, Type type) {
    std::vector<std::byte> memory;
    memory.reserve(patterns.size() * static_cast<std::size_t>(width_of(type) / 8));
    for (const std::uint64_t pattern : patterns) {
        for (int i = 0; i < width_of(type); i += 8) memory.push_back(static_cast<std::byte>(pattern >> i));
    }
    return memory;
}

Words words_of_memory(std::span<const std::byte> memory, Type type) {
    Words words;
    for (const std::uint64_t pattern : patterns_of_memory(memory, type))
        words.emplace_back(word_of_pattern(pattern, type));
    return words;
}

std::vector<std::byte> memory_of_words(const Words& words, Type type) {
    std::vector<std::uint64_t> patterns;
    for (const auto& word : words) patterns.push_back(static_cast<std::uint64_t>(word.value_or(0)));
    return memory_of_patterns(patterns, type);
}

std::uint64_t ulp_distance(Type type, std::uint64_t a, std::uint64_t b) {
    if (a == b) return 0;
    if (is_nan(type, a) || is_nan(type, b)) return is_nan(type, a) && is_nan(type, b) ? 0 : kNoDistance;
    const auto x = static_cast<std::uint64_t>(place_of(type, a));
    const auto y = static_cast<std::uint64_t>(place_of(type, b));
    const bool below = is_unsigned_integer(type) ? a < b : place_of(type, a) < place_of(type, b);
    const std::uint64_t distance = below ? y - x : x - y;
    const int unused = is_unsigned_integer(type) ? 64 - width_of(type) : 0;
    return distance << unused >> unused;
}

std::uint64_t allowed_ulps(dsl::Promise promise, Type type) {
    switch (promise.kind) {
        case dsl::Promise::Kind::exact:
            return 0;
        case dsl::Promise::Kind::ulp:  // the correctly rounded value is half a unit from the exact one
            return static_cast<std::uint64_t>(promise.amount + 5) / 10;
        case dsl::Promise::Kind::bits:
            return (std::uint64_t{1} << std::max(0, precision_of(type) - promise.amount)) + 1;
    }
    assert(false);
    return 0;
}

BufferComparison compare_elements(const Words& expected, std::span<const std::byte> actual, Type type,
                                  const Tolerance& tolerance, std::size_t most) {
    const Words found = words_of_memory(actual, type);
    assert(found.size() == expected.size());
    BufferComparison result;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (!expected[i] || expected[i] == found[i]) continue;
        const std::uint64_t wanted = pattern_of_word(*expected[i], type);
        const std::uint64_t got = pattern_of_word(*found[i], type);
        const std::uint64_t ulps = ulp_distance(type, wanted, got);
        result.worst = std::max(result.worst, ulps);
        if (ulps <= tolerance.ulps || is_near(tolerance, type, wanted, got)) continue;
        if (result.wrong++ < most) result.first.push_back({i, wanted, got, ulps});
    }
    return result;
}

void WorstUlps::note(const Key& key, std::uint64_t ulps, const std::string& input) {
    const auto [place, first] = table_.try_emplace(key, Worst{ulps, input});
    if (!first && ulps > place->second.ulps) place->second = {ulps, input};
}

std::string WorstUlps::render() const {
    std::string text;
    for (const auto& [key, worst] : table_) {
        const std::string ulps =
            worst.ulps == kNoDistance ? "a NaN and a number" : fmt::format("{} ULP", worst.ulps);
        text += fmt::format("{:<14} {} {:<20} {}{}\n", key.function, to_string(key.type), key.backend, ulps,
                            worst.ulps == 0 ? "" : " at " + worst.input);
    }
    return text;
}

std::string value_text(std::uint64_t pattern, Type type) {
    switch (kind_of(type)) {
        case TypeKind::signed_integer:
            return fmt::format("{}", word_of_pattern(pattern, type));
        case TypeKind::unsigned_integer:
            return fmt::format("{}", pattern);
        case TypeKind::floating:
            break;
    }
    if (is_nan(type, pattern)) return "nan";
    if (type == Type::f64) return fmt::format("{}", float_value(pattern, type));
    return fmt::format("{}", static_cast<float>(float_value(pattern, type)));
}

double f16_value(std::uint64_t pattern) {
    return std::bit_cast<double>(
        typed::float_of_float(word_of_pattern(pattern, Type::f16), Type::f16, Type::f64));
}

double float_value(std::uint64_t pattern, Type type) {
    if (type == Type::f16) return f16_value(pattern);
    if (type == Type::f32) {
        return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(pattern)));
    }
    return std::bit_cast<double>(pattern);
}

std::uint64_t f16_pattern(double value) {
    const auto word = std::bit_cast<Value>(value);
    return pattern_of_word(typed::float_of_float(word, Type::f64, Type::f16), Type::f16);
}

}  // namespace musimd::kernels

#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace musimd::differential {

/// Random choices drawn one after the other: a pure function of the seed, the same on every machine.
///
/// The generator is SplitMix64 (Steele, Lea and Flood, 2014): one addition and a mix for each word, and any
/// seed is as good as any other.
class Dice {
  public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        std::uint64_t z = state_ += 0x9E3779B97F4A7C15U;
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
        return z ^ (z >> 31);
    }

    /// 0 … n−1; 0 if n is 0.
    std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : bits() % n; }

    /// least … most, both included.
    template <typename T>
    T between(T least, T most) {
        const auto count = static_cast<std::uint64_t>(most - least) + 1;
        return static_cast<T>(least + static_cast<T>(below(count)));
    }

    std::size_t index(std::size_t count) { return static_cast<std::size_t>(below(count)); }
    bool chance(unsigned percent) { return below(100) < percent; }

    template <typename T>
    T pick(std::initializer_list<T> list) {
        return list.begin()[index(list.size())];
    }
    template <typename T>
    const T& pick(const std::vector<T>& list) {
        return list[index(list.size())];
    }

    /// The index of one of the weights, chosen in proportion.
    std::size_t weighted(std::initializer_list<unsigned> weights) {
        std::uint64_t sum = 0;
        for (const unsigned weight : weights) sum += weight;
        std::uint64_t at = below(sum);
        std::size_t i = 0;
        for (; at >= weights.begin()[i]; ++i) at -= weights.begin()[i];
        return i;
    }

  private:
    std::uint64_t state_;
};

}  // namespace musimd::differential

#pragma once

#include <rapidcheck.h>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <vector>

namespace musimd::tests {

/// Random choices drawn one after the other from a rapidcheck source. Values made with it are shrunk by their
/// own shrinking functions, which know their structure, and not choice by choice.
class Dice {
  public:
    explicit Dice(const rc::Random& random) : random_(random) {}
    explicit Dice(std::uint64_t seed) : random_(seed) {}

    /// 0 … n−1; 0 where n is 0.
    std::uint64_t below(std::uint64_t n) { return n == 0 ? 0 : random_.next() % n; }

    /// least … most, both included.
    template <typename T>
    T between(T least, T most) {
        const auto count = static_cast<std::uint64_t>(most - least) + 1;
        return static_cast<T>(least + static_cast<T>(below(count)));
    }

    std::size_t index(std::size_t count) { return static_cast<std::size_t>(below(count)); }
    bool chance(unsigned percent) { return below(100) < percent; }
    std::uint64_t bits() { return random_.next(); }

    template <typename T>
    T pick(std::initializer_list<T> list) {
        return list.begin()[index(list.size())];
    }
    template <typename T>
    const T& pick(const std::vector<T>& list) {
        return list[index(list.size())];
    }

    /// The index of one of the weights, each as likely as it weighs.
    std::size_t weighted(std::initializer_list<unsigned> weights) {
        std::uint64_t sum = 0;
        for (const unsigned weight : weights) sum += weight;
        std::uint64_t at = below(sum);
        std::size_t i = 0;
        for (; at >= weights.begin()[i]; ++i) at -= weights.begin()[i];
        return i;
    }

  private:
    rc::Random random_;
};

}  // namespace musimd::tests

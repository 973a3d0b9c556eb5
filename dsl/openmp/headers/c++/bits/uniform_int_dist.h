// std::uniform_int_distribution: the numbers of the GNU C++ library, without recursion.
#pragma once

#include <limits>
#include <type_traits>

namespace std {

/// The upper and the lower half of a product.
struct musimd_product {
    unsigned long high;
    unsigned long low;
};
inline musimd_product musimd_multiply(unsigned long a, unsigned long b) {
    const unsigned long half = 0xffffffff;
    const unsigned long low = (a & half) * (b & half);
    const unsigned long first = (a >> 32) * (b & half) + (low >> 32);
    const unsigned long second = (a & half) * (b >> 32) + (first & half);
    return {(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32), (second << 32) | (low & half)};
}

/// 0 … count - 1, of numbers of 32 or 64 bits: Lemire, Fast Random Integer Generation in an Interval.
template <typename Engine>
unsigned long musimd_below(Engine &engine, unsigned long count, bool is_long) {
    const unsigned long half = 0xffffffff;
    const unsigned long threshold = is_long ? -count % count : ((-count) & half) % count;
    unsigned long high = 0;
    unsigned long low = 0;
    do {
        if (is_long) {
            const musimd_product product = musimd_multiply(engine(), count);
            high = product.high;
            low = product.low;
        } else {
            const unsigned long product = (unsigned long)engine() * count;
            high = product >> 32;
            low = product & half;
        }
    } while (low < threshold);
    return high;
}

/// 0 … range.
template <int depth, typename Engine>
unsigned long musimd_drawn(Engine &engine, unsigned long range) {
    constexpr unsigned long given = (unsigned long)Engine::max() - (unsigned long)Engine::min();
    unsigned long result = 0;
    if (given == range) {
        result = engine() - Engine::min();
    } else if (given > range) {
        if (given == ~0UL || given == 0xffffffffUL) {
            result = musimd_below(engine, range + 1, given == ~0UL);
        } else {
            const unsigned long scaling = given / (range + 1);
            const unsigned long past = (range + 1) * scaling;
            do {
                result = engine() - Engine::min();
            } while (result >= past);
            result /= scaling;
        }
    } else if constexpr (depth < 3 && given != ~0UL) {
        unsigned long upper = 0;
        do {
            upper = (given + 1) * musimd_drawn<depth + 1>(engine, range / (given + 1));
            result = upper + (engine() - Engine::min());
        } while (result > range || result < upper);
    }
    return result;
}

template <typename T = int>
class uniform_int_distribution {
  public:
    using result_type = T;
    struct param_type {
        param_type() : param_type(0) {}
        explicit param_type(T a, T b = numeric_limits<T>::max()) : a_(a), b_(b) {}
        T a() const { return a_; }
        T b() const { return b_; }
        T a_;
        T b_;
    };
    uniform_int_distribution() : a_(0), b_(numeric_limits<T>::max()) {}
    explicit uniform_int_distribution(T a, T b = numeric_limits<T>::max()) : a_(a), b_(b) {}
    T a() const { return a_; }
    T b() const { return b_; }
    T min() const { return a_; }
    T max() const { return b_; }
    void reset() {}
    template <typename Engine>
    T operator()(Engine &engine) {
        return musimd_drawn<0>(engine, (unsigned long)b_ - (unsigned long)a_) + (unsigned long)a_;
    }
    template <typename Engine>
    T operator()(Engine &engine, const param_type &of) {
        return musimd_drawn<0>(engine, (unsigned long)of.b_ - (unsigned long)of.a_) + (unsigned long)of.a_;
    }

  private:
    T a_;
    T b_;
};

}  // namespace std

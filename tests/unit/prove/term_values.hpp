#pragma once

#include <functional>
#include <map>
#include <random>
#include <string>

#include "prove/term.hpp"

// What terms are, if their unknowns have random values.

namespace musimd::prove::test {

/// Of unknowns and functions: random, but the same for one seed. Small values, and the ends of ranges, are
/// frequent.
class TermValues {
  public:
    TermValues(const Terms& terms, std::uint64_t seed) : terms_(terms), seed_(seed) {}

    /// Of the second thread: its private unknowns have other values.
    void be_second() { is_second_ = true; }
    void set(Term unknown, Integer value) { values_[unknown] = std::move(value); }
    /// Functions that have a meaning: nothing, if it has none for these arguments.
    using Meaning =
        std::function<std::optional<Integer>(const std::string& name, const std::vector<Integer>&)>;
    void set_meaning(Meaning meaning) { meaning_ = std::move(meaning); }

    /// Conditions are 0 or 1.
    const Integer& of(Term term) {
        const auto at = values_.find(term);
        if (at != values_.end()) return at->second;
        return values_[term] = computed(term);
    }

  private:
    Integer computed(Term term) {
        std::vector<Integer> args;
        for (Term arg : term->args) args.push_back(of(arg));
        switch (term->op) {
            case Op::number:
            case Op::truth:
                return term->value;
            case Op::unknown:
                return drawn(term->name + (is_second_ && term->is_private ? "'" : ""), terms_.range_of(term));
            case Op::apply:
                return applied(term, args);
            case Op::sum: {
                Integer sum = term->value;
                for (std::size_t i = 0; i < args.size(); ++i) sum += term->factors[i] * args[i];
                return sum;
            }
            case Op::product: {
                Integer product = 1;
                for (const Integer& arg : args) product *= arg;
                return product;
            }
            case Op::quotient:
                return (args[0] - rest(args[0], term->value)) / term->value;
            case Op::rest:
                return rest(args[0], term->value);
            case Op::choose:
                return args[0] != 0 ? args[1] : args[2];
            case Op::positive:
                return args[0] > 0 ? 1 : 0;
            case Op::zero:
                return args[0] == 0 ? 1 : 0;
            case Op::both:
                return args[0] != 0 && args[1] != 0 ? 1 : 0;
            case Op::negation:
                break;
        }
        return args[0] == 0 ? 1 : 0;
    }

    static Integer rest(const Integer& a, const Integer& divisor) {
        return ((a % divisor) + divisor) % divisor;
    }

    Integer applied(Term term, const std::vector<Integer>& args) {
        if (term->name == "product") return args[0] * args[1];
        if (meaning_) {
            if (const auto value = meaning_(term->name, args)) return *value;
        }
        std::string key = term->name;
        for (const Integer& arg : args) key += "," + arg.str();
        return drawn(key, terms_.range_of(term));
    }

    Integer drawn(const std::string& key, const Range& range) const {
        std::mt19937_64 random(std::hash<std::string>()(key + '/' + std::to_string(seed_)));
        constexpr unsigned kBits[] = {1, 2, 2, 3, 3, 4, 6, 10, 31, 33};
        Integer value = random() >> (64 - kBits[random() % std::size(kBits)]);
        if (random() % 2 == 0) value = -value;
        if (range.low && value < *range.low) value = *range.low + abs(value);
        if (range.high && value > *range.high) value = *range.high - abs(value) % 3;
        if (range.low && value < *range.low) value = *range.low;
        return value;
    }

    const Terms& terms_;
    std::uint64_t seed_;
    bool is_second_ = false;
    Meaning meaning_;
    std::map<Term, Integer> values_;
};

}  // namespace musimd::prove::test

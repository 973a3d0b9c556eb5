#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

// Terms over the integers, and conditions on them: hash-consed, so that equal terms are the same object, and
// simplified when they are made. Integers are exact; who makes a term says what wraps.

namespace musimd::prove {

using Integer = boost::multiprecision::cpp_int;

struct Node;
using Term = const Node*;

enum class Op : std::uint8_t {
    number,
    unknown,   ///< named; private to a thread, or shared by both
    sum,       ///< value + factors[i] * args[i], the args no sums, ascending
    product,   ///< of at least two args, which are neither numbers nor sums nor products
    quotient,  ///< args[0] / value, rounded down; value > 0
    rest,      ///< args[0] - value * quotient
    apply,     ///< an uninterpreted function
    choose,    ///< args[1] if the condition args[0], else args[2]
    truth,     ///< value is 0 or 1
    positive,  ///< args[0] > 0
    zero,      ///< args[0] = 0
    both,
    negation,
};

/// Both ends included; no end: unbounded.
struct Range {
    std::optional<Integer> low, high;
};

/// Of an outer range that has both ends.
inline bool is_within(const Range& inner, const Range& outer) {
    return inner.low && inner.high && *inner.low >= *outer.low && *inner.high <= *outer.high;
}

struct Node {
    Op op = Op::number;
    Integer value = 0;
    std::string name = {};
    std::vector<Term> args = {};
    std::vector<Integer> factors = {};
    bool is_private = false;  ///< it has an unknown that each thread has for itself
    std::uint32_t id = 0;
};

/// So that questions have the same order in each run.
struct ByNumber {
    bool operator()(Term a, Term b) const { return a->id < b->id; }
};

/// What terms are replaced by.
using Replacement = std::unordered_map<Term, Term>;

/// One of finitely many cases.
struct Case {
    std::vector<std::pair<Term, Term>> values = {};  ///< what terms are in it
    Term when = nullptr;
};

/// Exactly one of the cases is true. A question that has one of the keys is asked for each of them.
struct Split {
    std::vector<Term> keys = {};
    std::vector<Case> cases = {};
};

/// Makes terms, and owns them.
class Terms {
  public:
    Term number(const Integer& value);
    /// A new one, however it is called.
    Term unknown(const std::string& name, bool is_private, Range range = {});
    Term apply(const std::string& function, std::vector<Term> args, const Range& range = {});

    Term sum(Term a, Term b);
    Term scaled(Term a, const Integer& factor);
    Term difference(Term a, Term b) { return sum(a, scaled(b, -1)); }
    Term product(Term a, Term b);
    Term quotient(Term a, const Integer& divisor);
    Term rest(Term a, const Integer& divisor);
    Term choose(Term condition, Term a, Term b);

    Term truth(bool value);
    Term positive(Term a);
    Term zero(Term a);
    Term equal(Term a, Term b) { return zero(difference(a, b)); }
    /// Two conditions, or two numbers.
    Term differs(Term a, Term b) {
        if (a == b) return truth(false);
        return is_condition(a) ? both(either(a, b), negation(both(a, b))) : negation(equal(a, b));
    }
    Term less(Term a, Term b) { return positive(difference(b, a)); }
    Term at_most(Term a, Term b) { return negation(less(b, a)); }
    Term both(Term a, Term b);
    Term either(Term a, Term b) { return negation(both(negation(a), negation(b))); }
    Term implies(Term a, Term b) { return either(negation(a), b); }
    Term negation(Term a);
    /// `and`, `or`, `xor`, `shl`, `shr`, then a type with this range; or `quotient`. Linear where b is a
    /// number, else an uninterpreted function with laws.
    Term operation(const std::string& name, Term a, Term b, const Range& range);

    /// What is true of an unknown, a function's value or a rest, wherever it is.
    void add_law(Term atom, Term law) { laws_[atom].push_back(law); }
    const std::vector<Term>& laws_of(Term atom) const;
    /// A product of which a factor was a sum: its value, a sum of products, has lost it.
    struct Product {
        Term a, b, value;
    };
    const std::vector<Product>& products() const { return products_; }

    /// `from`, an unknown, is replaced.
    Term substituted(Term a, Term from, Term to);
    /// The same of the second thread: its private unknowns have other names.
    Term second(Term a);
    /// The same in which other terms replace some.
    Term replaced(Term a, Replacement& by);
    /// What the term can be, by the ranges of its unknowns alone.
    Range range_of(Term a) const;

    void add_split(Split split);
    const std::vector<Split>& splits() const { return splits_; }
    /// By key.
    const std::unordered_map<Term, std::size_t>& split_numbers() const { return split_numbers_; }

    static bool is_number(Term a) { return a->op == Op::number; }
    static bool is_true(Term a) { return a->op == Op::truth && a->value == 1; }
    static bool is_condition(Term a) {
        return a->op == Op::truth || a->op == Op::positive || a->op == Op::zero || a->op == Op::both ||
               a->op == Op::negation;
    }
    static bool is_false(Term a) { return a->op == Op::truth && a->value == 0; }

  private:
    /// The one term that is equal to the node.
    Term intern(Node node);
    Term sum_of(std::vector<std::pair<Term, Integer>> parts, const Integer& constant);
    Term monomial(Term a, Term b);
    Term renamed(Term a);
    Term with_args(Term a, const std::vector<Term>& args);
    Split second(Split split);
    /// By a constant, at least 0; nothing if it has too many parts.
    std::optional<Term> masked(Term a, const Integer& mask);
    std::optional<Term> bits_by_number(const std::string& which, Term a, const Integer& b);
    std::optional<Term> shifted_by_number(const std::string& which, Term a, const Integer& by,
                                          const Range& range);
    void add_bit_laws(const std::string& which, Term result, const Range& range);
    void add_shift_cases(Term result, const Range& range);
    /// The part of a sum whose factors the divisor divides, divided by it; and the others.
    std::pair<Term, Term> divided_parts(Term a, const Integer& divisor);
    Range computed_range(Term a) const;

    /// All of a node but its number.
    struct ByContents {
        std::size_t operator()(const Node& node) const;
        bool operator()(const Node& a, const Node& b) const;
    };

    std::unordered_set<Node, ByContents, ByContents> nodes_;
    std::unordered_map<Term, std::vector<Term>> laws_;
    std::unordered_map<Term, Range> ranges_;
    mutable std::unordered_map<Term, Range> computed_;
    std::unordered_map<Term, Term> second_;
    std::vector<Product> products_;
    std::set<std::pair<Term, Term>> multiplied_;  ///< the factors of all products_
    std::vector<Split> splits_;
    std::unordered_map<Term, std::size_t> split_numbers_;
    std::uint32_t unknowns_ = 0;
};

}  // namespace musimd::prove

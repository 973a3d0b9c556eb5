// Terms are simplified when they are made: each is what its parts say, for random values.

#include <gtest/gtest.h>

#include <memory>

#include "prove/query.hpp"
#include "prove/solver.hpp"
#include "tests/unit/prove/term_values.hpp"

namespace musimd::prove::terms_test {
namespace {

using test::TermValues;

constexpr std::size_t kSamples = 12;
using Samples = std::vector<Integer>;

/// A term, and what it must be in each sample.
struct Known {
    Term term = nullptr;
    Samples values = {};
};

class RandomTerms {
  public:
    explicit RandomTerms(std::uint64_t seed) : random_(seed) {
        for (std::size_t i = 0; i < kSamples; ++i)
            samples_.push_back(std::make_unique<TermValues>(terms_, seed * kSamples + i));
        add_atom(terms_.unknown("x", true));
        add_atom(terms_.unknown("x", false, {0, {}}));
        add_atom(terms_.unknown("x", true, {0, 1}));
        add_atom(terms_.unknown("x", false, {1, 1024}));
        add_atom(terms_.unknown("x", true, {-3, 40}));
        for (const int value : {0, 1, -1, 2, 7, 32}) {
            add(numbers_, terms_.number(value), Samples(kSamples, value));
        }
        add(conditions_, terms_.truth(true), Samples(kSamples, 1));
    }

    void grow(std::size_t steps) {
        for (std::size_t i = 0; i < steps; ++i) make_one();
    }

    Terms& terms() { return terms_; }
    const std::vector<Known>& numbers() const { return numbers_; }
    const std::vector<Known>& conditions() const { return conditions_; }
    TermValues& sample(std::size_t i) { return *samples_[i]; }

  private:
    void add(std::vector<Known>& to, Term term, Samples values) {
        const bool is_small =
            std::ranges::all_of(values, [](const Integer& value) { return abs(value) < Integer(1) << 90; });
        if (is_small) to.push_back({term, std::move(values)});
    }

    void add_atom(Term term) {
        Samples values;
        for (const auto& sample : samples_) values.push_back(sample->of(term));
        add(numbers_, term, std::move(values));
    }

    const Known& any(const std::vector<Known>& of) { return of[random_() % of.size()]; }

    template <typename Function>
    static Samples each(const Function& function) {
        Samples result;
        for (std::size_t i = 0; i < kSamples; ++i) result.push_back(Integer(function(i)));
        return result;
    }

    void make_one() {
        const Known a = any(numbers_), b = any(numbers_), c = any(conditions_), d = any(conditions_);
        const Integer divisor = Integer(1) + random_() % 9;
        const Integer factor = Integer(random_() % 9) - 4;
        const auto floor = [&](std::size_t i) {
            Integer quotient = a.values[i] / divisor;
            while (quotient * divisor > a.values[i]) --quotient;
            return quotient;
        };
        switch (random_() % 15) {
            case 0:
                return add(numbers_, terms_.sum(a.term, b.term),
                           each([&](auto i) { return a.values[i] + b.values[i]; }));
            case 1:
                return add(numbers_, terms_.difference(a.term, b.term),
                           each([&](auto i) { return a.values[i] - b.values[i]; }));
            case 2:
                return add(numbers_, terms_.scaled(a.term, factor),
                           each([&](auto i) { return a.values[i] * factor; }));
            case 3:
                return add(numbers_, terms_.product(a.term, b.term),
                           each([&](auto i) { return a.values[i] * b.values[i]; }));
            case 4:
                return add(numbers_, terms_.quotient(a.term, divisor), each(floor));
            case 5:
                return add(numbers_, terms_.rest(a.term, divisor),
                           each([&](auto i) { return a.values[i] - divisor * floor(i); }));
            case 6:
                return add(numbers_, terms_.choose(c.term, a.term, b.term),
                           each([&](auto i) { return c.values[i] != 0 ? a.values[i] : b.values[i]; }));
            case 7:
                return add_atom(terms_.apply("f", {a.term, b.term}));
            case 8:
                return add(conditions_, terms_.less(a.term, b.term),
                           each([&](auto i) { return a.values[i] < b.values[i] ? 1 : 0; }));
            case 9:
                return add(conditions_, terms_.at_most(a.term, b.term),
                           each([&](auto i) { return a.values[i] <= b.values[i] ? 1 : 0; }));
            case 10:
                return add(conditions_, terms_.equal(a.term, b.term),
                           each([&](auto i) { return a.values[i] == b.values[i] ? 1 : 0; }));
            case 11:
                return add(conditions_, terms_.both(c.term, d.term),
                           each([&](auto i) { return c.values[i] * d.values[i]; }));
            case 12:
                return add(conditions_, terms_.either(c.term, d.term),
                           each([&](auto i) { return c.values[i] + d.values[i] > 0 ? 1 : 0; }));
            case 13:
                return add(conditions_, terms_.implies(c.term, d.term),
                           each([&](auto i) { return c.values[i] <= d.values[i] ? 1 : 0; }));
            default:
                return add(conditions_, terms_.negation(c.term),
                           each([&](auto i) { return 1 - c.values[i]; }));
        }
    }

    Terms terms_;
    std::mt19937_64 random_;
    std::vector<std::unique_ptr<TermValues>> samples_;
    std::vector<Known> numbers_, conditions_;
};

constexpr std::uint64_t kSeeds = 150;
constexpr std::size_t kSteps = 120;

TEST(ProverTerms, AreWhatTheyWereMadeOf) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RandomTerms random(seed);
        random.grow(kSteps);
        for (const auto* const all : {&random.numbers(), &random.conditions()}) {
            for (const Known& known : *all) {
                for (std::size_t i = 0; i < kSamples; ++i)
                    ASSERT_EQ(random.sample(i).of(known.term), known.values[i]) << "seed " << seed;
            }
        }
    }
}

TEST(ProverTerms, AreWithinTheirRanges) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RandomTerms random(seed);
        random.grow(kSteps);
        for (const Known& known : random.numbers()) {
            const Range range = random.terms().range_of(known.term);
            for (const Integer& value : known.values) {
                if (range.low) {
                    ASSERT_GE(value, *range.low) << "seed " << seed;
                }
                if (range.high) {
                    ASSERT_LE(value, *range.high) << "seed " << seed;
                }
            }
        }
    }
}

TEST(ProverTerms, OfTheSecondThreadAreTheSameOfItsOwnUnknowns) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RandomTerms random(seed);
        random.grow(kSteps);
        TermValues plain(random.terms(), seed), second(random.terms(), seed);
        second.be_second();
        for (const auto* const all : {&random.numbers(), &random.conditions()}) {
            for (const Known& known : *all) {
                Term other = random.terms().second(known.term);
                ASSERT_EQ(plain.of(other), second.of(known.term)) << "seed " << seed;
                if (!known.term->is_private) {
                    ASSERT_EQ(other, known.term);
                }
            }
        }
    }
}

TEST(ProverTerms, ATermInPlaceOfAnotherHasItsValue) {
    for (std::uint64_t seed = 1; seed <= kSeeds; ++seed) {
        RandomTerms random(seed);
        random.grow(kSteps);
        Term x = random.numbers().front().term;
        const Known& by = random.numbers()[seed % random.numbers().size()];
        for (const Known& known : random.conditions()) {
            TermValues plain(random.terms(), seed), replaced(random.terms(), seed);
            replaced.set(x, plain.of(by.term));
            ASSERT_EQ(plain.of(random.terms().substituted(known.term, x, by.term)), replaced.of(known.term))
                << "seed " << seed;
        }
    }
}

std::set<Term, ByNumber> products_in(const std::vector<Known>& all) {
    std::set<Term, ByNumber> products, seen;
    std::function<void(Term)> visit = [&](Term term) {
        if (!seen.insert(term).second) return;
        if (term->op == Op::product) products.insert(term);
        for (Term arg : term->args) visit(arg);
    };
    for (const Known& known : all) visit(known.term);
    return products;
}

TEST(ProverTerms, LawsOfProductsAreTrue) {
    std::size_t laws = 0;
    for (std::uint64_t seed = 1; seed <= 40; ++seed) {
        RandomTerms random(seed);
        random.grow(40);
        const auto products = products_in(random.numbers());
        for (Term law : laws_of_products(random.terms(), products)) {
            ++laws;
            for (std::uint64_t sample = 0; sample < 100; ++sample) {
                TermValues values(random.terms(), sample);
                ASSERT_EQ(values.of(law), 1) << "seed " << seed << ", sample " << sample;
            }
        }
    }
    EXPECT_GT(laws, 300U);
}

/// A solver that multiplies must agree. Of few factors: it does not decide all questions of many.
TEST(ProverTerms, LawsOfProductsAreTrueForASolver) {
    const std::vector<std::string> solvers = Solver::installed();
    if (solvers.empty()) GTEST_SKIP() << "neither z3 nor cvc5 is installed";
    Terms terms;
    Term x = terms.unknown("x", true), y = terms.unknown("y", false), z = terms.unknown("z", true);
    Term one = terms.number(1);
    const std::set<Term, ByNumber> products = {terms.product(x, y), terms.product(z, y),
                                               terms.product(terms.product(x, y), z)};
    terms.product(terms.sum(x, one), y);
    Solver solver(solvers.front(), std::chrono::milliseconds(500));
    std::size_t shown = 0, all = 0;
    for (Term law : laws_of_products(terms, products)) {
        const auto answer = solver.check(query_text(terms, {terms.negation(law)}, Products::exact));
        EXPECT_NE(answer, Solver::Answer::satisfiable)
            << query_text(terms, {terms.negation(law)}, Products::exact);
        shown += answer == Solver::Answer::impossible ? 1 : 0;
        ++all;
    }
    EXPECT_GT(2 * shown, all) << "of " << all << " laws, the solver has shown " << shown;
}

}  // namespace
}  // namespace musimd::prove::terms_test

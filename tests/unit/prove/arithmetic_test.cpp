// What the prover computes for an expression of C is what C computes: the term of an index has the value of
// the same expression in this file, for random arguments. What is learned from its operations is true.

#include <gtest/gtest.h>

#include <algorithm>

#include "kernels/launch/front_end.hpp"
#include "prove/execution.hpp"
#include "tests/unit/prove/term_values.hpp"

namespace musimd::prove::arithmetic_test {
namespace {

using test::TermValues;

struct Arguments {
    int x = 0, y = 0;
    unsigned u = 0, v = 0;
    long long p = 0;
    unsigned long long q = 0;
};

struct Case {
    const char* text;
    Integer (*value)(const Arguments&);
};

#define AS_C(expression)                                                 \
    {                                                                    \
#expression, [](const Arguments& given) -> Integer {                   \
            const auto [x, y, u, v, p, q] = given;                             \
            (void)x, (void)y, (void)u, (void)v, (void)p, (void)q;              \
            return Integer(expression);                                        \
        } \
    }

constexpr Case kCases[] = {
    AS_C(x / 7),
    AS_C(x % 7),
    AS_C(x / -3),
    AS_C(x % -3),
    AS_C(u / 7),
    AS_C(u % 8),
    AS_C(u / (v == 0 ? 1 : v)),
    AS_C(u % (v == 0 ? 1 : v)),
    AS_C(x / (y <= 0 ? 1 : y)),
    AS_C(x % (y <= 0 ? 1 : y)),
    AS_C((x < 0 ? -(x + 1) : x) % (y <= 0 ? 1 : y)),
    AS_C(x & 15),
    AS_C(x & 16),
    AS_C(x & -8),
    AS_C(u& v),
    AS_C(u | v),
    AS_C(u ^ v),
    AS_C(x& y),
    AS_C(x | y),
    AS_C(x ^ y),
    AS_C(u & 0x80000000u),
    AS_C(u & 0xffffffffu),
    AS_C(x & 0x7fffffff),
    AS_C(x >> 3),
    AS_C(u >> 5),
    AS_C(u << 7),
    AS_C(q << 9),
    AS_C(q >> 33),
    AS_C(p >> 4),
    AS_C(u + v),
    AS_C(u - v),
    AS_C(u* v),
    AS_C(-u),
    AS_C(q + q),
    AS_C((int)u),
    AS_C((unsigned)x),
    AS_C((unsigned char)x),
    AS_C((signed char)x),
    AS_C((short)u),
    AS_C((unsigned short)p),
    AS_C((int)p),
    AS_C((unsigned)p),
    AS_C((long long)q),
    AS_C((unsigned long long)x),
    AS_C((long long)u * 3),
    AS_C((long long)x + u),
    AS_C(x + u),
    AS_C(x < y ? x : y),
    AS_C(x<y || u> 3),
    AS_C(x<y && u> 3),
    AS_C((x < 3) + (y == 2)),
    AS_C(!x),
    AS_C(x != 0),
    AS_C((unsigned)x < u),
    AS_C((long long)x <= (long long)u),
    AS_C(~x),
    AS_C(~u),
    AS_C((long long)x* y + x),
    AS_C((x < 0 ? 1 : 2) * (y % 5)),
};

/// The value of what the prover takes for a function of which nothing is known but laws.
std::optional<Integer> meaning(const std::string& name, const std::vector<Integer>& args) {
    const std::string function = name.substr(0, name.find_first_of("_ "));
    if (args.size() != 2) return std::nullopt;
    if (function == "quotient" || function == "div")
        return args[1] == 0 ? Integer(0) : Integer(args[0] / args[1]);
    if (function == "rem") return args[1] == 0 ? Integer(0) : Integer(args[0] % args[1]);
    // More bits than any type has; those of a negative number begin with ones.
    const Integer size = Integer(1) << 80;
    const Integer a = args[0] < 0 ? Integer(args[0] + size) : args[0];
    const Integer b = args[1] < 0 ? Integer(args[1] + size) : args[1];
    Integer bits = 0;
    if (function == "and" || function == "andb")
        bits = a & b;
    else if (function == "or" || function == "orb")
        bits = a | b;
    else if (function == "xor" || function == "xorb")
        bits = a ^ b;
    else
        return std::nullopt;
    return bits >= size / 2 ? Integer(bits - size) : bits;
}

Arguments random_arguments(std::mt19937_64& random, bool is_small) {
    const auto draw = [&](int bits) {
        const std::uint64_t word = random() >> (64 - (is_small ? 4 : 1 + static_cast<int>(random() % bits)));
        return random() % 2 == 0 ? word : ~word + 1;
    };
    Arguments a{static_cast<int>(draw(32)),       static_cast<int>(draw(32)),
                static_cast<unsigned>(draw(32)),  static_cast<unsigned>(draw(32)),
                static_cast<long long>(draw(64)), static_cast<unsigned long long>(draw(64))};
    if (is_small) a.u %= 16, a.v %= 16, a.q %= 16;
    return a;
}

/// The index of the one store, and what is known there.
class Executed {
  public:
    Executed(const dsl::cuda::KernelFunction& kernel, Solver& solver)
        : launch_(launch_terms(terms_, kernel, {}, Level::block)),
          run_(terms_, solver, kernel, launch_, Level::block) {
        run_.run();
    }

    /// What is compared with C; nothing: the arguments lead to a trap, by what the prover has learned.
    std::optional<Integer> index(const Arguments& a, std::uint64_t seed) {
        TermValues values(terms_, seed);
        values.set_meaning(meaning);
        const Integer given[] = {a.x, a.y, a.u, a.v, a.p, a.q};
        constexpr const char* kNames[] = {"x", "y", "u", "v", "p", "q"};
        for (std::size_t i = 0; i < std::size(given); ++i) values.set(launch_.names.at(kNames[i]), given[i]);
        const Access& store = run_.accesses.back();
        for (Term fact : run_.facts_at(store.known)) {
            const bool is_of_launch = std::ranges::find(launch_.facts, fact) != launch_.facts.end();
            if (!is_of_launch && values.of(fact) == 0) return std::nullopt;
        }
        expect_laws(store.index, values);
        return values.of(store.index);
    }

  private:
    void expect_laws(Term term, TermValues& values) {
        for (Term law : terms_.laws_of(term)) EXPECT_EQ(values.of(law), 1);
        const Range range = terms_.range_of(term);
        if (range.low) {
            EXPECT_GE(values.of(term), *range.low);
        }
        if (range.high) {
            EXPECT_LE(values.of(term), *range.high);
        }
        for (Term arg : term->args) expect_laws(arg, values);
    }

    Terms terms_;
    LaunchTerms launch_;
    Execution run_;
};

TEST(ProverArithmetic, IsThatOfC) {
    const std::vector<std::string> solvers = Solver::installed();
    if (solvers.empty()) GTEST_SKIP() << "neither z3 nor cvc5 is installed";
    if (const auto file = kernels::front_end_file(); !file) GTEST_SKIP() << file.error();
    Solver solver(solvers.front());
    std::mt19937_64 random(1);
    for (const Case& one : kCases) {
        SCOPED_TRACE(one.text);
        const std::string text =
            std::string("__global__ void k(int* out, int x, int y, unsigned u, unsigned v, ") +
            "long long p, unsigned long long q) { out[(" + one.text + ")] = 1; }";
        const auto read =
            kernels::read_kernel({.file = "k.cu", .text = text, .function = "k", .options = {}});
        ASSERT_TRUE(read && read->kernel) << text;
        Executed executed(*read->kernel, solver);
        std::size_t compared = 0;
        for (std::uint64_t i = 0; i < 400; ++i) {
            const bool is_small = i % 2 == 0;
            const Arguments a = random_arguments(random, is_small);
            const std::optional<Integer> index = executed.index(a, i);
            EXPECT_TRUE(index || !is_small) << "a fact that is not true";
            if (!index) continue;
            ++compared;
            const Integer wide = one.value(a);  // an index is an i64
            const Integer expected = wide >= Integer(1) << 63 ? Integer(wide - (Integer(1) << 64)) : wide;
            ASSERT_EQ(*index, expected)
                << a.x << ' ' << a.y << ' ' << a.u << ' ' << a.v << ' ' << a.p << ' ' << a.q;
        }
        EXPECT_GE(compared, 200U);
    }
}

}  // namespace
}  // namespace musimd::prove::arithmetic_test

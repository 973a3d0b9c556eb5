#include <algorithm>

#include "prove/query.hpp"

// Laws of products. Each is true of all integers; a test asks this of random ones, and of a solver.

namespace musimd::prove {
namespace {

constexpr std::size_t kMostFactors = 24;  ///< with one common factor

/// x * factor = value.
struct Multiple {
    Term x, value;
};

using Multiples = std::map<std::uint32_t, std::pair<Term, std::vector<Multiple>>>;  ///< by the factor's id

void add_multiple(Multiples& all, Term x, Term factor, Term value) {
    auto& [term, multiples] = all[factor->id];
    term = factor;
    const bool is_known = std::ranges::any_of(multiples, [&](const Multiple& m) { return m.x == x; });
    if (!is_known && multiples.size() < kMostFactors) multiples.push_back({x, value});
}

/// Products that are not in the question do not help to answer it.
bool has_only(Term value, const std::set<Term, ByNumber>& products) {
    const auto is_known = [&](Term arg) { return arg->op != Op::product || products.contains(arg); };
    return value->op == Op::sum ? std::ranges::all_of(value->args, is_known) : is_known(value);
}

/// How a product can be seen as a multiple of one of its factors.
void add_splits(Terms& terms, Multiples& all, Term product) {
    for (std::size_t i = 0; i < product->args.size(); ++i) {
        Term others = terms.number(1);
        for (std::size_t j = 0; j < product->args.size(); ++j) {
            if (j != i) others = terms.product(others, product->args[j]);
        }
        add_multiple(all, product->args[i], others, product);
        add_multiple(all, others, product->args[i], product);
    }
}

/// f >= 0 and x < y: x * f + f <= y * f. Equal factors: equal products.
void add_pair(Terms& terms, std::vector<Term>& laws, Term f, const Multiple& a, const Multiple& b) {
    const Term is_natural = terms.at_most(terms.number(0), f);
    const auto ordered = [&](const Multiple& x, const Multiple& y) {
        return terms.implies(terms.both(is_natural, terms.less(x.x, y.x)),
                             terms.at_most(terms.sum(x.value, f), y.value));
    };
    laws.push_back(ordered(a, b));
    laws.push_back(ordered(b, a));
    laws.push_back(terms.implies(terms.equal(a.x, b.x), terms.equal(a.value, b.value)));
}

/// The sign, for a factor that is negative.
void add_sign(Terms& terms, std::vector<Term>& laws, Term f, const Multiple& a) {
    const Term is_negative = terms.less(f, terms.number(0));
    const Term one = terms.number(1), minus_one = terms.number(-1);
    laws.push_back(
        terms.implies(terms.both(is_negative, terms.at_most(one, a.x)), terms.at_most(a.value, f)));
    laws.push_back(terms.implies(terms.both(is_negative, terms.at_most(a.x, minus_one)),
                                 terms.at_most(terms.scaled(f, -1), a.value)));
}

}  // namespace

std::vector<Term> laws_of_products(Terms& terms, const std::set<Term, ByNumber>& products) {
    Multiples all;
    const auto registered = terms.products();  // a copy: more may come
    for (const Terms::Product& first : registered) {
        for (const bool is_second : {false, true}) {
            Term value = is_second ? terms.second(first.value) : first.value;
            if (!has_only(value, products)) continue;
            Term a = is_second ? terms.second(first.a) : first.a;
            Term b = is_second ? terms.second(first.b) : first.b;
            add_multiple(all, a, b, value);
            add_multiple(all, b, a, value);
        }
    }
    for (Term product : products) add_splits(terms, all, product);
    std::vector<Term> laws;
    for (auto& [id, group] : all) {
        auto& [factor, multiples] = group;
        for (const Multiple& a : multiples) add_sign(terms, laws, factor, a);
        multiples.push_back({terms.number(0), terms.number(0)});
        for (std::size_t i = 0; i < multiples.size(); ++i) {
            for (std::size_t j = 0; j < i; ++j) add_pair(terms, laws, factor, multiples[j], multiples[i]);
        }
    }
    return laws;
}

}  // namespace musimd::prove

#include "prove/term.hpp"

#include <algorithm>
#include <boost/functional/hash.hpp>

namespace musimd::prove {
namespace {

/// Terms, which may repeat, and the factors that they have in a sum.
using Parts = std::vector<std::pair<Term, Integer>>;

constexpr std::size_t kMostMonomials = 40;

/// Adds `factor` times the term.
void add_to(Parts& parts, Integer& constant, Term a, const Integer& factor) {
    if (a->op == Op::number) {
        constant += a->value * factor;
        return;
    }
    if (a->op != Op::sum) {
        parts.emplace_back(a, factor);
        return;
    }
    constant += a->value * factor;
    for (std::size_t i = 0; i < a->args.size(); ++i)
        add_to(parts, constant, a->args[i], factor * a->factors[i]);
}

Integer floor_quotient(const Integer& a, const Integer& divisor) {
    const Integer quotient = a / divisor;
    return a % divisor < 0 ? Integer(quotient - 1) : quotient;
}

bool is_choice_of_numbers(Term a) {
    return a->op == Op::choose && a->args[1]->op == Op::number && a->args[2]->op == Op::number;
}

}  // namespace

std::size_t Terms::ByContents::operator()(const Node& node) const {
    std::size_t seed = static_cast<std::size_t>(node.op);
    boost::hash_combine(seed, hash_value(node.value));
    boost::hash_combine(seed, node.name);
    for (Term arg : node.args) boost::hash_combine(seed, arg->id);
    for (const Integer& factor : node.factors) boost::hash_combine(seed, hash_value(factor));
    return seed;
}

bool Terms::ByContents::operator()(const Node& a, const Node& b) const {
    return a.op == b.op && a.args == b.args && a.value == b.value && a.name == b.name &&
           a.factors == b.factors;
}

Term Terms::intern(Node node) {
    if (const auto known = nodes_.find(node); known != nodes_.end()) return &*known;
    for (Term arg : node.args) node.is_private = node.is_private || arg->is_private;
    node.id = static_cast<std::uint32_t>(nodes_.size() + 1);
    return &*nodes_.insert(std::move(node)).first;
}

Term Terms::number(const Integer& value) {
    return intern({.op = Op::number, .value = value});
}

Term Terms::unknown(const std::string& name, bool is_private, Range range) {
    Node node{.op = Op::unknown, .name = name + '#' + std::to_string(++unknowns_)};
    node.is_private = is_private;
    Term result = intern(std::move(node));
    ranges_[result] = std::move(range);
    return result;
}

Term Terms::apply(const std::string& function, std::vector<Term> args, const Range& range) {
    Term result = intern({.op = Op::apply, .name = function, .args = std::move(args)});
    ranges_.try_emplace(result, range);
    return result;
}

Term Terms::sum_of(Parts parts, const Integer& constant) {
    std::ranges::sort(parts, {}, [](const auto& part) { return part.first->id; });
    Node node{.op = Op::sum, .value = constant};
    for (std::size_t i = 0; i < parts.size();) {
        Term term = parts[i].first;
        Integer factor = 0;
        for (; i < parts.size() && parts[i].first == term; ++i) factor += parts[i].second;
        if (factor == 0) continue;
        node.args.push_back(term);
        node.factors.push_back(std::move(factor));
    }
    if (node.args.empty()) return number(constant);
    if (node.args.size() == 1 && node.factors[0] == 1 && constant == 0) return node.args[0];
    return intern(std::move(node));
}

Term Terms::sum(Term a, Term b) {
    Parts parts;
    Integer constant = 0;
    add_to(parts, constant, a, 1);
    add_to(parts, constant, b, 1);
    return sum_of(std::move(parts), constant);
}

Term Terms::scaled(Term a, const Integer& factor) {
    Parts parts;
    Integer constant = 0;
    add_to(parts, constant, a, factor);
    return sum_of(std::move(parts), constant);
}

/// Of two terms that are no sums.
Term Terms::monomial(Term a, Term b) {
    std::vector<Term> args;
    for (Term factor : {a, b}) {
        if (factor->op == Op::product)
            args.insert(args.end(), factor->args.begin(), factor->args.end());
        else
            args.push_back(factor);
    }
    std::ranges::sort(args, {}, &Node::id);
    return intern({.op = Op::product, .args = std::move(args)});
}

Term Terms::product(Term a, Term b) {
    if (is_number(a)) return scaled(b, a->value);
    if (is_number(b)) return scaled(a, b->value);
    if (is_choice_of_numbers(b)) std::swap(a, b);
    if (is_choice_of_numbers(a))
        return choose(a->args[0], scaled(b, a->args[1]->value), scaled(b, a->args[2]->value));
    Parts of_a, of_b, parts;
    Integer constant_a = 0, constant_b = 0;
    add_to(of_a, constant_a, a, 1);
    add_to(of_b, constant_b, b, 1);
    if (of_a.size() * of_b.size() > kMostMonomials) {
        if (a->id > b->id) std::swap(a, b);
        return apply("product", {a, b});
    }
    const Integer constant = constant_a * constant_b;
    for (const auto& [x, factor_x] : of_a) {
        parts.emplace_back(x, factor_x * constant_b);
        for (const auto& [y, factor_y] : of_b) parts.emplace_back(monomial(x, y), factor_x * factor_y);
    }
    for (const auto& [y, factor_y] : of_b) parts.emplace_back(y, factor_y * constant_a);
    const Product product{a, b, sum_of(std::move(parts), constant)};
    const bool has_sum = a->op == Op::sum || b->op == Op::sum;
    if (has_sum && multiplied_.emplace(a, b).second) products_.push_back(product);
    return product.value;
}

std::pair<Term, Term> Terms::divided_parts(Term a, const Integer& divisor) {
    if (a->op != Op::sum) return {number(0), a};
    Parts divided, others;
    const Integer constant = floor_quotient(a->value, divisor);
    for (std::size_t i = 0; i < a->args.size(); ++i) {
        const bool is_divided = a->factors[i] % divisor == 0;
        const Integer factor = is_divided ? Integer(a->factors[i] / divisor) : a->factors[i];
        (is_divided ? divided : others).emplace_back(a->args[i], factor);
    }
    return {sum_of(std::move(divided), constant), sum_of(std::move(others), a->value - constant * divisor)};
}

Term Terms::quotient(Term a, const Integer& divisor) {
    if (divisor == 1) return a;
    const auto [divided, others] = divided_parts(a, divisor);
    if (is_number(others)) return sum(divided, number(floor_quotient(others->value, divisor)));
    const Range range = range_of(others);
    if (range.low && range.high && *range.low >= 0 && *range.high < divisor) return divided;
    return sum(divided, intern({.op = Op::quotient, .value = divisor, .args = {others}}));
}

Term Terms::rest(Term a, const Integer& divisor) {
    if (divisor == 1) return number(0);
    Term others = divided_parts(a, divisor).second;
    if (is_number(others)) return number(others->value - divisor * floor_quotient(others->value, divisor));
    const Range range = range_of(others);
    if (range.low && range.high && *range.low >= 0 && *range.high < divisor) return others;
    return intern({.op = Op::rest, .value = divisor, .args = {others}});
}

Term Terms::choose(Term condition, Term a, Term b) {
    if (a == b || is_true(condition)) return a;
    if (is_false(condition)) return b;
    return intern({.op = Op::choose, .args = {condition, a, b}});
}

Term Terms::truth(bool value) {
    return intern({.op = Op::truth, .value = value ? 1 : 0});
}

Term Terms::positive(Term a) {
    const Range range = range_of(a);
    if (range.low && *range.low > 0) return truth(true);
    if (range.high && *range.high <= 0) return truth(false);
    return intern({.op = Op::positive, .args = {a}});
}

Term Terms::zero(Term a) {
    const Range range = range_of(a);
    if (range.low && range.high && *range.low == 0 && *range.high == 0) return truth(true);
    if ((range.low && *range.low > 0) || (range.high && *range.high < 0)) return truth(false);
    if (a->op == Op::sum && a->factors.front() < 0) a = scaled(a, -1);
    return intern({.op = Op::zero, .args = {a}});
}

Term Terms::both(Term a, Term b) {
    if (is_false(a) || is_true(b) || a == b) return a;
    if (is_true(a) || is_false(b)) return b;
    if (negation(a) == b) return truth(false);
    if (a->id > b->id) std::swap(a, b);
    return intern({.op = Op::both, .args = {a, b}});
}

Term Terms::negation(Term a) {
    if (a->op == Op::truth) return truth(a->value == 0);
    if (a->op == Op::negation) return a->args[0];
    return intern({.op = Op::negation, .args = {a}});
}

const std::vector<Term>& Terms::laws_of(Term atom) const {
    static const std::vector<Term> kNone;
    const auto at = laws_.find(atom);
    return at == laws_.end() ? kNone : at->second;
}

Term Terms::substituted(Term a, Term from, Term to) {
    if (a == from) return to;
    if (a->args.empty()) return a;
    std::vector<Term> args;
    for (Term arg : a->args) args.push_back(substituted(arg, from, to));
    if (args == a->args) return a;
    Term result = with_args(a, args);
    if (a->op == Op::apply) ranges_.try_emplace(result, range_of(a));
    return result;
}

Term Terms::renamed(Term a) {
    if (a->op == Op::unknown) {
        Node node{.op = Op::unknown, .name = a->name + '\''};
        node.is_private = true;
        return intern(std::move(node));
    }
    std::vector<Term> args;
    for (Term arg : a->args) args.push_back(second(arg));
    return with_args(a, args);
}

/// Of a term that has args: the same of others.
Term Terms::with_args(Term a, const std::vector<Term>& args) {
    switch (a->op) {
        case Op::sum: {
            Term result = number(a->value);
            for (std::size_t i = 0; i < args.size(); ++i)
                result = sum(result, scaled(args[i], a->factors[i]));
            return result;
        }
        case Op::product: {
            Term result = args[0];
            for (std::size_t i = 1; i < args.size(); ++i) result = product(result, args[i]);
            return result;
        }
        case Op::quotient:
            return quotient(args[0], a->value);
        case Op::rest:
            return rest(args[0], a->value);
        case Op::apply:
            return args.size() == 2 ? operation(a->name, args[0], args[1], range_of(a))
                                    : apply(a->name, args, range_of(a));
        case Op::choose:
            return choose(args[0], args[1], args[2]);
        case Op::positive:
            return positive(args[0]);
        case Op::zero:
            return zero(args[0]);
        case Op::both:
            return both(args[0], args[1]);
        case Op::negation:
            return negation(args[0]);
        case Op::unknown:
        case Op::number:
        case Op::truth:
            break;
    }
    return a;
}

Term Terms::second(Term a) {
    if (!a->is_private) return a;
    if (const auto at = second_.find(a); at != second_.end()) return at->second;
    Term result = renamed(a);
    second_[a] = result;
    if (const auto range = ranges_.find(a); range != ranges_.end()) {
        const Range copy = range->second;
        ranges_.try_emplace(result, copy);
    }
    if (const auto at = split_numbers_.find(a);
        at != split_numbers_.end() && !split_numbers_.contains(result))
        add_split(second(splits_[at->second]));
    const std::vector<Term> laws = laws_of(a);
    if (laws_.contains(result)) return result;
    for (Term law : laws) {
        Term own = second(law);
        laws_[result].push_back(own);
    }
    return result;
}

Split Terms::second(Split split) {
    for (Term& key : split.keys) key = second(key);
    for (Case& one : split.cases) {
        for (auto& [term, value] : one.values) {
            term = second(term);
            value = second(value);
        }
        one.when = second(one.when);
    }
    return split;
}

}  // namespace musimd::prove

#include <algorithm>

#include "prove/term.hpp"

// Terms in which other terms replace some parts.

namespace musimd::prove {

Term Terms::replaced(Term a, Replacement& by) {
    if (a->args.empty()) {
        const auto at = by.find(a);
        return at == by.end() ? a : at->second;
    }
    if (const auto at = by.find(a); at != by.end()) return at->second;
    std::vector<Term> args;
    for (Term arg : a->args) args.push_back(replaced(arg, by));
    Term result = args == a->args ? a : with_args(a, args);
    by.emplace(a, result);
    if (result == a || result->op != Op::apply || laws_.contains(result)) return result;
    const std::vector<Term> laws = laws_of(a);
    laws_[result] = {};  // a law mentions its atom
    for (Term law : laws) {
        Term own = replaced(law, by);
        laws_[result].push_back(own);
    }
    return result;
}

void Terms::add_split(Split split) {
    for (Term key : split.keys) split_numbers_[key] = splits_.size();
    splits_.push_back(std::move(split));
}

}  // namespace musimd::prove

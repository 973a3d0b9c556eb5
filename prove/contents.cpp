#include <algorithm>

#include "prove/execution.hpp"

// What is assumed of contents, of each read and of each two. Of reads that are executed alone: an array may
// have no elements, so that `0 <= a[*] && a[*] < n` says nothing of n. A read outside of the array is the
// first thing that goes wrong, so that nothing after it is claimed.

namespace musimd::prove {
namespace {

constexpr std::size_t kMostReads = 12;  ///< of one thread that are compared; leaving some out loses proofs

}  // namespace

void Execution::learn_contents(const Target& from, Type type, Term element, Term when) {
    const auto at = launch_.contents.find(from.buffer);
    // Else it is not known that nobody has written it.
    const bool is_element = element->op == Op::apply &&
                            element->name == "contents of " + name_of(from.buffer) &&
                            type == kernel_.code.buffers[from.buffer].element;
    if (at == launch_.contents.end() || !is_element) return;
    Term holds = terms_.truth(true);
    for (Term least : at->second.least) holds = terms_.both(holds, terms_.at_most(least, element));
    for (Term most : at->second.most) holds = terms_.both(holds, terms_.at_most(element, most));
    facts_.push_back({terms_.implies(when, holds), latest_, Read{from.buffer, from.index, element, when}});
    latest_ = facts_.size() - 1;
}

std::vector<Read> Execution::reads_at(const Known& known) const {
    std::vector<Read> result;
    const auto add = [&](FactNumber i, FactNumber end) {
        for (; i != 0 && i != end && result.size() < kMostReads; i = facts_[i].previous) {
            if (facts_[i].read) result.push_back(*facts_[i].read);
        }
    };
    add(known.to, known.from);
    add(known.before, 0);
    return result;
}

Term Execution::relation_of(const Read& a, const Read& b) const {
    const ContentRules& rules = launch_.contents.at(a.buffer);
    Term holds = terms_.truth(true);
    const auto ascends = [&](const Read& x, const Read& y) {
        Term distance = terms_.difference(y.index, x.index);
        // Distinct integers that ascend are at least as far apart as their indices.
        Term next = rules.is_distinct ? terms_.sum(x.element, distance) : x.element;
        return terms_.implies(terms_.at_most(terms_.number(0), distance), terms_.at_most(next, y.element));
    };
    if (rules.is_sorted) holds = terms_.both(ascends(a, b), ascends(b, a));
    if (rules.is_distinct)
        holds = terms_.both(
            holds, terms_.implies(terms_.equal(a.element, b.element), terms_.equal(a.index, b.index)));
    return terms_.implies(terms_.both(a.when, b.when), holds);
}

void Execution::add_relations(std::vector<Term>& facts, const std::vector<Read>& reads) const {
    for (std::size_t i = 0; i < reads.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            if (reads[i].buffer == reads[j].buffer) facts.push_back(relation_of(reads[i], reads[j]));
        }
    }
}

std::vector<Term> Execution::relations_of_both(const Known& of_first, const Known& of_second) const {
    std::vector<Term> result;
    const std::vector<Read> own = reads_at(of_first);
    for (const Read& read : reads_at(of_second)) {
        const Read other = {read.buffer, terms_.second(read.index), terms_.second(read.element),
                            terms_.second(read.when)};
        for (const Read& first : own) {
            if (first.buffer == other.buffer) result.push_back(relation_of(first, other));
        }
    }
    return result;
}

}  // namespace musimd::prove

#include "dsl/lowering/value_numbers.hpp"

#include <algorithm>
#include <utility>

namespace musimd::dsl {

std::uint64_t ValueNumbers::of(const Expression& e) {
    if (const auto known = known_.find(&e); known != known_.end()) return known->second;
    Key key = key_of(e);  // numbers the operands
    const std::uint64_t number = numbers_.emplace(std::move(key), numbers_.size()).first->second;
    known_.emplace(&e, number);
    return number;
}

void ValueNumbers::clear() {
    known_.clear();
    numbers_.clear();
}

ValueNumbers::Key ValueNumbers::key_of(const Expression& e) {
    Key key = {static_cast<std::uint64_t>(e.kind), static_cast<std::uint64_t>(e.type.type),
               e.type.condition ? 1U : 0U};
    switch (e.kind) {
        case Expression::Kind::literal:
            key.push_back(e.bits);
            break;
        case Expression::Kind::variable:
            key.push_back(e.variable);
            break;
        case Expression::Kind::load:
            key.push_back(
                known_.size());  // of no other: each expression is added to known_ after it is numbered
            break;
        case Expression::Kind::apply:
            key.push_back(static_cast<std::uint64_t>(e.function));
            key.push_back(e.infix ? 1 : 0);
            key.push_back(std::ranges::binary_search(wrapping_lines_, e.line.line) ? 1 : 0);
            for (const Expr& operand : e.operands) key.push_back(of(*operand));
            break;
        case Expression::Kind::element:
            break;
    }
    return key;
}

}  // namespace musimd::dsl

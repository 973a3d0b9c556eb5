#include "semantics/update.hpp"

#include <algorithm>

#include "semantics/arithmetic.hpp"
#include "semantics/typed/arithmetic.hpp"
#include "semantics/typed/integers.hpp"

namespace musimd {
namespace {

// The operations on untyped words, in ℤ.
Integer exact(FetchOperation operation, Integer c, Integer o1, Integer o2) {
    switch (operation) {
        case FetchOperation::add:
            return c + o1;
        case FetchOperation::sub:
            return c - o1;
        case FetchOperation::min:
            return std::min(c, o1);
        case FetchOperation::max:
            return std::max(c, o1);
        case FetchOperation::and_:
            return c & o1;
        case FetchOperation::or_:
            return c | o1;
        case FetchOperation::xor_:
            return c ^ o1;
        case FetchOperation::exch:
            return o1;
        case FetchOperation::cas:
            return c == o1 ? o2 : c;
        case FetchOperation::inc:
            return 0 <= c && c < o1 ? c + 1 : 0;
        case FetchOperation::dec:
            return 0 < c && c <= o1 ? c - 1 : o1;
        case FetchOperation::load:
            break;
    }
    return c;
}

// The same on words of a type: those that section 10 of semantics.md has, too, are the same operations.
tl::expected<Value, TrapKind> next_typed(FetchOperation operation, Type type, Value c, Value o1, Value o2) {
    const auto apply_as = [&](TypedOperation same) { return apply(same, type, type, {c, o1, 0}); };
    const auto as_type = [&](Value word) { return word_of_pattern(static_cast<std::uint64_t>(word), type); };
    switch (operation) {
        case FetchOperation::add:
            return apply_as(TypedOperation::add);
        case FetchOperation::sub:
            return apply_as(TypedOperation::sub);
        case FetchOperation::min:
            return apply_as(TypedOperation::min);
        case FetchOperation::max:
            return apply_as(TypedOperation::max);
        case FetchOperation::and_:
            return apply_as(TypedOperation::and_);
        case FetchOperation::or_:
            return apply_as(TypedOperation::or_);
        case FetchOperation::xor_:
            return apply_as(TypedOperation::xor_);
        case FetchOperation::exch:
            return as_type(o1);
        case FetchOperation::cas:  // a word that is not replaced keeps its high bits, too
            return as_type(c) == as_type(o1) ? as_type(o2) : c;
        case FetchOperation::inc:
        case FetchOperation::dec:
        case FetchOperation::load:  // which has no types
            break;
    }
    return typed::word_of(exact(operation, typed::integer_of(c, type), typed::integer_of(o1, type), 0), type);
}

}  // namespace

tl::expected<Update, TrapKind> update(const Instruction& i, Value c, Value o1, Value o2, Word word) {
    const bool is_typed = i.opcode == Opcode::typed_fetch;
    const auto seen = [&](Value x) {
        return is_typed ? word_of_pattern(static_cast<std::uint64_t>(x), i.type) : x;
    };
    const auto next = is_typed ? next_typed(i.fetch_operation, i.type, c, o1, o2)
                               : to_word(exact(i.fetch_operation, c, o1, o2), word);
    if (!next) return tl::unexpected(next.error());
    const bool only_reads = i.fetch_operation == FetchOperation::load ||
                            (i.fetch_operation == FetchOperation::cas && seen(c) != seen(o1));
    return Update{*next, seen(c), only_reads};
}

}  // namespace musimd

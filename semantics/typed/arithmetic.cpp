#include "semantics/typed/arithmetic.hpp"

#include "semantics/typed/floats.hpp"
#include "semantics/typed/integers.hpp"

namespace musimd {
namespace typed {
namespace {

tl::expected<Value, TrapKind> convert(Value word, Type from, Type type) {
    if (is_float(from)) {
        if (is_float(type)) return float_of_float(word, from, type);
        return integer_of_float(word, from, type);
    }
    const Integer x = integer_of(word, from);
    return is_float(type) ? float_of(x, type) : word_of(x, type);
}

}  // namespace
}  // namespace typed

tl::expected<Value, TrapKind> apply(TypedOperation operation, Type type, Type from,
                                    const TypedOperands& operands) {
    const auto [o1, o2, o3] = operands;
    if (operation == TypedOperation::select) {
        return word_of_pattern(pattern_of_word(o1 != 0 ? o2 : o3, type), type);
    }
    if (operation == TypedOperation::cvt) return typed::convert(o1, from, type);
    if (is_float(type)) return typed::apply_to_floats(operation, type, operands);
    return typed::apply_to_integers(operation, type, typed::integer_of(o1, type),
                                    typed::integer_of(o2, type));
}

}  // namespace musimd

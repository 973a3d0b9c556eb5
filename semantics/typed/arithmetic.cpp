#include "semantics/typed/arithmetic.hpp"

#include "semantics/typed/integers.hpp"

namespace musimd {

tl::expected<Value, TrapKind> apply(TypedOperation operation, Type type, Type from,
                                    const TypedOperands& operands) {
    const auto [o1, o2, o3] = operands;
    if (operation == TypedOperation::select) {
        return word_of_pattern(pattern_of_word(o1 != 0 ? o2 : o3, type), type);
    }
    if (operation == TypedOperation::cvt && !is_float(type) && !is_float(from)) {
        return typed::word_of(typed::integer_of(o1, from), type);
    }
    return typed::apply_to_integers(operation, type, typed::integer_of(o1, type),
                                    typed::integer_of(o2, type));
}

}  // namespace musimd

#include "semantics/typed/explanation.hpp"

#include <fmt/format.h>

#include <bit>
#include <string_view>

#include "semantics/typed/floats.hpp"
#include "semantics/typed/integers.hpp"

namespace musimd::typed {
namespace {

// The number that a word holds as a T.
std::string number_of(Value word, Type type) {
    if (is_float(type)) {
        const Value wide = float_of_float(word, type, Type::f64);
        return fmt::format("{}", std::bit_cast<double>(wide));
    }
    const Integer x = integer_of(word, type);
    return x < 0 ? fmt::format("{}", static_cast<std::int64_t>(x))
                 : fmt::format("{}", static_cast<std::uint64_t>(x));
}

/// Of an operation whose result may not fit its type.
std::string_view sign_of(TypedOperation operation) {
    return operation == TypedOperation::addo   ? "+"
           : operation == TypedOperation::subo ? "-"
           : operation == TypedOperation::mulo ? "*"
                                               : "/";
}

}  // namespace

std::string explain(const Failure& f, const Instruction& i) {
    const std::string left = number_of(f.a, i.typed_operation == TypedOperation::cvt ? i.from : i.type);
    const std::string right = number_of(f.b, i.type);
    if (f.kind == TrapKind::division_by_zero)
        return fmt::format("thread {} divides {} by zero", f.thread, left);
    if (f.kind == TrapKind::invalid_shift) {
        return fmt::format("thread {} shifts by {}, which is not in 0 … {}", f.thread, right,
                           width_of(i.type) - 1);
    }
    if (i.typed_operation == TypedOperation::cvt) {
        return fmt::format("thread {} converts {} to {}, which cannot represent it", f.thread, left,
                           to_string(i.type));
    }
    return fmt::format("thread {} computes {} {} {}, which does not fit {}", f.thread, left,
                       sign_of(i.typed_operation), right, to_string(i.type));
}

}  // namespace musimd::typed

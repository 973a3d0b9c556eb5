#include "gpu_backend/languages/expressions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::languages {
namespace {

/// The low bits of a word as a number of the type, in 64 bits.
std::string number_of_type(Type type, const std::string& x) {
    return fmt::format("{}({}, {})", is_signed_integer(type) ? "low_word" : "pattern", x, width_of(type));
}

std::string word_of_integer(Type type, const std::string& x) {
    return fmt::format("low_word({}, {})", x, width_of(type));
}

/// The f32 or f64 that a word holds; f16 is computed with as f32.
std::string float_of(Type type, const std::string& x) {
    return fmt::format("{}({})",
                       type == Type::f64   ? "f64_of"
                       : type == Type::f32 ? "f32_of"
                                           : "f32_of_half",
                       x);
}

std::string word_of_float(Type type, const std::string& x) {
    return fmt::format("{}({})",
                       type == Type::f64   ? "word_of_f64"
                       : type == Type::f32 ? "word_of_f32"
                                           : "word_of_half",
                       x);
}

std::string_view sign_of_comparison(TypedOperation operation) {
    if (operation == TypedOperation::eq) return "==";
    if (operation == TypedOperation::ne) return "!=";
    if (operation == TypedOperation::lt) return "<";
    if (operation == TypedOperation::le) return "<=";
    return operation == TypedOperation::gt ? ">" : ">=";
}

}  // namespace

std::string Expressions::operand(const Operand& o) const {
    switch (o.kind) {
        case Operand::Kind::constant:
            return constant(o.value);
        case Operand::Kind::variable:
            return variable(o.variable);
        case Operand::Kind::tid:
            return fitted("TO_I64(LANE)");
        case Operand::Kind::wid:
            return fitted("TO_I64(WARP)");
        case Operand::Kind::bid:
            return fitted("TO_I64(BLOCK)");
        case Operand::Kind::btid:
            return fitted("TO_I64(THREAD_OF_BLOCK)");
        case Operand::Kind::shared:
            return fmt::format("(SHARED_BEGIN + {})", constant(o.value));
    }
    return "";
}

std::string Expressions::fitted(const std::string& word) const {
    return program_.word.width == 64 ? word : fmt::format("low_word({}, {})", word, program_.word.width);
}

std::string Expressions::binary(Operation operation, const std::string& x, const std::string& y) const {
    const auto call = [&](std::string_view function) { return fmt::format("{}({}, {})", function, x, y); };
    const auto compared = [&](std::string_view sign) { return fmt::format("TO_I64({} {} {})", x, sign, y); };
    switch (operation) {
        case Operation::add:
            return fitted(call("sum"));
        case Operation::sub:
            return fitted(call("difference"));
        case Operation::mul:
            return fitted(call("product"));
        case Operation::div:
            return fitted(call("quotient"));
        case Operation::mod:
            return call("remains");
        case Operation::and_:
            return fmt::format("{} & {}", x, y);
        case Operation::or_:
            return fmt::format("{} | {}", x, y);
        case Operation::xor_:
            return fmt::format("{} ^ {}", x, y);
        case Operation::shl:
            return fitted(call("shifted_left"));
        case Operation::shr:
            return call("shifted_right");
        case Operation::lt:
            return compared("<");
        case Operation::le:
            return compared("<=");
        case Operation::gt:
            return compared(">");
        case Operation::ge:
            return compared(">=");
        case Operation::eq:
            return compared("==");
        case Operation::ne:
            return compared("!=");
        case Operation::min:
            return call("smaller");
        case Operation::max:
            return call("larger");
    }
    return "";
}

std::string Expressions::address(const Operand& o) const {
    if (o.kind == Operand::Kind::constant && o.value < 0)
        throw NoText{fmt::format("the address {} traps", o.value)};
    return operand(o);
}

std::string Expressions::value(const Instruction& i) {
    const std::string x = operand(i.operands[0]);
    if (i.opcode == Opcode::copy) return x;
    if (i.opcode == Opcode::bp) return binary(i.operation, x, operand(i.operands[1]));
    if (i.opcode == Opcode::typed) return typed_value(i);
    if (is_unary(i.opcode))
        return fmt::format("word_{}({}, {})", info(i.opcode).format.mnemonic, x, program_.word.width);
    throw NoText{fmt::format("`{}` has no counterpart", info(i.opcode).name)};
}

// ---- typed words

std::string Expressions::typed_value(const Instruction& i) {
    const std::string x = operand(i.operands[0]);
    const std::string y = operand(i.operands[1]);
    const std::string z = operand(i.operands[2]);
    if (i.typed_operation == TypedOperation::cvt) return converted(i.type, i.from, x);
    if (i.typed_operation == TypedOperation::select)
        return fmt::format("low_word({} != {} ? {} : {}, {})", x, constant(0), y, z, width_of(i.type));
    if (i.typed_operation == TypedOperation::fma) return floats(i.typed_operation, i.type, x, y, z);
    return typed(i.typed_operation, i.type, x, y);
}

std::string Expressions::typed(TypedOperation operation, Type type, const std::string& x,
                               const std::string& y) {
    if (is_comparison(operation)) {
        const auto side = [&](const std::string& o) {
            return is_float(type) ? float_of(type, o) : number_of_type(type, o);
        };
        return fmt::format("TO_I64({} {} {})", side(x), sign_of_comparison(operation), side(y));
    }
    return is_float(type) ? floats(operation, type, x, y, "") : integers(operation, type, x, y);
}

std::string Expressions::integers(TypedOperation operation, Type type, const std::string& x,
                                  const std::string& y) const {
    const bool is_signed = is_signed_integer(type);
    const int width = width_of(type);
    const std::string a = number_of_type(type, x);
    const std::string b = number_of_type(type, y);
    const auto word = [&](const std::string& text) { return word_of_integer(type, text); };
    const auto of_words = [&](std::string_view function) {
        return word(fmt::format("{}({}, {})", function, x, y));
    };
    const auto of_numbers = [&](std::string_view of_signed, std::string_view of_unsigned) {
        return word(fmt::format("{}({}, {})", is_signed ? of_signed : of_unsigned, a, b));
    };
    const auto chosen = [&](std::string_view sign) {
        return word(fmt::format("{} {} {} ? {} : {}", a, sign, b, x, y));
    };
    using enum TypedOperation;
    if (operation == add || operation == addo) return of_words("sum");
    if (operation == sub || operation == subo) return of_words("difference");
    if (operation == mul || operation == mulo) return of_words("product");
    if (operation == div) return of_numbers("quotient", "unsigned_quotient");
    if (operation == rem) return of_numbers("remains", "unsigned_remains");
    if (operation == neg) return word(fmt::format("difference({}, {})", constant(0), x));
    if (operation == abs)
        return is_signed ? word(fmt::format("{0} < {1} ? difference({1}, {0}) : {0}", a, constant(0)))
                         : word(x);
    if (operation == min) return chosen("<");
    if (operation == max) return chosen(">");
    const std::string prefix = is_signed ? "" : "unsigned_";
    if (operation == adds) return word(fmt::format("{}saturated_sum({}, {}, {})", prefix, a, b, width));
    if (operation == subs)
        return is_signed ? word(fmt::format("saturated_difference({}, {}, {})", a, b, width))
                         : word(fmt::format("unsigned_saturated_difference({}, {})", a, b));
    const std::string count = is_signed ? b : fmt::format("TO_I64({})", b);
    if (operation == shl) return word(fmt::format("shifted_left({}, {})", x, count));
    if (operation == shr) return word(fmt::format("logical_shift(pattern({}, {}), {})", x, width, count));
    if (operation == shra) return word(fmt::format("shifted_right(low_word({}, {}), {})", x, width, count));
    if (operation == and_) return word(fmt::format("{} & {}", x, y));
    if (operation == or_) return word(fmt::format("{} | {}", x, y));
    if (operation == xor_) return word(fmt::format("{} ^ {}", x, y));
    if (operation == not_) return word(fmt::format("~{}", x));
    if (operation == andnot) return word(fmt::format("{} & ~{}", x, y));
    throw NoText{fmt::format("`{}` of integers has no counterpart", info(operation).name)};
}

std::string Expressions::floats(TypedOperation operation, Type type, const std::string& x,
                                const std::string& y, const std::string& z) {
    using enum TypedOperation;
    const std::string sign = constant(static_cast<Value>(std::uint64_t{1} << (width_of(type) - 1)));
    if (operation == neg) return word_of_integer(type, fmt::format("{} ^ {}", x, sign));
    if (operation == abs) return word_of_integer(type, fmt::format("{} & ~{}", x, sign));
    if (operation == min || operation == max)
        return fmt::format("{}_of_{}({}, {})", operation == min ? "lesser" : "greater", to_string(type), x,
                           y);
    const std::string a = float_of(type, x);
    const std::string b = float_of(type, y);
    inexact |= !is_exact(language_, operation);
    if (operation == add) return word_of_float(type, fmt::format("{} + {}", a, b));
    if (operation == sub) return word_of_float(type, fmt::format("{} - {}", a, b));
    if (operation == mul) return word_of_float(type, fmt::format("{} * {}", a, b));
    if (operation == div) return word_of_float(type, fmt::format("{} / {}", a, b));
    if (operation == rec)
        return word_of_float(type, fmt::format("{} / {}", type == Type::f64 ? "TO_F64(1)" : "TO_F32(1)", a));
    const auto function = function_of(language_, operation, type);
    if (!function)
        throw NoText{fmt::format("{} has no function `{}` of {}", name_of(language_), info(operation).name,
                                 to_string(type))};
    inexact |= type == Type::f16 && operation == fma;  // rounded twice
    std::string arguments = a;
    if (info(operation).operands > 1) arguments += ", " + b;
    if (info(operation).operands > 2) arguments += ", " + float_of(type, z);
    return word_of_float(type, fmt::format("{}({})", *function, arguments));
}

std::string Expressions::converted(Type type, Type from, const std::string& x) {
    if (!is_float(type)) {
        if (!is_float(from)) return word_of_integer(type, fmt::format("TO_I64({})", number_of_type(from, x)));
        const std::string through = type == Type::u64 ? "TO_U64" : "TO_I64";
        return word_of_integer(type, fmt::format("TO_I64({}({}))", through, float_of(from, x)));
    }
    inexact |= type == Type::f16 && from == Type::f64;  // rounded twice
    const std::string_view to = type == Type::f64 ? "TO_F64" : "TO_F32";
    return word_of_float(
        type, fmt::format("{}({})", to, is_float(from) ? float_of(from, x) : number_of_type(from, x)));
}

// ---- atomics

std::string Expressions::updated_word(FetchOperation operation, const std::string& w, const std::string& o1,
                                      const std::string& o2) const {
    switch (operation) {
        case FetchOperation::add:
            return binary(Operation::add, w, o1);
        case FetchOperation::sub:
            return binary(Operation::sub, w, o1);
        case FetchOperation::min:
            return binary(Operation::min, w, o1);
        case FetchOperation::max:
            return binary(Operation::max, w, o1);
        case FetchOperation::and_:
            return binary(Operation::and_, w, o1);
        case FetchOperation::or_:
            return binary(Operation::or_, w, o1);
        case FetchOperation::xor_:
            return binary(Operation::xor_, w, o1);
        case FetchOperation::exch:
            return o1;
        case FetchOperation::cas:
            return fmt::format("{0} == {1} ? {2} : {0}", w, o1, o2);
        case FetchOperation::inc:
            return fmt::format("incremented({}, {})", w, o1);
        case FetchOperation::dec:
            return fmt::format("decremented({}, {})", w, o1);
        case FetchOperation::load:
            return w;
    }
    return "";
}

std::string Expressions::updated_typed(const Instruction& i, const std::string& w, const std::string& o1,
                                       const std::string& o2) {
    const auto same = [&](TypedOperation operation) { return typed(operation, i.type, w, o1); };
    const auto counted = [&](std::string_view function) {
        return word_of_integer(
            i.type, fmt::format("{}{}({}, {})", is_signed_integer(i.type) ? "" : "unsigned_", function,
                                number_of_type(i.type, w), number_of_type(i.type, o1)));
    };
    switch (i.fetch_operation) {
        case FetchOperation::add:
            return same(TypedOperation::add);
        case FetchOperation::sub:
            return same(TypedOperation::sub);
        case FetchOperation::min:
            return same(TypedOperation::min);
        case FetchOperation::max:
            return same(TypedOperation::max);
        case FetchOperation::and_:
            return same(TypedOperation::and_);
        case FetchOperation::or_:
            return same(TypedOperation::or_);
        case FetchOperation::xor_:
            return same(TypedOperation::xor_);
        case FetchOperation::exch:
            return word_of_integer(i.type, o1);
        case FetchOperation::cas:
            return fmt::format("{} == {} ? {} : {}", word_of_integer(i.type, w), word_of_integer(i.type, o1),
                               word_of_integer(i.type, o2), w);
        case FetchOperation::inc:
            return counted("incremented");
        case FetchOperation::dec:
            return counted("decremented");
        case FetchOperation::load:
            return w;
    }
    return "";
}

std::string Expressions::updated(const Instruction& i, const std::string& before) {
    if (i.opcode == Opcode::atomic_inc) return binary(Operation::add, before, constant(1));
    const std::string o1 = operand(i.operands[1]);
    const std::string o2 = operand(i.operands[2]);
    return i.opcode == Opcode::fetch ? updated_word(i.fetch_operation, before, o1, o2)
                                     : updated_typed(i, before, o1, o2);
}

std::string Expressions::reduced(const Instruction& i, const std::string& x, const std::string& y) {
    Instruction update;
    update.opcode = i.opcode == Opcode::typed_reduce ? Opcode::typed_fetch : Opcode::fetch;
    update.fetch_operation = fetch_operation_of(i.variant);
    update.type = i.type;
    return update.opcode == Opcode::fetch ? updated_word(update.fetch_operation, x, y, "")
                                          : updated_typed(update, x, y, y);
}

}  // namespace musimd::languages

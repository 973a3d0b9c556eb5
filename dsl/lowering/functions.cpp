#include "dsl/lowering/functions.hpp"

#include <cassert>
#include <optional>

namespace musimd::dsl {
namespace {

Instruction typed(TypedOperation operation, Type type, const std::array<Operand, 3>& operands) {
    return {.opcode = Opcode::typed, .typed_operation = operation, .type = type, .operands = operands};
}

Instruction word(const Operand& a, Operation operation, const Operand& b) {
    return {.opcode = Opcode::bp, .operation = operation, .operands = {a, b}};
}

/// The type of bit operations: of floats, the unsigned type of their width.
Type bits_of(Type type) {
    return is_float(type) ? *type_of(TypeKind::unsigned_integer, width_of(type)) : type;
}

/// The operation of the function's name, without its accuracy suffix (`_u10`).
std::optional<TypedOperation> operation_by_name(Function function) {
    const std::string_view name = info(function).name;
    const std::size_t bound = name.rfind("_u");
    return typed_operation_named(name.substr(0, bound));
}

// Conditions are the words 0 and 1.
std::optional<Instruction> of_conditions(Function function, const std::array<Operand, 3>& o) {
    switch (function) {
        case Function::orl:
            return word(o[0], Operation::or_, o[1]);
        case Function::andl:
            return word(o[0], Operation::and_, o[1]);
        case Function::andnotl:
            return word(o[0], Operation::gt, o[1]);
        case Function::xorl:
            return word(o[0], Operation::ne, o[1]);
        case Function::notl:
            return word(o[0], Operation::eq, Operand::constant(0));
        case Function::to_mask:
            return word(Operand::constant(0), Operation::sub, o[0]);
        case Function::to_number:
            return word(o[0], Operation::add, Operand::constant(0));
        default:
            return std::nullopt;
    }
}

std::optional<TypedOperation> of_bits(Function function) {
    switch (function) {
        case Function::orb:
            return TypedOperation::or_;
        case Function::andb:
            return TypedOperation::and_;
        case Function::andnotb:
            return TypedOperation::andnot;
        case Function::xorb:
            return TypedOperation::xor_;
        case Function::notb:
            return TypedOperation::not_;
        case Function::to_logical:
            return TypedOperation::ne;
        default:
            return std::nullopt;
    }
}

// ±ab ± c. For floats, the signs of a and c change, which is exact; integers are modulo 2^width.
std::optional<Instruction> of_products(Function function, Type type, std::array<Operand, 3> o,
                                       const Step& step) {
    const bool minus_product = function == Function::fnma || function == Function::fnms;
    const bool minus_addend = function == Function::fms || function == Function::fnms;
    if (!minus_product && !minus_addend && function != Function::fma) return std::nullopt;
    const auto negated = [&](const Operand& x) { return step(typed(TypedOperation::neg, type, {x})); };
    if (is_float(type)) {
        if (minus_product) o[0] = negated(o[0]);
        if (minus_addend) o[2] = negated(o[2]);
        return typed(TypedOperation::fma, type, o);
    }
    if (minus_product && minus_addend) o[0] = negated(o[0]);
    const Operand product = step(typed(TypedOperation::mul, type, {o[0], o[1]}));
    if (minus_addend) return typed(TypedOperation::sub, type, {product, o[2]});
    if (minus_product) return typed(TypedOperation::sub, type, {o[2], product});
    return typed(TypedOperation::add, type, {product, o[2]});
}

TypedOperation of_numbers(Function function, Type type) {
    switch (function) {
        case Function::adds:
            return is_float(type) ? TypedOperation::add : TypedOperation::adds;
        case Function::subs:
            return is_float(type) ? TypedOperation::sub : TypedOperation::subs;
        case Function::round_to_even:
            return TypedOperation::round;
        case Function::rec11:
        case Function::rec8:
            return TypedOperation::rec;
        case Function::rsqrt11:
        case Function::rsqrt8:
            return TypedOperation::rsqrt;
        case Function::fmod:
            return TypedOperation::rem;
        case Function::shra:  // unsigned types shift in zeros
            return is_unsigned_integer(type) ? TypedOperation::shr : TypedOperation::shra;
        default: {
            const auto operation = operation_by_name(function);
            assert(operation && "unknown function");
            return *operation;
        }
    }
}

}  // namespace

bool is_copy(const Expression& apply) {
    const ValueType from = apply.operands.front()->type;
    switch (apply.function) {
        case Function::reinterpret:
        case Function::to_bool:
        case Function::to_number:
            return true;
        case Function::cvt: {
            if (from == apply.type) return true;
            if (is_float(from.type) || is_float(apply.type.type)) return false;
            const int wider = width_of(apply.type.type) - width_of(from.type);
            return wider == 0 || (wider > 0 && is_signed_integer(from.type));  // words are sign-extended
        }
        case Function::ceil:
        case Function::floor:
        case Function::trunc:
        case Function::round_to_even:
            return !is_float(from.type);
        case Function::abs:
            return is_unsigned_integer(from.type);
        default:
            return false;
    }
}

Function resolve_overload(const Expression& apply) {
    const bool shifts_right = apply.function == Function::shr || apply.function == Function::shra;
    if (!apply.infix || !shifts_right) return apply.function;
    return is_signed_integer(apply.type.type) ? Function::shra : Function::shr;
}

Instruction instruction_of(const Expression& apply, const std::array<Operand, 3>& operands,
                           const Step& step) {
    const Function function = resolve_overload(apply);
    if (function == Function::select) return typed(TypedOperation::select, apply.type.type, operands);
    const Type type = apply.operands.front()->type.type;
    if (const auto result = of_conditions(function, operands)) return *result;
    if (const auto result = of_products(function, type, operands, step)) return *result;
    if (const auto operation = of_bits(function)) return typed(*operation, bits_of(type), operands);
    const bool converts =
        function == Function::cvt || function == Function::f32_to_f16 || function == Function::f16_to_f32;
    if (converts) {
        Instruction result = typed(TypedOperation::cvt, apply.type.type, operands);
        result.from = type;
        return result;
    }
    return typed(of_numbers(function, type), type, operands);
}

// ---- signed integers of C

namespace {

struct Checked {
    Operation of_words;  ///< of the machine's words
    TypedOperation of_type;
};

std::optional<Checked> checked(Function function) {
    switch (function) {
        case Function::add:
            return Checked{Operation::add, TypedOperation::addo};
        case Function::sub:
        case Function::neg:
            return Checked{Operation::sub, TypedOperation::subo};
        case Function::mul:
            return Checked{Operation::mul, TypedOperation::mulo};
        default:
            return std::nullopt;
    }
}

}  // namespace

bool may_overflow(const Expression& apply) {
    return is_signed_integer(apply.type.type) && !apply.type.condition && checked(apply.function).has_value();
}

// An operation on words traps if its result does not fit the word.
Instruction checked_instruction_of(const Expression& apply, std::array<Operand, 3> operands, Word machine) {
    const Type type = apply.type.type;
    const Checked operation = *checked(apply.function);
    if (apply.function == Function::neg) operands = {Operand::constant(0), operands[0]};
    if (width_of(type) == machine.width) return word(operands[0], operation.of_words, operands[1]);
    return typed(operation.of_type, type, operands);
}

bool is_shift(const Expression& apply) {
    const Function function = resolve_overload(apply);
    return function == Function::shl || function == Function::shr || function == Function::shra;
}

Instruction clamped_instruction_of(const Expression& apply, const std::array<Operand, 3>& operands,
                                   const Step& step) {
    const Type bits = bits_of(apply.type.type);
    const auto last = Operand::constant(width_of(bits) - 1);
    const Operand by = step(typed(TypedOperation::min, bits, {operands[1], last}));
    const Instruction shifted = instruction_of(apply, {operands[0], by}, step);
    if (resolve_overload(apply) == Function::shra && is_signed_integer(apply.type.type)) return shifted;
    const Operand fits = step(typed(TypedOperation::le, bits, {operands[1], last}));
    return typed(TypedOperation::select, apply.type.type, {fits, step(shifted), Operand::constant(0)});
}

}  // namespace musimd::dsl

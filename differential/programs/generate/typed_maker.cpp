#include "differential/programs/generate/typed_maker.hpp"

namespace musimd::differential {
namespace {

std::uint64_t float_pattern(Dice& dice, Type type) {
    const int fraction = precision_of(type) - 1;
    const std::int64_t bias = max_exponent_of(type);
    const std::uint64_t one = std::uint64_t{1} << fraction;
    const std::uint64_t infinity = infinity_of(type);
    const std::uint64_t sign = dice.chance(40) ? std::uint64_t{1} << (width_of(type) - 1) : 0;
    const auto power = [&](std::int64_t exponent) {
        return one * static_cast<std::uint64_t>(exponent + bias);
    };
    switch (dice.weighted({2, 1, 1, 1, 3, 3, 2, 4})) {
        case 0:
            return sign;
        case 1:
            return sign | infinity;
        case 2:  // quiet and signalling NaNs
            return sign | infinity | (dice.chance(50) ? one / 2 : 1 + dice.below(one - 1));
        case 3: {  // subnormal
            const std::uint64_t any = dice.below(one);
            return sign | dice.pick<std::uint64_t>({1, 2, one - 1, one, any});
        }
        case 4: {  // a small number of quarters
            auto quarters = dice.between<std::uint64_t>(1, 40);
            std::int64_t exponent = fraction - 2;
            for (; quarters < one; quarters *= 2) exponent -= 1;
            return sign | (power(exponent) + (quarters - one));
        }
        case 5: {  // about a power of two: the ends of integers' ranges, too
            const auto divisor = dice.pick<std::int64_t>({1, 1, 8, 16});
            const std::uint64_t middle = power(dice.between<std::int64_t>(1 - bias, bias) / divisor);
            return sign | (middle + dice.pick<std::uint64_t>({0, 0, 1, ~std::uint64_t{0}, one / 2}));
        }
        case 6:  // about the largest
            return sign | (infinity - dice.between<std::uint64_t>(1, 3));
        default: {  // of middling size, with any digits
            const std::uint64_t middle = power(dice.between<std::int64_t>(-bias / 4, bias / 4));
            return sign | (middle + dice.below(one));
        }
    }
}

std::uint64_t integer_pattern(Dice& dice, Type type) {
    const auto width = static_cast<std::uint64_t>(width_of(type));
    const auto near = [&](std::uint64_t x, Value distance) {
        return x + static_cast<std::uint64_t>(dice.between<Value>(-distance, distance));
    };
    switch (dice.weighted({4, 2, 2, 3})) {
        case 0:
            return near(0, 9);
        case 1:
            return near(std::uint64_t{1} << (width - 1), 2);
        case 2: {
            const std::uint64_t power = std::uint64_t{1} << dice.below(width);
            return near(power, 1);
        }
        default:
            return dice.bits();
    }
}

Type any_type(Dice& dice, Word word) {
    return dice.pick(types_of(word));
}

}  // namespace

std::vector<Type> types_of(Word word) {
    std::vector<Type> types;
    for (std::size_t i = 0; i < kTypes; ++i) {
        if (width_of(static_cast<Type>(i)) <= word.width) types.push_back(static_cast<Type>(i));
    }
    return types;
}

Value make_pattern(Dice& dice, Type type) {
    return word_of_pattern(is_float(type) ? float_pattern(dice, type) : integer_pattern(dice, type), type);
}

Instruction make_typed(Dice& dice, Word word, std::optional<Type> type) {
    Instruction result;
    result.opcode = Opcode::typed;
    result.type = type ? *type : any_type(dice, word);
    if (dice.chance(8)) {
        result.typed_operation = TypedOperation::cvt;
        result.from = any_type(dice, word);
        return result;
    }
    do {
        result.typed_operation = static_cast<TypedOperation>(dice.below(typed_operation_table().size()));
    } while (result.typed_operation == TypedOperation::cvt || !has_type(result.typed_operation, result.type));
    return result;
}

Opcode unary_opcode(Dice& dice) {
    return dice.pick({
#define MUSIMD_UNARY(opcode, ...) Opcode::opcode,
#include "isa/instructions.def"
    });
}

Instruction make_fetch(Dice& dice, Word word, Opcode opcode, std::optional<Type> type) {
    Instruction result;
    result.opcode = opcode;
    if (opcode == Opcode::typed_fetch) result.type = type ? *type : any_type(dice, word);
    // `load`, the last one, belongs to the profile `messages`.
    const auto count = fetch_operation_table().size() - 1;
    do {
        result.fetch_operation = static_cast<FetchOperation>(dice.below(count));
    } while (opcode == Opcode::typed_fetch && !has_type(result.fetch_operation, result.type));
    return result;
}

bool may_trap(const Instruction& typed) {
    return can_fail(typed.typed_operation, typed.type, typed.from);
}

void avoid_typed_trap(Dice& dice, Instruction& typed) {
    if (!may_trap(typed)) return;
    if (typed.typed_operation == TypedOperation::cvt) {
        // From 0.25 to 64: it fits every integer.
        const Type from = typed.from;
        const std::uint64_t one = std::uint64_t{1} << (precision_of(from) - 1);
        const auto exponent =
            static_cast<std::uint64_t>(max_exponent_of(from) + dice.between<std::int64_t>(-2, 5));
        typed.operands[0] = Operand::constant(word_of_pattern(one * exponent + dice.below(one), from));
        return;
    }
    if (is_checked(typed.typed_operation)) {
        // What is added to a small number may be small; to any other, 0.
        const bool multiplies = typed.typed_operation == TypedOperation::mulo;
        const bool is_small = !multiplies && dice.chance(50);
        if (is_small) typed.operands[0] = Operand::constant(dice.between<Value>(-100, 100));
        const Value most = multiplies ? 1 : is_small ? 27 : 0;
        typed.operands[1] = Operand::constant(dice.between<Value>(0, most));
        return;
    }
    typed.operands[1] = Operand::constant(dice.between<Value>(1, width_of(typed.type) - 1));
}

void use_typed_boundary_operands(Dice& dice, Instruction& typed) {
    if (!may_trap(typed) || typed.typed_operation == TypedOperation::cvt) return;
    const Value width = width_of(typed.type);
    if (divides(info(typed.typed_operation).failure)) {
        if (dice.chance(50))
            typed.operands[0] =
                Operand::constant(word_of_pattern(std::uint64_t{1} << (width - 1), typed.type));
        typed.operands[1] = Operand::constant(dice.pick<Value>({0, -1}));
    } else if (is_checked(typed.typed_operation)) {
        const Value least = word_of_pattern(std::uint64_t{1} << (width - 1), typed.type);
        typed.operands[0] = Operand::constant(dice.pick<Value>({least, least + 1, ~least, ~least}));
        typed.operands[1] = Operand::constant(dice.pick<Value>({-1, 0, 1, 2}));
    } else {
        typed.operands[1] = Operand::constant(dice.pick<Value>({-1, width - 1, width, width}));
    }
}

}  // namespace musimd::differential

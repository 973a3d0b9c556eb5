#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "isa/type.hpp"

namespace musimd::dsl {

/// The functions of the DSL, Function::add is `k_add`; after them, those that only C has.
enum class Function : std::uint8_t {
#define MUSIMD_SPMD_FUNCTION(name, result, operands, types, promise, meaning) name,
#define MUSIMD_C_FUNCTION MUSIMD_SPMD_FUNCTION
#include "dsl/functions.def"
};

/// How close a target's result is to the exact one.
struct Promise {
    enum class Kind : std::uint8_t {
        exact,  ///< bit for bit
        ulp,    ///< within `amount` tenths of a unit in the last place of the correctly rounded value
        bits,   ///< `amount` correct bits
    };
    Kind kind = Kind::exact;
    int amount = 0;
};

/// A row of the table of functions.
struct FunctionInfo {
    Function function;
    std::string_view name;      ///< without its `k_`
    char result;                ///< v: of the operands' type; l: a condition; t: of the type named first;
                                ///< b: of the second operand's type
    std::string_view operands;  ///< one letter each: v a value, l a condition, s a uniform int
    std::string_view types;     ///< the kinds of types that it takes: letters of `iuf`
    Promise promise;
    std::string_view meaning;
};

/// Those of the DSL.
std::span<const FunctionInfo> function_table();
const FunctionInfo& info(Function function);

}  // namespace musimd::dsl

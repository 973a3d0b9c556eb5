#include "dsl/function.hpp"

#include <algorithm>

namespace musimd::dsl {
namespace {

constexpr Promise exact{};
constexpr Promise ulp(int tenths) {
    return {Promise::Kind::ulp, tenths};
}
constexpr Promise bits(int number) {
    return {Promise::Kind::bits, number};
}

constexpr FunctionInfo kTable[] = {
#define MUSIMD_SPMD_FUNCTION(name, result, operands, types, promise, meaning) \
    {Function::name, #name, #result[0], operands, types, promise, meaning},
#define MUSIMD_C_FUNCTION MUSIMD_SPMD_FUNCTION
#include "dsl/functions.def"
};

constexpr std::size_t kOfTheDsl = 0
#define MUSIMD_SPMD_FUNCTION(...) +1
#include "dsl/functions.def"
    ;

}  // namespace

std::span<const FunctionInfo> function_table() {
    return std::span(kTable).first(kOfTheDsl);
}

const FunctionInfo& info(Function function) {
    return kTable[static_cast<std::size_t>(function)];
}

}  // namespace musimd::dsl

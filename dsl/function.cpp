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
#include "dsl/functions.def"
#undef MUSIMD_SPMD_FUNCTION
};

}  // namespace

std::span<const FunctionInfo> function_table() {
    return kTable;
}

const FunctionInfo& info(Function function) {
    return kTable[static_cast<std::size_t>(function)];
}

std::optional<Function> function_named(std::string_view name) {
    const auto* const row = std::ranges::find(kTable, name, &FunctionInfo::name);
    return row == std::end(kTable) ? std::nullopt : std::optional(row->function);
}

}  // namespace musimd::dsl

#include "kernels/cuda/late_starts.hpp"

#include <algorithm>

#include "semantics/order.hpp"

namespace musimd::kernels::cuda {
namespace {

using dsl::Expr;
using dsl::Function;
using dsl::Statement;
using Kind = Statement::Kind;

constexpr dsl::ValueType kNumber = dsl::ValueType::number(Type::u64);
constexpr std::uint64_t kMostTurns = 128;

Expr number(std::uint64_t n) {
    return dsl::literal(Type::u64, n);
}

/// Of the machine that the thread is, or is in.
Expr machine_number(const LaunchConfiguration& config) {
    const Expr thread = dsl::apply(Function::cvt, Type::u64, {dsl::element_number()});
    return config.model == ThreadModel::volta ? thread
                                              : dsl::apply(Function::div, {thread, number(config.warp)});
}

/// Below kMostTurns: the high bits of a product of the machine's number and a random odd number.
Expr turns(const LaunchConfiguration& config) {
    const Expr from_one = dsl::apply(Function::add, {machine_number(config), number(1)});
    const std::uint64_t factor = order_key(config.schedule.seed, 0, 0, 0) | 1;
    const Expr product = dsl::apply(Function::mul, {from_one, number(factor)});
    return dsl::apply(Function::div, {product, number(UINT64_MAX / kMostTurns + 1)});
}

}  // namespace

void delay_threads(const LaunchConfiguration& config, PreparedLaunch& prepared) {
    if (!starts_late(config.schedule)) return;
    dsl::Kernel& kernel = prepared.part.kernel;
    const auto left = static_cast<dsl::VariableId>(kernel.variables.size());
    kernel.variables.push_back({"turns", kNumber});
    const Expr value = dsl::read(left, kNumber);
    dsl::Block wait;
    wait.push_back(dsl::statement_of(Kind::declare, left, turns(config)));
    Statement& loop =
        wait.emplace_back(dsl::statement_of(Kind::while_, 0, dsl::apply(Function::gt, {value, number(0)})));
    loop.step = {dsl::statement_of(Kind::set, left, dsl::apply(Function::sub, {value, number(1)}))};
    kernel.body.insert(kernel.body.begin(), wait.begin(), wait.end());
    prepared.part.variables.push_back(left);
    prepared.part.declared.push_back(left);
}

std::uint64_t step_limit(const LaunchConfiguration& config) {
    constexpr std::uint64_t kOfATurn = 4;
    constexpr std::uint64_t kOfTheLoop = 16;  // what computes the turns, and the end
    const std::uint64_t before = starts_late(config.schedule) ? kOfATurn * kMostTurns + kOfTheLoop : 0;
    return std::max(config.max_steps, config.max_steps + before);  // the sum may wrap
}

}  // namespace musimd::kernels::cuda

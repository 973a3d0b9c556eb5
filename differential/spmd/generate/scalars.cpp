#include "differential/spmd/generate/scalars.hpp"

#include <map>
#include <string>
#include <utility>

#include "differential/random/edges.hpp"
#include "dsl/walk.hpp"

namespace musimd::differential::spmd {
namespace {

using dsl::Expr;
using dsl::Expression;
using dsl::ScalarId;

void renumber(Expr& e, const std::map<ScalarId, ScalarId>& numbers) {
    Expression copy = *e;
    if (copy.scalar) copy.scalar = numbers.at(*copy.scalar);
    for (Expr& operand : copy.operands) renumber(operand, numbers);
    e = std::make_shared<const Expression>(std::move(copy));
}

}  // namespace

void add_scalars(dsl::Kernel& kernel, Dice& dice) {
    const auto add = [&](Type type, std::uint64_t bits) {
        kernel.scalars.push_back({"s" + std::to_string(kernel.scalars.size()), type, bits});
    };
    const auto small = [&dice](std::uint64_t most) { return dice.between<std::uint64_t>(0, most); };
    if (dice.chance(60)) add(kernel.signed_type(), small(3));
    if (dice.chance(40)) add(Type::i32, small(static_cast<std::uint64_t>(kernel.bits - 1)));
    if (dice.chance(40)) add(kernel.unsigned_type(), input_pattern(kernel.unsigned_type(), dice));
    const bool floats = kernel.bits >= 32 && dice.chance(50);
    const Type type = floats ? *type_of(TypeKind::floating, kernel.bits) : kernel.signed_type();
    add(type, input_pattern(type, dice));
}

void add_far_count(dsl::Kernel& kernel, Dice& dice) {
    const auto width = static_cast<std::uint64_t>(kernel.bits);
    kernel.scalars.push_back({"s" + std::to_string(kernel.scalars.size()), Type::i32,
                              dice.pick<std::uint64_t>({width, width + 7, 2 * width, std::uint32_t(-1)})});
}

void drop_unused_scalars(dsl::Kernel& kernel) {
    std::map<ScalarId, ScalarId> numbers;
    dsl::visit_expressions(kernel.body, [&](const Expression& e) {
        if (e.scalar) numbers.emplace(*e.scalar, 0);
    });
    std::vector<dsl::KernelScalar> left;
    for (auto& [old, id] : numbers) {
        id = static_cast<ScalarId>(left.size());
        left.push_back(kernel.scalars[old]);
    }
    if (left.size() == kernel.scalars.size()) return;
    kernel.scalars = std::move(left);
    for (Expr* slot : dsl::all_slots(kernel.body)) renumber(*slot, numbers);
}

}  // namespace musimd::differential::spmd

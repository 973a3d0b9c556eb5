#include <algorithm>
#include <bit>
#include <cassert>

#include "dsl/lowering/kernel_lowering.hpp"
#include "isa/variant.hpp"

// Threads in blocks: their numbers, shared memory, and what they do together.

namespace musimd::dsl {
namespace {

bool mentions_element(const Expr& e) {
    return e->kind == Expression::Kind::element || std::ranges::any_of(e->operands, mentions_element);
}

}  // namespace

Operand KernelLowering::index_in_grid() {
    const Program& machine = writer_.machine();
    bool is_used = false;
    for_each_statement(kernel_.body, [&](const Statement& s, bool) {
        for_each_expression(s, [&](const Expr& e) { is_used = is_used || mentions_element(e); });
    });
    if (!is_used || machine.grid == 1) return Operand::btid();
    const Variable i = writer_.variable("i");
    writer_.binary(i, Operand::bid(), Operation::mul, Operand::constant(machine.block_threads));
    writer_.binary(i, Operand::of(i), Operation::add, Operand::btid());
    return Operand::of(i);
}

void KernelLowering::set_numbers() {
    const std::vector<SharedObject>& shared = writer_.machine().shared;
    for (std::size_t k = 0; k < shared.size(); ++k)
        addresses_.put_in_shared_memory(launch_.blocks->shared[k].first, shared[k].offset);
    for (const auto& [variable, which] : launch_.blocks->numbers)
        number(expressions_.variable(variable), which);
    for (const auto& [variable, buffer] : launch_.blocks->addresses)
        writer_.copy(expressions_.variable(variable), *addresses_.shared(buffer));
}

// Thread x + y·X + z·X·Y of a block is (x, y, z); so are blocks in the grid.
void KernelLowering::number(Variable v, ThreadNumber which) {
    const auto at = static_cast<std::size_t>(which);
    const std::size_t dimension = at % 3;
    const bool of_block = which >= ThreadNumber::block_x && which <= ThreadNumber::block_z;
    const bool of_grid = of_block || which >= ThreadNumber::blocks_x;
    const Dimensions& sizes = of_grid ? launch_.blocks->grid : launch_.blocks->block;
    if (which >= ThreadNumber::threads_x) return writer_.copy(v, Operand::constant(sizes[dimension]));
    if (sizes[dimension] == 1) return writer_.copy(v, Operand::constant(0));
    Operand rest = of_block ? Operand::bid() : Operand::btid();
    if (of_block && launch_.blocks->first != 0) {
        writer_.binary(v, rest, Operation::add, Operand::constant(launch_.blocks->first));
        rest = Operand::of(v);
    }
    if (of_block && launch_.blocks->sample.blocks > 1) {  // as Sample::number
        const std::int64_t last = count_of(launch_.blocks->grid) - 1;
        writer_.binary(v, rest, Operation::mul, Operand::constant(last));
        rest = Operand::of(v);
        writer_.binary(v, rest, Operation::div, Operand::constant(launch_.blocks->sample.blocks - 1));
    }
    std::int64_t before = 1;
    for (std::size_t d = 0; d < dimension; ++d) before *= sizes[d];
    std::int64_t after = 1;
    for (std::size_t d = dimension + 1; d < 3; ++d) after *= sizes[d];
    if (before != 1) {
        writer_.binary(v, rest, Operation::div, Operand::constant(before));
        rest = Operand::of(v);
    }
    if (after != 1) {
        writer_.binary(v, rest, Operation::mod, Operand::constant(sizes[dimension]));
        rest = Operand::of(v);
    }
    if (rest != Operand::of(v)) writer_.copy(v, rest);
}

void KernelLowering::instruction(const Statement& s) {
    Instruction made{.opcode = s.instruction.opcode,
                     .variant = s.instruction.variant,
                     .order = s.instruction.order,
                     .scope = s.instruction.scope};
    made.width = s.instruction.width;
    // Of a narrower warp, all lanes.
    made.width = std::min(made.width, std::bit_ceil(static_cast<std::uint32_t>(threads())));
    if (has_destination(info(made.opcode).format)) made.destination = expressions_.variable(s.variable);
    if (made.opcode == Opcode::typed_reduce) {
        made.type = kernel_.variables[s.variable].type.type;
        made.typed_operation = *typed_operation_named(to_string(made.variant));
    }
    assert(s.operands.size() <= made.operands.size());
    for (std::size_t i = 0; i < s.operands.size(); ++i) made.operands[i] = expressions_.value(s.operands[i]);
    writer_.set_line(s.line);
    writer_.emit(made);
}

}  // namespace musimd::dsl

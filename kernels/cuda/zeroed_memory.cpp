#include "kernels/cuda/zeroed_memory.hpp"

#include <algorithm>

namespace musimd::kernels::cuda {
namespace {

using dsl::Expr;
using dsl::Function;
using dsl::Statement;
using Kind = Statement::Kind;

constexpr dsl::ValueType kNumber = dsl::ValueType::number(Type::i64);

Expr number(std::int64_t n) {
    return dsl::literal(Type::i64, static_cast<std::uint64_t>(n));
}

}  // namespace

void zero_shared_memory(const std::vector<std::pair<dsl::BufferId, std::int64_t>>& arrays,
                        const LaunchConfiguration& config, PreparedLaunch& prepared) {
    if (arrays.empty()) return;
    dsl::Kernel& kernel = prepared.part.kernel;
    const auto next = static_cast<dsl::VariableId>(kernel.variables.size());
    kernel.variables.push_back({"zeroed", kNumber});
    const Expr at = dsl::read(next, kNumber);
    const std::int64_t threads = dsl::count_of(config.block);
    dsl::Block zeros;
    for (const auto& [buffer, elements] : arrays) {
        zeros.push_back(dsl::statement_of(
            Kind::declare, next, dsl::apply(Function::rem, {dsl::element_number(), number(threads)})));
        Statement& loop = zeros.emplace_back(
            dsl::statement_of(Kind::while_, 0, dsl::apply(Function::lt, {at, number(elements)})));
        Statement store = dsl::statement_of(Kind::store, 0, dsl::literal(kernel.buffers[buffer].element, 0));
        store.element.buffer = buffer;
        store.index = at;
        loop.body = {std::move(store)};
        loop.step = {dsl::statement_of(Kind::set, next, dsl::apply(Function::add, {at, number(threads)}))};
    }
    Statement barrier = dsl::statement_of(Kind::instruction);
    barrier.instruction.opcode = Opcode::block_barrier;
    zeros.push_back(std::move(barrier));
    kernel.body.insert(kernel.body.begin(), zeros.begin(), zeros.end());
    prepared.part.variables.push_back(next);
    prepared.part.declared.push_back(next);
    for (const auto& [buffer, elements] : arrays) {
        for (std::vector<dsl::BufferId>* list : {&prepared.part.buffers, &prepared.part.written}) {
            const auto place = std::ranges::lower_bound(*list, buffer);
            if (place == list->end() || *place != buffer) list->insert(place, buffer);
        }
    }
}

}  // namespace musimd::kernels::cuda

#include "dsl/cuda/device_functions.hpp"

#include <algorithm>

namespace musimd::dsl::cuda {
namespace {

struct Row {
    std::string_view name;
    MachineInstruction instruction;
};

constexpr MachineInstruction fence(Scope scope) {
    return {.opcode = Opcode::fence, .order = MemoryOrder::acq_rel, .scope = scope};
}

constexpr Row kWithoutMask[] = {
    {"__syncthreads", {.opcode = Opcode::block_barrier}},
    {"__syncthreads_count", {.opcode = Opcode::block_barrier_of, .variant = Variant::count}},
    {"__syncthreads_and", {.opcode = Opcode::block_barrier_of, .variant = Variant::and_}},
    {"__syncthreads_or", {.opcode = Opcode::block_barrier_of, .variant = Variant::or_}},
    {"__activemask", {.opcode = Opcode::activemask}},
    {"__threadfence_block", fence(Scope::block)},
    {"__threadfence", fence(Scope::grid)},
    {"__threadfence_system", fence(Scope::system)},
};

constexpr Row kAmongLanes[] = {
    {"__all_sync", {.opcode = Opcode::vote, .variant = Variant::all}},
    {"__any_sync", {.opcode = Opcode::vote, .variant = Variant::any}},
    {"__ballot_sync", {.opcode = Opcode::vote, .variant = Variant::ballot}},
    {"__match_any_sync", {.opcode = Opcode::match, .variant = Variant::any}},
    {"__match_all_sync", {.opcode = Opcode::match, .variant = Variant::all}},
    {"__reduce_add_sync", {.opcode = Opcode::typed_reduce, .variant = Variant::add}},
    {"__reduce_min_sync", {.opcode = Opcode::typed_reduce, .variant = Variant::min}},
    {"__reduce_max_sync", {.opcode = Opcode::typed_reduce, .variant = Variant::max}},
    {"__reduce_and_sync", {.opcode = Opcode::typed_reduce, .variant = Variant::and_}},
    {"__reduce_or_sync", {.opcode = Opcode::typed_reduce, .variant = Variant::or_}},
    {"__reduce_xor_sync", {.opcode = Opcode::typed_reduce, .variant = Variant::xor_}},
};

constexpr Row kShuffles[] = {
    {"__shfl_sync", {.opcode = Opcode::shuffle, .variant = Variant::idx}},
    {"__shfl_up_sync", {.opcode = Opcode::shuffle, .variant = Variant::up}},
    {"__shfl_down_sync", {.opcode = Opcode::shuffle, .variant = Variant::down}},
    {"__shfl_xor_sync", {.opcode = Opcode::shuffle, .variant = Variant::xor_}},
};

template <std::size_t N>
std::optional<MachineInstruction> find(const Row (&rows)[N], std::string_view name) {
    const auto* row = std::ranges::find(rows, name, &Row::name);
    return row == std::end(rows) ? std::nullopt : std::optional(row->instruction);
}

}  // namespace

std::optional<MachineInstruction> without_mask(std::string_view name) {
    return find(kWithoutMask, name);
}

std::optional<MachineInstruction> among_lanes(std::string_view name) {
    return find(kAmongLanes, name);
}

std::optional<MachineInstruction> shuffle(std::string_view name) {
    return find(kShuffles, name);
}

bool is_set_of_lanes(const MachineInstruction& instruction) {
    return instruction.opcode == Opcode::match || instruction.opcode == Opcode::activemask ||
           (instruction.opcode == Opcode::vote && instruction.variant == Variant::ballot);
}

Expr atomic_value(std::string_view name, const Expr& old, const Expr& a, const Expr& b, SourcePoint line) {
    const auto computed = [&](Function function, Expr x, Expr y) {
        return apply(function, {std::move(x), std::move(y)}, true, line);
    };
    const auto select = [&](Expr test, Expr x, Expr y) {
        return apply(Function::select, {std::move(test), std::move(x), std::move(y)}, false, line);
    };
    const auto number = [&](std::uint64_t n) { return literal(old->type.type, n, line); };
    if (name == "Add") return computed(Function::add, old, a);
    if (name == "Sub") return computed(Function::sub, old, a);
    if (name == "Min") return computed(Function::min, old, a);
    if (name == "Max") return computed(Function::max, old, a);
    if (name == "And") return computed(Function::andb, old, a);
    if (name == "Or") return computed(Function::orb, old, a);
    if (name == "Xor") return computed(Function::xorb, old, a);
    if (name == "Exch") return a;
    if (name == "CAS") return select(computed(Function::eq, old, a), b, old);
    if (name == "Inc")
        return select(computed(Function::ge, old, a), number(0), computed(Function::add, old, number(1)));
    if (name == "Dec") {
        const Expr wraps =
            apply(Function::orl, {computed(Function::eq, old, number(0)), computed(Function::gt, old, a)},
                  false, line);
        return select(wraps, a, computed(Function::sub, old, number(1)));
    }
    return nullptr;
}

}  // namespace musimd::dsl::cuda

#include "differential/programs/generate/messages.hpp"

#include <span>

#include "differential/programs/generate/instructions.hpp"

namespace musimd::differential {
namespace {

constexpr Variable kMessage = 0;
constexpr Variable kMine = 1;
constexpr Value kWords = 2;  // of data, from address 0 on
constexpr Value kFlags = 2;  // the words after them

Program machine(Dice& dice, const TreeSize& size) {
    Program result;
    result.threads = size.threads.value_or(dice.between<std::uint32_t>(1, 2));
    result.active = ThreadSet::all(result.threads);
    result.block_threads = dice.between<std::uint32_t>(1, 4);
    result.grid = dice.between<std::uint32_t>(1, 3);
    if (size.threads || size.warps) {  // blocks of whole warps
        result.grid = size.warps.value_or(result.grid);
        result.block_threads = result.threads;
    }
    result.warps = result.grid * result.warps_per_block();
    result.model = dice.pick({ThreadModel::lockstep, ThreadModel::volta});
    result.races = dice.pick({RaceMode::warp, RaceMode::thread});
    result.consistency = dice.pick({Consistency::cpp, Consistency::ptx});
    result.variables = {"x", "mine"};
    result.preloads.push_back({.address = 0, .count = kWords + kFlags, .words = {0, 0, 0, 0}});
    return result;
}

Instruction with_strength(Dice& dice, Instruction i) {
    using enum MemoryOrder;
    const bool is_load = i.opcode == Opcode::fetch && i.fetch_operation == FetchOperation::load;
    i.order = i.opcode == Opcode::fence          ? dice.pick({acquire, release, acq_rel, seq_cst})
              : i.opcode == Opcode::strong_store ? dice.pick({relaxed, release})
              : is_load                          ? dice.pick({relaxed, acquire})
                                                 : dice.pick({relaxed, acquire, release, acq_rel});
    i.scope = dice.pick({Scope::block, Scope::grid, Scope::grid, Scope::system});
    return i;
}

Instruction atomic(Dice& dice, Operand address) {
    Instruction result = unary(Opcode::fetch, kMessage, address);
    result.fetch_operation = dice.pick({FetchOperation::load, FetchOperation::load, FetchOperation::add,
                                        FetchOperation::exch, FetchOperation::cas});
    if (result.fetch_operation != FetchOperation::load) result.operands[1] = Operand::constant(dice.below(2));
    if (result.fetch_operation == FetchOperation::cas) result.operands[2] = Operand::constant(1);
    return with_strength(dice, result);
}

Instruction wait_for(Value latest) {
    Instruction result = plain(Opcode::async_wait);
    result.operands[0] = Operand::constant(latest);
    return result;
}

// A copy of any word to any word, the end of a group, or a wait.
Instruction asynchronous(Dice& dice) {
    switch (dice.weighted({4, 3, 4})) {
        case 0: {
            Instruction result = plain(Opcode::copy_async);
            for (Operand& address : std::span(result.operands).first(2))
                address = Operand::constant(dice.below(kWords + kFlags));
            return result;
        }
        case 1:
            return plain(Opcode::async_commit);
        default:
            return wait_for(static_cast<Value>(dice.below(3)));
    }
}

Instruction access(Dice& dice, bool copies) {
    if (copies && dice.chance(50)) return asynchronous(dice);
    const Operand data = Operand::constant(dice.below(kWords));
    const Operand flag = Operand::constant(kWords + static_cast<Value>(dice.below(kFlags)));
    const Operand any = dice.chance(80) ? flag : data;
    switch (dice.weighted({3, 3, 5, 4, 4})) {
        case 0:
            return store(dice.chance(80) ? data : flag, Operand::constant(dice.below(3)));
        case 1:
            return unary(Opcode::ld, kMessage, dice.chance(80) ? data : flag);
        case 2:
            return atomic(dice, any);
        case 3: {
            Instruction result = plain(Opcode::strong_store);
            result.operands = {any, Operand::constant(dice.below(3))};
            return with_strength(dice, result);
        }
        default:
            return with_strength(dice, plain(Opcode::fence));
    }
}

// What the warps of one number do.
void part(Dice& dice, Program& program, Value warp, int most, bool copies) {
    std::vector<Instruction>& out = program.instructions;
    out.push_back(binary(kMine, Operand::wid(), Operation::eq, Operand::constant(warp)));
    const std::size_t skip = out.size();
    out.push_back(branch(Opcode::bz, Operand::of(kMine), 0));
    for (auto count = 1 + dice.below(static_cast<std::uint64_t>(most)); count > 0; --count) {
        out.push_back(access(dice, copies));
        if (out.back().opcode != Opcode::copy_async || dice.chance(40)) continue;
        out.push_back(plain(Opcode::async_commit));  // most are waited for: else nearly all race
        out.push_back(wait_for(0));
    }
    out[skip].target = program.end();
    out.push_back(plain(Opcode::sync));
}

}  // namespace

Program make_messages(Dice& dice, const TreeSize& size) {
    Program result = machine(dice, size);
    const int most = 2 + size.statements / 4;
    const bool copies = dice.chance(40);
    result.instructions.push_back(copy(kMessage, Operand::tid()));
    for (auto parts = 1 + dice.below(2ULL * result.warps + 1); parts > 0; --parts) {
        part(dice, result, static_cast<Value>(dice.below(result.warps)), most, copies);
        if (dice.chance(10)) result.instructions.push_back(plain(Opcode::block_barrier));
        if (copies && dice.chance(10)) result.instructions.push_back(plain(Opcode::barrier));
        if (dice.chance(20)) result.instructions.push_back(access(dice, copies));
    }
    result.instructions.push_back(plain(Opcode::stop));
    return result;
}

}  // namespace musimd::differential

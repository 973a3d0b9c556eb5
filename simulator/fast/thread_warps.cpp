#include "simulator/fast/thread_warps.hpp"

#include <algorithm>

#include "isa/instruction.hpp"

namespace musimd::fast {
namespace {

// Of sections 4 and 5: a lane reads others, or writes its own number. There is no lane −1: `shfl v, -1` takes
// the value of v.
bool sees_its_warp(const Instruction& i) {
    const Operand& lane = i.operands[0];
    const bool is_of_none = lane.kind == Operand::Kind::constant && lane.value == -1;
    return i.opcode == Opcode::ballot || (i.opcode == Opcode::shfl && !is_of_none);
}

bool meets_others(const Instruction& i) {
    return is_collective(i.opcode) || i.opcode == Opcode::activemask;
}

}  // namespace

bool ThreadWarps::can_run(const Program& program) {
    return std::ranges::none_of(program.instructions, sees_its_warp);
}

ThreadWarps::ThreadWarps(const Program& program)
    : original_(program),
      program_(program),
      tid_(static_cast<Variable>(program.variables.size())),
      wid_(tid_ + 1),
      has_collectives_(std::ranges::any_of(program.instructions, meets_others)) {
    program_.model = ThreadModel::lockstep;
    program_.races = RaceMode::thread;
    program_.threads = 1;
    program_.active = ThreadSet::all(1);
    program_.warps =
        program.has_blocks() ? program.grid * program.block_threads : program.warps * program.threads;
    program_.variables.insert(program_.variables.end(), {"tid", "wid"});
    for (Instruction& i : program_.instructions) {
        for (Operand& o : i.operands) {
            if (o.kind == Operand::Kind::tid) o = Operand::of(tid_);
            if (o.kind == Operand::Kind::wid) o = Operand::of(wid_);
        }
    }
}

ThreadWarps::OriginalThread ThreadWarps::place_of(std::uint32_t thread) const {
    const std::uint32_t lanes = original_.threads;
    if (!original_.has_blocks()) return {thread / lanes, thread % lanes};
    const std::uint32_t block = thread / original_.block_threads;
    const std::uint32_t in_block = thread % original_.block_threads;
    return {block * original_.warps_per_block() + in_block / lanes, in_block % lanes};
}

void ThreadWarps::begin(FastWarp& thread) const {
    const OriginalThread place = place_of(thread.number());
    thread.assign(tid_, original_.word.wrapped(place.lane));
    thread.assign(wid_, original_.word.wrapped(place.warp));
}

std::vector<WarpResult> ThreadWarps::results(std::span<const FastWarp> threads) const {
    const WarpResult none{{}, Bank(original_.threads, original_.variables.size())};
    std::vector<WarpResult> warps(original_.warps, none);
    for (const FastWarp& thread : threads) {
        const OriginalThread place = place_of(thread.number());
        thread.add_to(warps[place.warp], place.lane);
    }
    return warps;
}

}  // namespace musimd::fast

#include "simulator/fast/thread_collectives.hpp"

#include <algorithm>
#include <bit>

namespace musimd::fast {

// The same instructions at the same places, for words that were read before: their operands and destination
// are the variables m, x, o and v.
Program ThreadCollectives::program_of_groups(const Program& program) {
    Program groups = program;
    groups.model = ThreadModel::lockstep;
    groups.variables = {"m", "x", "o", "v"};
    for (Instruction& i : groups.instructions) {
        if (!is_collective(i.opcode)) {
            i = Instruction{};
            continue;
        }
        const bool shuffles = i.opcode == Opcode::shuffle;
        i.operands[0] = Operand::of(m);
        i.operands[1] = Operand::of(shuffles ? x : o);
        i.operands[2] = Operand::of(o);
        i.destination = v;
    }
    return groups;
}

ThreadCollectives::ThreadCollectives(const ThreadWarps& threads, std::vector<FastWarp>& warps,
                                     const GridContext& grid)
    : original_(threads.original()),
      threads_(warps),
      history_(grid.history),
      mask_(warps.size()),
      come_(original_.warps),
      alive_(original_.warps),
      exited_(original_.warps),
      program_(program_of_groups(original_)),
      code_(program_, grid.code.loops),
      bank_(code_.bank_units()),
      masks_(code_.warp_masks() * code_.mask_words),
      group_(code_, 0, bank_.at(0), masks_.at(0)),
      grid_(grid),
      work_(code_) {
    grid_.history = nullptr;  // see `order`
    for (std::uint32_t t = 0; t < warps.size(); ++t) {
        const ThreadWarps::OriginalThread place = threads.place_of(t);
        warp_of_.push_back(place.warp);
        lane_of_.push_back(place.lane);
        alive_[place.warp] |= std::uint64_t{1} << place.lane;
    }
}

// ---- who meets

bool ThreadCollectives::is_at_collective(std::uint32_t thread) const {
    return threads_[thread].pc() < original_.end() && is_collective(next(thread).opcode);
}

bool ThreadCollectives::waits(std::uint32_t thread) {
    if (!is_at_collective(thread)) return false;
    const FastWarp& t = threads_[thread];
    const std::size_t operands = operand_count(next(thread));
    for (std::size_t k = 0; k < operands; ++k) {
        if (!is_read_elsewhere(next(thread).opcode, k) && !t.is_operand_defined(k)) return false;
    }
    const std::uint64_t mask = static_cast<std::uint64_t>(t.operand_word(0)) &
                               low_bits(static_cast<std::size_t>(original_.word.width));
    const std::uint64_t self = std::uint64_t{1} << lane_of_[thread];
    if ((mask & ~low_bits(original_.threads)) != 0 || (mask & self) == 0) return false;
    mask_[thread] = mask;
    come_[warp_of_[thread]] |= self;
    return true;
}

void ThreadCollectives::stop(std::uint32_t thread) {
    const std::uint64_t self = std::uint64_t{1} << lane_of_[thread];
    alive_[warp_of_[thread]] &= ~self;
    exited_[warp_of_[thread]] |= self;
}

bool ThreadCollectives::meet(std::uint32_t a, std::uint32_t b) const {
    const Instruction& i = next(a);
    const Instruction& j = next(b);
    return i.opcode == j.opcode && i.variant == j.variant && i.width == j.width && i.type == j.type &&
           mask_[a] == mask_[b];
}

std::uint64_t ThreadCollectives::complete_group(std::uint32_t thread) const {
    const std::uint64_t group = mask_[thread] & alive_[warp_of_[thread]];
    if ((group & ~come_[warp_of_[thread]]) != 0) return 0;
    bool all_meet = true;
    each_of(thread, group, [&](std::uint32_t s, std::size_t) { all_meet = all_meet && meet(thread, s); });
    return all_meet ? group : 0;
}

// ---- what they do

void ThreadCollectives::gather(std::uint32_t thread, std::size_t lane) {
    const FastWarp& t = threads_[thread];
    const std::size_t operands = operand_count(next(thread));
    const Instruction& of_group = program_.at(t.pc());
    for (std::size_t k = 0; k < operands; ++k) {
        group_.set_lane(of_group.operands[k].variable, lane, t.operand_word(k), t.is_operand_defined(k));
    }
}

// All of a `syncwarp` take part in one event.
void ThreadCollectives::order(std::uint32_t thread, std::uint64_t group) {
    std::vector<Agent> agents;
    each_of(thread, group, [&](std::uint32_t s, std::size_t) { agents.push_back(s); });
    history_->meet(agents);
}

bool ThreadCollectives::step(std::uint32_t thread, std::uint64_t group) {
    const Opcode opcode = next(thread).opcode;
    if (opcode == Opcode::activemask) {
        const std::int64_t seen = original_.word.wrapped(static_cast<Integer>(group));
        each_of(thread, group, [&](std::uint32_t s, std::size_t) { threads_[s].step_over(seen); });
        return true;
    }
    if ((mask_[thread] & exited_[warp_of_[thread]]) != 0) return false;  // a warning
    each_of(thread, group, [&](std::uint32_t s, std::size_t lane) { gather(s, lane); });
    if (!group_.step_once(threads_[thread].pc(), group, grid_, work_)) return false;
    if (opcode == Opcode::syncwarp && history_ != nullptr) order(thread, group);
    come_[warp_of_[thread]] &= ~group;
    each_of(thread, group, [&](std::uint32_t s, std::size_t lane) {
        if (opcode == Opcode::syncwarp) {
            threads_[s].step_over();
        } else if (group_.is_lane_defined(v, lane)) {
            threads_[s].step_over(group_.lane_value(v, lane));
        } else {
            threads_[s].step_over_undefined();
        }
    });
    return true;
}

}  // namespace musimd::fast

#include "simulator/explore/spinning.hpp"

#include <algorithm>
#include <utility>
#include <variant>

#include "simulator/explore/footprint.hpp"
#include "simulator/explore/state_key.hpp"

namespace musimd::explore {
namespace {

// A longer loop is not recognised as one.
constexpr std::uint32_t kMaxPlaces = 64;
constexpr int kMaxSteps = 4096;

}  // namespace

void Spin::come_to(std::string place) {
    for (const Place* known = last_.get(); known != nullptr; known = known->before.get())
        is_spinning_ = is_spinning_ || known->text == place;
    if (is_spinning_ || ++places_ > kMaxPlaces) return;
    last_ = std::make_shared<const Place>(Place{std::move(place), std::move(last_)});
}

std::string place_of(const Machine& machine, std::uint32_t m, const Program& program,
                     const Liveness& liveness) {
    return machine_key(machine, m, program, liveness, false);
}

bool has_changed_memory(const Machine& machine, std::uint32_t m, const Instruction& instruction) {
    const MemoryUse memory = info(instruction.opcode).memory;
    if (memory == MemoryUse::none || memory == MemoryUse::reads) return false;
    return std::ranges::any_of(machine.accesses(), [&](const Access& access) {
        if (access.only_reads) return false;
        if (memory != MemoryUse::updates) return true;
        const Value* const before = machine.warp(m).bank.find(access.thread, instruction.destination);
        const Value* const now = machine.memory().find(access.address);
        return before == nullptr || now == nullptr || *before != *now;
    });
}

bool still_spins(Machine& machine, std::uint32_t m, const Program& program, const Liveness& liveness) {
    const std::string begin = place_of(machine, m, program, liveness);
    const Label first = machine.warp(m).pc;
    for (int step = 0; step < kMaxSteps; ++step) {
        const Instruction& instruction = program.at(machine.warp(m).pc);
        if (!std::holds_alternative<RuleId>(machine.step(m)) || machine.has_stopped(m) || machine.waits(m) ||
            has_changed_memory(machine, m, instruction))
            return false;
        if (machine.warp(m).pc == first && place_of(machine, m, program, liveness) == begin) return true;
        if (machine.warp(m).pc >= program.end()) return false;
    }
    return false;
}

}  // namespace musimd::explore

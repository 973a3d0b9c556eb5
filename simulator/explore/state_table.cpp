#include "simulator/explore/state_table.hpp"

#include "simulator/explore/key.hpp"
#include "simulator/explore/state_key.hpp"

namespace musimd::explore {
namespace {

/// What a hash table takes for an entry, besides its text.
constexpr std::size_t kEntryBytes = 80;

}  // namespace

std::uint32_t StateTable::number_of(std::string part) {
    const std::size_t size = part.size();
    const auto number = static_cast<std::uint32_t>(parts_.size());
    const auto [entry, is_new] = parts_.try_emplace(std::move(part), number);
    if (is_new) bytes_ += size + kEntryBytes;
    return entry->second;
}

StateTable::Visit StateTable::visit(const State& state, std::uint64_t asleep) {
    const Machine& machine = state.machine;
    Key key;
    for (std::uint32_t m = 0; m < machine.machines(); ++m) {
        key.number(number_of(machine_key(machine, m, program_, liveness_)));
        key.number(state.rests[m] ? 1 : 0);
    }
    key.number(number_of(memory_key(machine)));
    key.number(number_of(history_key(machine)));
    std::string text = key.take();
    const std::size_t size = text.size();
    const auto [entry, is_new] = states_.try_emplace(std::move(text), UINT64_MAX);
    if (is_new) bytes_ += size + kEntryBytes;
    const std::uint64_t before = entry->second;
    entry->second &= asleep;
    return {is_new, before};
}

}  // namespace musimd::explore

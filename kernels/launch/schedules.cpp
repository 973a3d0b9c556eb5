#include "kernels/launch/schedules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace musimd::kernels {
namespace {

constexpr std::string_view kUneven = "uneven";

bool is_read(Variable v, const Program& program) {
    return std::ranges::any_of(program.instructions, [&](const Instruction& i) {
        const auto end = i.operands.begin() + static_cast<std::ptrdiff_t>(operand_count(i));
        return std::find(i.operands.begin(), end, Operand::of(v)) != end;
    });
}

}  // namespace

std::string to_string(const Schedule& schedule) {
    if (!schedule.turns.empty()) return to_string(schedule.turns);
    return schedule.order == Order::random
               ? (schedule.is_uneven ? std::string(kUneven) : "") + std::to_string(schedule.seed)
               : std::string(kOrderNames[static_cast<std::size_t>(schedule.order)]);
}

std::optional<Schedule> schedule_named(std::string_view name) {
    for (const Order order : {Order::ascending, Order::descending})
        if (name == kOrderNames[static_cast<std::size_t>(order)]) return Schedule{order};
    if (auto turns = turns_named(name)) return Schedule{.turns = *std::move(turns)};
    const bool is_uneven = name.starts_with(kUneven);
    if (is_uneven) name.remove_prefix(kUneven.size());
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), seed);
    if (error != std::errc() || end != name.data() + name.size()) return std::nullopt;
    return Schedule{Order::random, seed, is_uneven};
}

std::string with_schedule(std::string command, std::string_view schedule) {
    constexpr std::string_view kProgram = "musimd ";
    const std::size_t at = command.find(kProgram);
    const bool is_given = command.find(" --schedule ") != std::string::npos;
    if (schedule.empty() || is_given || at == std::string::npos) return command;
    const std::size_t end = std::min(command.find(' ', at + kProgram.size()), command.size());
    return command.insert(end, " --schedule " + std::string(schedule));
}

std::string with_schedule_noted(const std::string& message, std::string_view schedule) {
    constexpr std::size_t kMostShown = 40;
    if (schedule.empty()) return message;
    if (schedule.size() > kMostShown) return message + "; so in one of the schedules of --explore";
    return fmt::format("{}; so in the schedule '{}'", message, schedule);
}

bool starts_late(const Schedule& schedule) {
    return schedule.order == Order::random && !schedule.is_uneven && schedule.seed % 2 == 0;
}

Schedule schedule_number(std::uint32_t number) {
    if (number < 2) return {number == 0 ? Order::ascending : Order::descending, 0, false};
    return {Order::random, number - 1, false};
}

bool shows_schedule(const Program& program) {
    return std::ranges::any_of(program.instructions, [&](const Instruction& i) {
        if (i.opcode == Opcode::fence || i.opcode == Opcode::strong_store) return true;
        return info(i.opcode).memory == MemoryUse::updates && is_read(i.destination, program);
    });
}

}  // namespace musimd::kernels

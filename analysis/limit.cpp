#include "analysis/limit.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "analysis/loops.hpp"
#include "semantics/structure_check.hpp"

namespace musimd {
namespace {

/// Programs with more instructions get no explanation of their stacks: the check may take cubic time.
constexpr std::size_t kMaxChecked = 3'000;

std::string by_warp(const Limit& limit, const Program& program) {
    return program.warps == 1 ? std::string() : fmt::format(" by warp {}", limit.warp);
}

std::string steps_reached(const Limit& limit, const Program& program) {
    std::string text =
        fmt::format("step limit of {} reached{}", with_thousands(limit.steps), by_warp(limit, program));
    const std::vector<Loop> loops = loops_around(program, limit.pc);
    if (loops.empty()) return text;
    text += fmt::format("; the loop {}", where(loops.back(), program));
    const std::string outer = where(loops.front(), program);
    if (outer != where(loops.back(), program)) text += fmt::format(" (inside the loop {})", outer);
    return text + " may not terminate";
}

bool is_growth(const StructureError& error) {
    return error.kind == StructureError::Kind::sync_stack_grows ||
           error.kind == StructureError::Kind::context_stack_grows;
}

/// The loop through the error's instruction.
Loop cycle_of(const StructureError& error) {
    const auto first = std::ranges::find(error.steps, error.pc);
    Loop cycle(first, error.steps.end());
    std::ranges::sort(cycle);
    const auto twice = std::ranges::unique(cycle);
    cycle.erase(twice.begin(), twice.end());
    return cycle;
}

std::string line_of(Label pc, const Program& program) {
    const std::uint32_t line = program.at(pc).line;
    return line == 0 ? fmt::format("at instruction {}", pc) : fmt::format("on line {}", line);
}

/// The loop of the error, and the entry that each iteration adds to the stacks.
std::string growth(const StructureError& error, const std::vector<Loop>& loops, const Program& program) {
    const bool is_block = program.at(error.opened).opcode == Opcode::everywhere;
    const std::string opened =
        fmt::format("the {} {}", is_block ? "'everywhere'" : "branch", line_of(error.opened, program));
    const std::string_view closer = is_block ? "end_everywhere" : "sync";
    // The innermost loop that contains the whole cycle.
    const auto loop = std::find_if(loops.rbegin(), loops.rend(),
                                   [&](const Loop& l) { return std::ranges::includes(l, cycle_of(error)); });
    if (loop == loops.rend()) return {};
    if (!error.closers.empty()) {
        return fmt::format("; control can pass through the loop {} without the '{}' of {}",
                           where(*loop, program), closer, opened);
    }
    if (!error.always_adds || avoids(program, *loop, error.opened))
        return fmt::format("; {} has no '{}'", opened, closer);
    return fmt::format("; each iteration of the loop {} adds an entry: {} has no '{}'", where(*loop, program),
                       opened, closer);
}

/// A loop through pc in which the stacks grow, if there is one.
std::string growth_at(Label pc, const Program& program) {
    if (program.instructions.size() > kMaxChecked) return {};
    const std::vector<Loop> loops = loops_around(program, pc);
    if (loops.empty()) return {};
    for (const StructureError& error : check_structure(program).errors) {
        if (is_growth(error) && std::ranges::binary_search(cycle_of(error), pc))
            return growth(error, loops, program);
    }
    return {};
}

}  // namespace

std::string with_thousands(std::uint64_t n) {
    std::string digits = fmt::format("{}", n);
    for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
    return digits;
}

std::string explain(const Limit& limit, const Program& program, Errata printed) {
    switch (limit.reason) {
        case LimitReason::steps:
            return steps_reached(limit, program);
        case LimitReason::stacks:
            return fmt::format("stacks{} exceed 1 GiB{}",
                               program.warps == 1 ? "" : fmt::format(" of warp {}", limit.warp),
                               printed.empty() ? growth_at(limit.pc, program) : "");
        case LimitReason::schedule:
            return "the schedule ends before the program";
    }
    return {};
}

}  // namespace musimd

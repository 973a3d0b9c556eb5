#include "kernels/openmp/task_hints.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/openmp/updates.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::Block;
using dsl::Statement;

bool updates(const ObjectUses& uses, std::uint32_t line) {
    return std::ranges::find(uses.updates, line, &Update::line) != uses.updates.end();
}

/// The loop on the line whose iterations are tasks, or null.
const Statement* loop_of_tasks(const Block& block, std::uint32_t line) {
    const auto begins_task = [&](const Statement& s) {
        return s.kind == Statement::Kind::team && s.act == dsl::TeamAct::task && s.line == line;
    };
    for (const Statement& s : block) {
        const bool begins = std::ranges::any_of(s.body, [&](const Statement& part) {
            return begins_task(part) || std::ranges::any_of(part.body, begins_task);
        });
        if (s.kind == Statement::Kind::while_ && s.line == line && begins) return &s;
        for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) {
            if (const Statement* found = loop_of_tasks(*part, line)) return found;
        }
    }
    return nullptr;
}

/// Of updates by the tasks of a loop.
std::optional<Hint> reduction(const Statement& region, std::uint32_t task, const RacingObject& object) {
    const Statement* loop = loop_of_tasks(region.body, task);
    if (loop == nullptr || !object.is_variable) return std::nullopt;
    const ObjectUses uses = uses_of(object.buffer, loop->body);
    if (uses.has_others || uses.updates.empty()) return std::nullopt;
    const dsl::Function function = uses.updates.front().function;
    const auto differs = [&](const Update& update) { return update.function != function; };
    if (std::ranges::any_of(uses.updates, differs)) return std::nullopt;
    return Hint{task,
                fmt::format("add `reduction({}: {})` to this directive", clause_name(function), object.name)};
}

/// Of a task and the code that has made it, or has made its parent.
Hint before_parent(std::uint32_t generations, std::uint32_t line) {
    if (generations == 1)
        return {line, "put `#pragma omp taskwait` before this line, which may run before the task"};
    return {line,
            "put `#pragma omp taskgroup` around the tasks before this line, which may run before them: "
            "`taskwait` does not wait for the tasks of tasks"};
}

}  // namespace

std::optional<Hint> hint_of_tasks(const TeamRace& race, const Program& program, const Statement& region,
                                  const RacingObject& object) {
    const std::uint32_t later = program.at(race.later.pc).line;
    const std::uint32_t task = race.later.task == 0 ? 0 : program.at(race.later.task).line;
    if (race.outlives)
        return Hint{task,
                    fmt::format("put `#pragma omp taskwait` after this task, before {} ends", object.name)};
    if (race.later.task == race.earlier.task) {
        if (auto hint = reduction(region, task, object)) return hint;
    }
    const ObjectUses uses = uses_of(object.buffer, region.body);
    if (updates(uses, program.at(race.earlier.pc).line) && updates(uses, later))
        return Hint{later, "put `#pragma omp atomic` before this update"};
    if (race.generations != 0) return before_parent(race.generations, later);
    if (race.earlier.task == 0 || race.later.task == 0 || race.later.task == race.earlier.task)
        return std::nullopt;
    return Hint{
        task, fmt::format("name {} in `depend` clauses of both tasks, or put `#pragma omp taskwait` between "
                          "them",
                          object.name)};
}

}  // namespace musimd::kernels::openmp

#include "kernels/openmp/task_hints.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd::kernels::openmp {
namespace {

bool updates(const ObjectUses& uses, std::uint32_t line) {
    return std::ranges::find(uses.updates, line, &Update::line) != uses.updates.end();
}

/// Of a task and the code that has made it, or has made its parent.
std::optional<Hint> hint_of_parent(const TeamRace& race, std::uint32_t line) {
    if (race.later.level + 1 == race.earlier.level)
        return Hint{line, "put `#pragma omp taskwait` before this line, which may run before the task"};
    return Hint{line,
                "put `#pragma omp taskgroup` around the tasks before this line, which may run before them: "
                "`taskwait` does not wait for the tasks of tasks"};
}

}  // namespace

std::optional<Hint> hint_of_tasks(const TeamRace& race, const Program& program, const ObjectUses& uses,
                                  const std::string& name) {
    const std::uint32_t earlier = program.at(race.earlier.pc).line;
    const std::uint32_t later = program.at(race.later.pc).line;
    if (race.outlives)
        return Hint{program.at(race.earlier.task).line,
                    fmt::format("put `#pragma omp taskwait` after this task, before {} ends", name)};
    if (updates(uses, earlier) && updates(uses, later))
        return Hint{later, "put `#pragma omp atomic` before this update"};
    if (race.earlier.thread == race.later.thread && race.later.level < race.earlier.level)
        return hint_of_parent(race, later);
    if (race.earlier.level != race.later.level || race.later.task == race.earlier.task) return std::nullopt;
    return Hint{
        program.at(race.later.task).line,
        fmt::format("name {} in `depend` clauses of both tasks, or put `#pragma omp taskwait` between "
                    "them",
                    name)};
}

}  // namespace musimd::kernels::openmp

#include "kernels/openmp/hints.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "dsl/lowering/exits.hpp"
#include "kernels/launch/accesses.hpp"
#include "kernels/openmp/updates.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::Block;
using dsl::BufferId;
using dsl::Statement;
using dsl::TeamAct;
using Kind = Statement::Kind;

/// Where a statement is: in each block around it, from the outermost.
struct Step {
    const Block* block = nullptr;
    std::size_t at = 0;
    const Statement& statement() const { return (*block)[at]; }
};
using Path = std::vector<Step>;

/// To the first statement of the line that accesses the buffer.
bool find(const Block& block, BufferId buffer, std::uint32_t line, Path& path) {
    for (std::size_t i = 0; i < block.size(); ++i) {
        path.push_back({&block, i});
        if (block[i].line == line && accesses(buffer, block[i])) return true;
        for (const Block* part : {&block[i].head, &block[i].body, &block[i].step, &block[i].otherwise}) {
            if (find(*part, buffer, line, path)) return true;
        }
        path.pop_back();
    }
    return false;
}

bool is_act(const Statement& s, TeamAct act) {
    return s.kind == Kind::team && s.act == act;
}

/// A construct that shares work has code that any thread may execute.
bool shares_work(const Statement& s) {
    return std::ranges::any_of(s.body, [](const Statement& inner) {
        return is_act(inner, TeamAct::independent) || is_act(inner, TeamAct::iteration);
    });
}

class Hints {
  public:
    Hints(const dsl::openmp::LoopFunction& function, const Statement& loop, const RacingLines& race,
          const ElementNames& names)
        : function_(function),
          loop_(loop),
          race_(race),
          is_variable_(names.is_variable(race.buffer)),
          uses_(uses_of(race.buffer, scope().body)) {
        find(loop.body, race.buffer, race.earlier, earlier_);
        find(loop.body, race.buffer, race.later, later_);
    }

    std::optional<Hint> find_one() const {
        for (const auto hint : {&Hints::other_atomic, &Hints::critical, &Hints::library_call,
                                &Hints::reduction, &Hints::private_, &Hints::barrier, &Hints::atomic}) {
            if (auto found = (this->*hint)()) return found;
        }
        return std::nullopt;
    }

  private:
    std::string name() const {
        const auto shape =
            std::ranges::find(function_.shapes, race_.buffer, &dsl::openmp::ObjectShape::buffer);
        return shape == function_.shapes.end() ? function_.buffers[race_.buffer].name : shape->name;
    }

    /// The innermost construct that shares work and has all accesses to the object; else the region.
    const Statement& scope() const {
        const Statement* result = &loop_;
        if (loop_.threads)
            for_each_construct(loop_.body, [&](const Statement& construct) {
                if (holds_all(construct)) result = &construct;
            });
        return *result;
    }

    template <typename F>
    static void for_each_construct(const Block& block, const F& f) {
        for (const Statement& s : block) {
            if (shares_work(s)) f(s);
            for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise}) for_each_construct(*part, f);
        }
    }

    std::size_t count_accesses(const Block& block) const {
        std::size_t count = 0;
        for (const Statement& s : block) {
            count += accesses(race_.buffer, s) ? 1 : 0;
            for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise})
                count += count_accesses(*part);
        }
        return count;
    }

    bool holds_all(const Statement& construct) const {
        return count_accesses(construct.body) == count_accesses(loop_.body);
    }

    /// Whether the line updates the object.
    bool updates(std::uint32_t line) const {
        return std::ranges::find(uses_.updates, line, &Update::line) != uses_.updates.end();
    }

    std::optional<Hint> other_atomic() const {
        if (is_atomic(race_.earlier_use) == is_atomic(race_.later_use)) return std::nullopt;
        const bool is_later = !is_atomic(race_.later_use);
        const std::uint32_t line = is_later ? race_.later : race_.earlier;
        const Use use = is_later ? race_.later_use : race_.earlier_use;
        const std::string_view kind = updates(line) ? "" : use == Use::read ? " read" : " write";
        return Hint{line, fmt::format("the other access is atomic; make this one atomic, too: "
                                      "`#pragma omp atomic{}`",
                                      kind)};
    }

    /// The lock of a `critical` that the statement is in.
    static std::optional<BufferId> lock_around(const Path& path) {
        for (const Step& step : path) {
            for (std::size_t i = step.at; i-- > 0;) {
                const Statement& s = (*step.block)[i];
                if (s.kind != Kind::atomic || s.acquires == s.releases) continue;
                if (s.releases) break;
                return s.element.buffer;
            }
        }
        return std::nullopt;
    }

    std::optional<Hint> critical() const {
        if (!loop_.threads || earlier_.empty() || later_.empty()) return std::nullopt;
        const auto earlier = lock_around(earlier_);
        const auto later = lock_around(later_);
        if (earlier == later) return std::nullopt;
        if (earlier && later)
            return Hint{race_.later, "the locks of the two accesses differ; use one for both"};
        if ((earlier ? race_.earlier_use : race_.later_use) != Use::write && !updates(race_.earlier) &&
            !updates(race_.later))
            return std::nullopt;  // the lock protects another object
        return Hint{earlier ? race_.later : race_.earlier,
                    "the other access is protected by a lock or `critical`; protect this one by the same"};
    }

    std::optional<Hint> reduction() const {
        if (!is_variable_ || uses_.has_others || uses_.updates.empty()) return std::nullopt;
        const dsl::Function function = uses_.updates.front().function;
        const auto differs = [&](const Update& update) { return update.function != function; };
        if (std::ranges::any_of(uses_.updates, differs)) return std::nullopt;
        return Hint{scope().line,
                    fmt::format("add `reduction({}: {})` to this directive", clause_name(function), name())};
    }

    std::optional<Hint> private_() const {
        const Statement& around = scope();
        if (!is_variable_ || !uses_.is_written || may_read_first(race_.buffer, around.body))
            return std::nullopt;
        const bool is_needed = is_read_after(race_.buffer, around, function_.body);
        if (is_needed && loop_.function == "team") return std::nullopt;  // it has no `lastprivate`
        if (is_needed && &around == &loop_ && !loop_.threads)
            return Hint{around.line,
                        fmt::format("add `lastprivate({})` to this directive: each iteration sets it before "
                                    "it reads it, and it is read after the loop",
                                    name())};
        return Hint{around.line,
                    fmt::format("add `private({})` to this directive: it is always set before it "
                                "is read",
                                name())};
    }

    /// Of the two constructs, or statements, of the region that the accesses are in.
    std::optional<Hint> barrier() const {
        if (!loop_.threads || earlier_.empty() || later_.empty()) return std::nullopt;
        const auto [a, b] = std::ranges::mismatch(earlier_, later_, [](const Step& x, const Step& y) {
            return x.block == y.block && x.at == y.at;
        });
        if (a == earlier_.end() || b == later_.end() || a->block != b->block) return std::nullopt;
        const bool is_shared = std::ranges::any_of(
            earlier_.begin(), a, [](const Step& step) { return shares_work(step.statement()); });
        if (is_shared) return std::nullopt;
        const bool is_before = a->at < b->at;
        const Statement& first = is_before ? a->statement() : b->statement();
        const std::uint32_t second = is_before ? b->statement().line : a->statement().line;
        if (shares_work(first))
            return Hint{first.line, fmt::format("remove `nowait` from this directive: nothing orders it and "
                                                "line {}",
                                                second)};
        return Hint{second, fmt::format("put `#pragma omp barrier` before this line: nothing orders line {} "
                                        "and it",
                                        first.line)};
    }

    /// In a function of C++'s library, what changes the object is no statement of the user's.
    std::optional<Hint> library_call() const {
        for (const Path* path : {&later_, &earlier_}) {
            for (const Step& step : *path) {
                const Statement& s = step.statement();
                if (s.kind == Kind::call && s.function.empty())
                    return Hint{s.line,
                                "put `#pragma omp critical` before this call, which changes the object"};
            }
        }
        return std::nullopt;
    }

    std::optional<Hint> atomic() const {
        const bool both = updates(race_.earlier) && updates(race_.later);
        const bool one = updates(race_.earlier) || updates(race_.later);
        const bool has_operation = std::ranges::none_of(uses_.updates, [](const Update& update) {
            return update.function == dsl::Function::min || update.function == dsl::Function::max;
        });
        if (!has_operation || !(both || (one && loop_.threads))) return std::nullopt;
        const std::uint32_t line = updates(race_.later) ? race_.later : race_.earlier;
        return Hint{line, "put `#pragma omp atomic` before this update"};
    }

    const dsl::openmp::LoopFunction& function_;
    const Statement& loop_;
    const RacingLines& race_;
    bool is_variable_;
    ObjectUses uses_;
    Path earlier_ = {};
    Path later_ = {};
};

}  // namespace

std::optional<Hint> hint_for(const dsl::openmp::LoopFunction& function, const Statement& loop,
                             const RacingLines& race, const ElementNames& names) {
    return Hints(function, loop, race, names).find_one();
}

std::optional<Hint> hint_for_teams(const dsl::openmp::LoopFunction& function, const RacingLines& race,
                                   std::uint32_t teams) {
    if (race.earlier != race.later) return std::nullopt;
    const std::string& name = function.buffers[race.buffer].name;
    std::optional<Hint> result;
    dsl::for_each_statement(function.body, [&](const Statement& s, bool) {
        if (s.kind != Kind::parallel || s.line != race.later) return;
        for (const dsl::Reduction& r : s.reductions) {
            if (name == function.variables[r.original].name)
                result = {teams,
                          fmt::format("add `reduction({}: {})` to this directive, which begins the teams",
                                      clause_name(r.function), name)};
        }
    });
    return result;
}

std::optional<Hint> hint_for(const SimdRace& race, const dsl::SimdLoopCode& loop, const Program& program) {
    const std::int64_t distance = std::abs(race.later.iteration - race.earlier.iteration);
    if (!loop.parallel && loop.safelen == 0 && distance > 1)
        return Hint{loop.line,
                    fmt::format("add `safelen({})` to this directive, if iterations that are nearer "
                                "to each other never access one element",
                                distance)};
    const SimdRace::Side& read = race.earlier.use == Use::read ? race.earlier : race.later;
    const SimdRace::Side& write = race.earlier.use == Use::read ? race.later : race.earlier;
    const std::uint32_t line = program.at(read.pc).line;
    // Of two lines in a region, a barrier may be what is missing.
    if (read.use != Use::read || write.use != Use::write || read.iteration > write.iteration ||
        program.at(write.pc).line != line)
        return std::nullopt;
    return Hint{line, "in the order of C, this reads what was there before the loop: let it read a copy"};
}

}  // namespace musimd::kernels::openmp

#include "kernels/openmp/host.hpp"

#include <unordered_map>
#include <utility>

#include "dsl/lowering/exits.hpp"
#include "dsl/openmp/promise.hpp"

namespace musimd::kernels::openmp {
namespace {

using dsl::Block;
using dsl::Expr;
using dsl::Statement;
using Kind = Statement::Kind;
using Statements = std::span<const Statement>;

/// How control leaves statements.
enum class Way : std::uint8_t { on, breaks, continues, returns, exits };

bool is_exit(const Statement& s) {
    return s.kind == Kind::check && s.function == dsl::kExit;
}

/// Walks the statements that decide what is launched. What is between them runs as programs of one thread.
class Host {
  public:
    explicit Host(CallRun& run) : run_(run) {}

    bool note_walked(const Block& block);
    Way block(const Block& statements);

  private:
    std::pair<Way, Statements> up_to_the_last_walked(Statements statements);
    std::pair<Way, bool> test(const Statement& loop);
    Way walk(Statements before, const Statement& s);
    Way loop(const Statement& s);
    Way call(const Statement& s);
    void parallel(const Statement& s, std::int64_t iterations) {
        if (s.threads) return run_.run_threads(s, iterations);
        const bool by_one =
            !s.operands.empty() && static_cast<std::int64_t>(run_.execute({}, s.operands[0], s.line)) <= 1;
        by_one ? run_.launch_by_one(s, iterations) : run_.launch(s, iterations);
    }
    void run(Statements statements) { run_.execute(statements, nullptr, 0); }

    CallRun& run_;
    std::unordered_map<const Statement*, bool> walked_;
    dsl::ExitFinder exits_;
};

// Walked are statements with a parallel loop, an array or a mark of teams inside, and those from which
// control leaves. Whether there is a parallel loop or an array.
bool Host::note_walked(const Block& block) {
    bool any = false;
    for (const Statement& s : block) {
        bool launches = s.kind == Kind::parallel || s.kind == Kind::array || s.kind == Kind::print ||
                        s.kind == Kind::team || is_exit(s);
        if (s.kind != Kind::parallel) {
            for (const Block* part : {&s.head, &s.body, &s.step, &s.otherwise})
                launches = note_walked(*part) || launches;
        }
        walked_[&s] = launches || exits_.of(s).any();
        any = any || launches;
    }
    return any;
}

Way Host::block(const Block& statements) {
    const auto [way, rest] = up_to_the_last_walked(statements);
    if (way == Way::on) run(rest);
    return way;
}

/// Whether the loop goes on, unless its condition ends the program.
std::pair<Way, bool> Host::test(const Statement& loop) {
    const auto [way, rest] = up_to_the_last_walked(loop.head);
    if (way != Way::on) return {way, false};
    return {way, run_.execute(rest, loop.value, loop.line) != 0};
}

/// Runs the statements up to the last one that is walked. Returns the rest, unless control has left.
std::pair<Way, Statements> Host::up_to_the_last_walked(Statements statements) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i < statements.size(); ++i) {
        if (!walked_.at(&statements[i])) continue;
        const Way way = walk(statements.subspan(begin, i - begin), statements[i]);
        if (way != Way::on) return {way, {}};
        begin = i + 1;
    }
    return {Way::on, statements.subspan(begin)};
}

Way Host::walk(Statements before, const Statement& s) {
    switch (s.kind) {
        case Kind::if_:
            return block(run_.execute(before, s.value, s.line) != 0 ? s.body : s.otherwise);
        case Kind::while_:
            run(before);
            return loop(s);
        case Kind::call:
            run(before);
            return call(s);
        case Kind::parallel:
            parallel(s, static_cast<std::int64_t>(run_.execute(before, s.value, s.line)));
            return Way::on;
        case Kind::team:
            if (s.width != 0) {
                run(before);
                s.width == dsl::openmp::kPromise ? run_.check_promise(s) : run_.act_on_device(s);
                return Way::on;
            }
            run_.mark_teams(s, static_cast<std::int64_t>(run_.execute(before, s.value, s.line)));
            return Way::on;
        case Kind::print:
            run(before);
            run_.print(s);
            return Way::on;
        case Kind::array:
            run_.declare_array(s, static_cast<std::int64_t>(run_.execute(before, s.value, s.line)));
            return Way::on;
        case Kind::break_:
            run(before);
            return Way::breaks;
        case Kind::continue_:
            run(before);
            return Way::continues;
        case Kind::return_:
            run(before);
            return Way::returns;
        case Kind::check:
            run(before);
            return Way::exits;
        case Kind::declare:
        case Kind::set:
        case Kind::store:
        case Kind::simd:
        case Kind::atomic:
        case Kind::instruction:
            break;  // never walked
    }
    return Way::on;
}

Way Host::loop(const Statement& s) {
    while (true) {
        const auto [end, goes_on] = test(s);
        if (!goes_on) return end;
        run_.take_step(s.line);
        const Way way = block(s.body);
        if (way == Way::breaks) return Way::on;
        if (way == Way::returns || way == Way::exits) return way;
        if (block(s.step) == Way::exits) return Way::exits;
    }
}

Way Host::call(const Statement& s) {
    for (const auto& [parameter, value] : s.arguments) run_.declare(parameter, value, s.line);
    const bool is_named = !s.function.empty();  // or a part of a list with labels
    if (is_named) run_.enter_call(s);
    const Way way = block(s.body);
    if (is_named) run_.leave_call();
    if (way == Way::exits) return Way::exits;
    if (s.result != nullptr) run_.declare(s.variable, s.result, s.line);
    return Way::on;
}

}  // namespace

void walk(const Block& body, CallRun& run) {
    Host host(run);
    host.note_walked(body);
    host.block(body);
}

}  // namespace musimd::kernels::openmp

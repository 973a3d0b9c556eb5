#include "dsl/lowering.hpp"

#include <cassert>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include "dsl/lowering/exits.hpp"
#include "dsl/lowering/expressions.hpp"
#include "dsl/lowering/program_writer.hpp"

namespace musimd::dsl {
namespace {

using Kind = Statement::Kind;
using Statements = std::span<const Statement>;

constexpr std::uint32_t kWarpOfAGrid = 1024;

// ---- the machine

/// N, W and Σ of the launch.
Program machine_of(const Kernel& kernel, const Launch& launch) {
    assert(launch.elements >= 1 && launch.origins.size() == kernel.buffers.size());
    Program made;
    const bool one_warp = launch.elements <= kMaxThreads;
    const auto chosen = one_warp ? static_cast<std::uint32_t>(launch.elements) : kWarpOfAGrid;
    made.threads = launch.warp_width != 0 ? launch.warp_width : chosen;
    made.warps = static_cast<std::uint32_t>((launch.elements + made.threads - 1) / made.threads);
    assert(made.threads <= kMaxThreads && made.warps <= kMaxWarps);
    made.active = ThreadSet::all(made.threads);
    made.word = {.width = kernel.bits <= 32 ? 32 : 64, .wrap = false};
    made.races = RaceMode::thread;
    for (const Region& region : launch.regions) {
        const auto count = static_cast<std::int64_t>(region.words.size());
        made.buffers.push_back({region.name, region.address, count});
        if (count == 0) continue;
        made.preloads.push_back(
            {.address = region.address, .count = count, .words = region.words, .start = 0, .step = 0});
    }
    return made;
}

/// What is divided by zero, or converted out of range, in a lane that C++ would not ask.
bool may_trap(const Expr& e, std::set<const Expression*>& seen) {
    if (!seen.insert(e.get()).second) return false;
    if (e->kind == Expression::Kind::apply) {
        const bool from_float = is_float(e->operands.front()->type.type);
        if (e->function == Function::div && !from_float) return true;
        if (e->function == Function::cvt && from_float && !is_float(e->type.type)) return true;
    }
    for (const Expr& operand : e->operands) {
        if (may_trap(operand, seen)) return true;
    }
    return false;
}
bool may_trap(const Expr& e) {
    std::set<const Expression*> seen;
    return may_trap(e, seen);
}

// ---- the kernel

/// A loop, a call, or the kernel, which lanes may leave early. Its flags are 1 in the lanes that stay.
struct Left {
    bool loop = false;
    std::optional<Variable> stays = {};  ///< in the loop, or the call; nothing if no lane leaves early
    std::optional<Variable> trip = {};   ///< in this trip of the loop; nothing where `stays` says the same
};

/// Statements that follow; behind them those of the next.
struct Rest {
    Statements statements;
    const Rest* next = nullptr;
};

bool is_empty(const Rest* rest) {
    return rest == nullptr || (rest->statements.empty() && is_empty(rest->next));
}

class KernelLowering {
  public:
    KernelLowering(const Kernel& kernel, const Launch& launch)
        : kernel_(kernel),
          launch_(launch),
          writer_(machine_of(kernel, launch)),
          addresses_(launch.origins, index()),
          expressions_(writer_, addresses_, variables()) {}

    Program run();

  private:
    // Before the first statement.
    bool is_grid() const { return launch_.elements > threads(); }
    std::int64_t threads() const { return writer_.machine().threads; }
    Operand index();
    std::vector<Variable> variables();
    void count_declarations();
    void keep_addresses();
    void keep_address(const Place& place, std::int64_t distance);

    // Statements.
    void body();
    void block(Statements statements, const Rest* after);
    void statement(const Statement& s, Statements behind);
    void declare(const Statement& s, Statements behind);
    void set(const Statement& s);
    void store(const Statement& s);
    template <typename F>
    void act(const Statement& s, const F& action);
    void call(const Statement& s);
    void enter_function(const Block& body);

    // Control.
    void conditional(const Statement& s, const Rest* behind_body, const Rest* behind_otherwise);
    void loop(const Statement& s);
    Test goes_on(const Statement& s, bool lanes_leave);
    void break_();
    void continue_();
    void return_();
    void clear(std::optional<Variable> flag);
    void those_that_stay(const Rest& rest);
    template <typename F>
    void diverged(const F& write);

    const Kernel& kernel_;
    const Launch& launch_;
    ProgramWriter writer_;
    Addresses addresses_;
    Expressions expressions_;
    ExitFinder exits_;
    std::vector<Left> around_;   ///< the kernel, the calls and the loops around, outermost first
    std::size_t loops_ = 0;      ///< around, outside of the calls around too
    std::vector<int> declared_;  ///< by VariableId: how many statements declare it
};

// ---- before the first statement

// i: tid, or the thread's number in the grid.
Operand KernelLowering::index() {
    if (!is_grid()) return Operand::tid();
    const Variable i = writer_.variable("i");
    writer_.binary(i, Operand::wid(), Operation::mul, Operand::constant(threads()));
    writer_.binary(i, Operand::of(i), Operation::add, Operand::tid());
    return Operand::of(i);
}

std::vector<Variable> KernelLowering::variables() {
    std::vector<Variable> made;
    for (const KernelVariable& v : kernel_.variables) made.push_back(writer_.variable(v.name));
    return made;
}

void KernelLowering::count_declarations() {
    declared_.assign(kernel_.variables.size(), 0);
    for_each_statement(kernel_.body, [this](const Statement& s, bool) {
        if (s.kind == Kind::declare) ++declared_[s.variable];
    });
}

// Addresses that are used more than once, or in a loop, are computed once.
void KernelLowering::keep_addresses() {
    std::map<std::int64_t, std::pair<Place, int>> uses;
    const auto use = [&](const Place& place, bool in_loop) {
        auto& [first, number] = uses.emplace(addresses_.distance(place), std::pair(place, 0)).first->second;
        number += in_loop ? 2 : 1;
    };
    for_each_statement(kernel_.body, [&](const Statement& s, bool in_loop) {
        const bool again = in_loop || s.kind == Kind::while_;
        if (s.kind == Kind::store) use(s.place, again);
        std::set<const Expression*> seen;
        const std::function<void(const Expr&)> look = [&](const Expr& e) {
            if (!seen.insert(e.get()).second) return;
            if (e->kind == Expression::Kind::load) use(e->place, again);
            for (const Expr& operand : e->operands) look(operand);
        };
        for_each_expression(s, look);
    });
    for (const auto& [distance, used] : uses) {
        if (used.second > 1 && distance != 0) keep_address(used.first, distance);
    }
}

void KernelLowering::keep_address(const Place& place, std::int64_t distance) {
    std::string name = "at_" + kernel_.buffers[place.buffer].name;
    if (place.offset != 0) {
        name += (place.offset < 0 ? "_minus_" : "_plus_") + std::to_string(std::abs(place.offset));
    }
    const Variable kept = writer_.variable(name);
    writer_.binary(kept, addresses_.index(), Operation::add, Operand::constant(distance));
    addresses_.keep(distance, kept);
}

// ---- statements

Program KernelLowering::run() {
    count_declarations();
    const std::int64_t all = threads() * writer_.machine().warps;
    if (all == launch_.elements) {
        body();
    } else {
        const Variable exists = writer_.variable("exists");
        const Target end = writer_.target("end");
        writer_.binary(exists, addresses_.index(), Operation::lt, Operand::constant(launch_.elements));
        expressions_.set_guard(exists);
        writer_.branch(Opcode::bz, exists, end);
        body();
        writer_.place(end);
        writer_.emit(Opcode::sync);
    }
    writer_.emit(Opcode::stop);
    return writer_.finish();
}

void KernelLowering::body() {
    keep_addresses();
    enter_function(kernel_.body);
    block(kernel_.body, nullptr);
}

// Where lanes may leave a statement early, what follows it is for those that stay. It stands in the other
// half of a conditional of which one half always leaves, and else behind a test of the flag.
void KernelLowering::block(Statements statements, const Rest* after) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
        const Statement& s = statements[i];
        const Rest rest{statements.subspan(i + 1), after};
        const bool body_leaves = s.kind == Kind::if_ && always_leaves(s.body);
        const bool otherwise_leaves = s.kind == Kind::if_ && always_leaves(s.otherwise);
        if (body_leaves != otherwise_leaves) {
            return conditional(s, body_leaves ? nullptr : &rest, otherwise_leaves ? nullptr : &rest);
        }
        statement(s, rest.statements);
        if (always_leaves(statements.subspan(i, 1))) return;
        if (exits_.of(s).any()) return those_that_stay(rest);
    }
    if (after != nullptr) block(after->statements, after->next);
}

void KernelLowering::statement(const Statement& s, Statements behind) {
    writer_.set_line(s.line);
    switch (s.kind) {
        case Kind::declare:
            declare(s, behind);
            break;
        case Kind::set:
            set(s);
            break;
        case Kind::store:
            store(s);
            break;
        case Kind::if_:
            conditional(s, nullptr, nullptr);
            break;
        case Kind::while_:
            loop(s);
            break;
        case Kind::break_:
            break_();
            break;
        case Kind::continue_:
            continue_();
            break;
        case Kind::return_:
            return_();
            break;
        case Kind::call:
            call(s);
            break;
    }
    expressions_.finish_statement();
}

// A variable without a value is undefined, also where control comes again; unless the statements behind begin
// with setting it.
void KernelLowering::declare(const Statement& s, Statements behind) {
    if (s.value != nullptr) return expressions_.assign(expressions_.variable(s.variable), s.value);
    if (loops_ == 0 && declared_[s.variable] == 1) return;
    for (const Statement& next : behind) {
        if (!mentions(next, s.variable)) continue;
        Statement only_value;
        only_value.value = next.value;
        only_value.kind = Kind::store;
        if (next.kind == Kind::set && !mentions(only_value, s.variable)) return;
        return writer_.undefine(expressions_.variable(s.variable));
    }
}

void KernelLowering::set(const Statement& s) {
    act(s, [&] { expressions_.assign(expressions_.variable(s.variable), s.value); });
}

void KernelLowering::store(const Statement& s) {
    act(s, [&] {
        const Operand o = expressions_.value(s.value);
        writer_.set_line(s.line);
        writer_.store(expressions_.address(s.place), o);
    });
}

template <typename F>
void KernelLowering::act(const Statement& s, const F& action) {
    if (!s.unmasked || !expressions_.wakes) return action();
    expressions_.load_in_active_lanes(s.value);
    expressions_.everywhere(action);
}

void KernelLowering::enter_function(const Block& body) {
    around_.push_back({});
    if (!exits_.of(body).returns) return;
    around_.back().stays = writer_.flag("stays");
    writer_.copy(*around_.back().stays, Operand::constant(1));
}

void KernelLowering::call(const Statement& s) {
    for (const auto& [parameter, value] : s.arguments) {
        expressions_.assign(expressions_.variable(parameter), value);
        expressions_.finish_statement();
    }
    enter_function(s.body);
    block(s.body, nullptr);
    around_.pop_back();
    writer_.set_line(s.line);
    if (s.result != nullptr) expressions_.assign(expressions_.variable(s.variable), s.result);
}

// ---- control

template <typename F>
void KernelLowering::diverged(const F& write) {
    const bool outside = expressions_.wakes;
    expressions_.wakes = launch_.unmasked == UnmaskedReading::every_lane;
    write();
    expressions_.wakes = outside;
}

void KernelLowering::conditional(const Statement& s, const Rest* behind_body, const Rest* behind_otherwise) {
    writer_.set_line(s.line);
    const Test test = expressions_.condition(s.value);
    expressions_.finish_statement();
    if (test.constant) {
        return *test.constant ? block(s.body, behind_body) : block(s.otherwise, behind_otherwise);
    }
    const bool first = !s.body.empty() || !is_empty(behind_body);
    const bool second = !s.otherwise.empty() || !is_empty(behind_otherwise);
    const Target other = writer_.target("else");
    const Target join = writer_.target("join");
    diverged([&] {
        writer_.branch(first ? test.branch_unless() : test.branch_if(), test.variable,
                       first && second ? other : join);
        if (first) block(s.body, behind_body);
        writer_.set_line(s.line);
        if (first && second) {
            writer_.jump(join);
            writer_.place(other);
        }
        if (second) block(s.otherwise, behind_otherwise);
    });
    writer_.set_line(s.line);
    writer_.place(join);
    writer_.emit(Opcode::sync);
}

void KernelLowering::loop(const Statement& s) {
    if (constant_of(s.value) == false) return block(s.head, nullptr);
    const Exits exits = exits_.of(s.body);
    const bool lanes_leave = exits.breaks || exits.returns;
    Left& left = around_.emplace_back(Left{.loop = true});
    if (exits.any()) left.stays = writer_.variable("stays");
    if (lanes_leave && exits.continues) left.trip = writer_.flag("trip");
    const auto trip = left.trip;
    if (lanes_leave) writer_.copy(*left.stays, Operand::constant(1));
    const Target head = writer_.target("loop");
    const Target exit = writer_.target("exit");
    bool branches = false;
    writer_.place(head);
    ++loops_;
    diverged([&] {
        const Test test = goes_on(s, lanes_leave);
        expressions_.finish_statement();
        writer_.set_line(s.line);
        branches = !test.constant;
        if (branches) writer_.branch(test.branch_unless(), test.variable, exit);
        if (trip) writer_.copy(*trip, Operand::constant(1));
        block(s.body, nullptr);
        writer_.set_line(s.line);
        writer_.jump(head);
    });
    --loops_;
    around_.pop_back();
    writer_.place(exit);
    if (branches) writer_.emit(Opcode::sync);
}

// What a lane that comes to the loop's head goes on by. Lanes that have left wait there for the others: they
// do not compute the condition, or it does not matter that they do.
Test KernelLowering::goes_on(const Statement& s, bool lanes_leave) {
    const auto stays = around_.back().stays;
    const auto compute = [&] {
        block(s.head, nullptr);
        writer_.set_line(s.line);
        expressions_.assign(*stays, s.value);
    };
    if (!stays) {
        block(s.head, nullptr);
        writer_.set_line(s.line);
        return expressions_.condition(s.value);
    }
    if (!lanes_leave) {
        compute();
    } else if (!s.head.empty() || may_trap(s.value)) {
        const Target skip = writer_.target("skip");
        writer_.branch(Opcode::bz, *stays, skip);
        compute();
        writer_.place(skip);
        writer_.emit(Opcode::sync);
    } else if (!constant_of(s.value)) {
        writer_.binary(*stays, Operand::of(*stays), Operation::and_, expressions_.value(s.value));
    }
    return {.constant = std::nullopt, .variable = *stays, .negated = false};
}

void KernelLowering::clear(std::optional<Variable> flag) {
    if (flag) writer_.copy(*flag, Operand::constant(0));
}

void KernelLowering::break_() {
    assert(around_.back().loop);
    clear(around_.back().stays);
    clear(around_.back().trip);
}

void KernelLowering::continue_() {
    assert(around_.back().loop);
    const Left& left = around_.back();
    clear(left.trip ? left.trip : left.stays);
}

void KernelLowering::return_() {
    for (auto left = around_.rbegin();; ++left) {
        clear(left->stays);
        clear(left->trip);
        if (!left->loop) return;
    }
}

void KernelLowering::those_that_stay(const Rest& rest) {
    if (is_empty(&rest)) return;
    const Left& left = around_.back();
    const Target next = writer_.target("next");
    writer_.branch(Opcode::bz, left.trip ? *left.trip : *left.stays, next);
    diverged([&] { block(rest.statements, rest.next); });
    writer_.place(next);
    writer_.emit(Opcode::sync);
}

}  // namespace

Program lower(const Kernel& kernel, const Launch& launch) {
    return KernelLowering(kernel, launch).run();
}

}  // namespace musimd::dsl

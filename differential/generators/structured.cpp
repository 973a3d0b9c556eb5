#include "differential/generators/structured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "differential/generators/instructions.hpp"

namespace musimd::differential {
namespace {

using Kind = Statement::Kind;

// The variables of structured programs. Data variables have a value from the start, the others are written
// before they are read; each loop around another has a counter of its own.
constexpr Variable kData = 4;
constexpr Variable kShuffled = 4;
constexpr Variable kAddress = 5;
constexpr Variable kCondition = 6;
constexpr Variable kFuel = 7;
constexpr int kLoops = 3;
const std::vector<std::string> kNames = {"x", "y", "z", "w", "from", "a", "c", "fuel", "fuel2", "fuel3"};

/// Where a statement stands.
struct Context {
    bool in_block = false;
    bool open = false;     ///< a branch of this block, or of the program outside of blocks, is open
    bool writes = true;    ///< variables may be written
    int loops = 0;         ///< the loops around
    bool uniform = false;  ///< the counter of the innermost is the same in all active threads
};

Context inside_branch(Context c) {
    c.open = true;
    return c;
}

Context inside_loop(Context c, bool uniform) {
    c.open = true;
    c.loops += 1;
    c.uniform = uniform;
    return c;
}

Context inside_block(Context c, const StructuredOptions& options) {
    c.in_block = true;
    c.open = false;
    c.uniform = false;  // threads that are woken have another counter, or none
    c.writes = options.blocks_write;
    return c;
}

bool some_dormant(const Program& machine) {
    return machine.active.size() < machine.threads;
}

// ---- random trees

class TreeMaker {
  public:
    TreeMaker(Dice& dice, const StructuredOptions& options) : dice_(dice), options_(options) {}

    Tree make(int size);

  private:
    void memory();
    std::vector<Instruction> initial();
    Block block(int budget, const Context& c);
    Statement compound(int budget, const Context& c);
    Statement conditional(int budget, const Context& c);
    Statement loop(Kind kind, int budget, const Context& c);
    Statement everywhere(int budget, const Context& c);
    Statement masked(int budget, const Context& c);
    void condition(Statement& made, const Context& c);

    void simple(Block& block, const Context& c);
    void only_store(Block& block);
    void compute(Block& block);
    void assign(Block& block);
    void store(Block& block);
    void load(Block& block);
    void atomic(Block& block);
    void shuffle(Block& block);
    void rare(Block& block, const Context& c);
    void shift_or_divide(Instruction& made);
    void settle(Block& block, Variable v);

    Variable data() { return static_cast<Variable>(dice_.below(kData)); }
    Operand constant() { return Operand::constant(make_word(dice_, machine_.word)); }
    Operand constant(Value c) { return Operand::constant(c); }
    Operand operand();
    Operand own_address(Block& block);
    Operand any_address(Block& block);
    Operand offset(Block& block, Operand address);
    bool narrow() const { return machine_.word.width == 8 && !machine_.word.wrap; }

    void add(Block& block, Instruction instruction) {
        Statement statement;
        statement.instruction = instruction;
        block.push_back(std::move(statement));
    }

    Dice& dice_;
    StructuredOptions options_;
    Program machine_;
    std::int64_t span_ = 0;  // words of Σ for each warp
};

Tree TreeMaker::make(int size) {
    machine_ = make_machine(dice_, options_.most_warps);
    if (options_.thread_races && dice_.chance(4)) machine_.races = RaceMode::thread;
    memory();
    Tree tree;
    tree.initial = initial();
    tree.initial_everywhere =
        some_dormant(machine_) && machine_.registers == RegisterMode::keep && options_.blocks_write;
    Context outside;
    tree.body = block(1 + static_cast<int>(dice_.below(3 + static_cast<std::uint64_t>(size) / 2)), outside);
    tree.machine = std::move(machine_);
    return tree;
}

// Words for thread t of warp w are around w · span + t; a grid's addresses must fit the word.
void TreeMaker::memory() {
    span_ = machine_.threads + 8;
    const std::int64_t words = span_ * machine_.warps;
    if (machine_.word.width == 8 && words > 127) machine_.word.width = 16;
    const std::int64_t first = dice_.chance(50) ? words : dice_.between<std::int64_t>(1, words);
    machine_.preloads.push_back(make_preload(dice_, 0, first));
    if (first < words) machine_.preloads.push_back(make_preload(dice_, first, words - first));
}

std::vector<Instruction> TreeMaker::initial() {
    std::vector<Instruction> made;
    const unsigned undefined = dice_.chance(10) ? 30 : 0;
    for (Variable v = 0; v <= kShuffled; ++v) {
        if (dice_.chance(undefined)) continue;
        const auto small = dice_.between<Value>(1, 7);
        switch (dice_.weighted({3, 3, 1, 1})) {
            case 0:
                made.push_back(copy(v, constant(dice_.between<Value>(-3, 9))));
                break;
            case 1:
                made.push_back(binary(v, Operand::tid(), Operation::mod, constant(small + 1)));
                break;
            case 2:
                made.push_back(binary(v, Operand::tid(), Operation::and_, constant(small)));
                break;
            default:
                made.push_back(binary(v, Operand::tid(), Operation::lt, constant(small)));
                break;
        }
    }
    return made;
}

// The budget is the number of statements, shared among the parts of compound ones.
Block TreeMaker::block(int budget, const Context& c) {
    Block made;
    while (budget > 0) {
        if (budget >= 2 && dice_.chance(40)) {
            const int share = dice_.between(1, budget - 1);
            made.push_back(compound(share, c));
            budget -= 1 + share;
        } else {
            simple(made, c);
            budget -= 1;
        }
    }
    return made;
}

Statement TreeMaker::compound(int budget, const Context& c) {
    const unsigned loops = c.loops < kLoops && c.writes ? 2 : 0;
    switch (dice_.weighted({4, loops, loops, 3, c.in_block ? 4U : 0U})) {
        case 0:
            return conditional(budget, c);
        case 1:
            return loop(Kind::top_loop, budget, c);
        case 2:
            return loop(Kind::bottom_loop, budget, c);
        case 3:
            return everywhere(budget, c);
        default:
            return masked(budget, c);
    }
}

Statement TreeMaker::conditional(int budget, const Context& c) {
    Statement made;
    made.kind = Kind::conditional;
    made.inverted = dice_.chance(50);
    condition(made, c);
    const int share = dice_.pick({0, budget, budget / 2, dice_.between(0, budget)});
    made.first = block(share, inside_branch(c));
    made.second = block(budget - share, inside_branch(c));
    return made;
}

void TreeMaker::condition(Statement& made, const Context& c) {
    if (!c.writes || dice_.chance(25)) {
        made.operand = dice_.chance(75) ? Operand::of(data()) : dice_.pick({Operand::tid(), Operand::wid()});
        return;
    }
    made.operand = Operand::of(kCondition);
    const auto k = constant(dice_.between<Value>(1, 7));
    const Operand left = dice_.chance(60) ? Operand::tid() : operand();
    const auto compares = {Operation::lt, Operation::le, Operation::gt,
                           Operation::ge, Operation::eq, Operation::ne};
    switch (dice_.weighted({3, 2, 2})) {
        case 0:
            made.before = {binary(kCondition, left, dice_.pick(compares), operand())};
            break;
        case 1:
            made.before = {binary(kCondition, left, Operation::and_, k)};
            break;
        default:
            made.before = {binary(kCondition, left, Operation::mod, k)};
            break;
    }
}

Statement TreeMaker::loop(Kind kind, int budget, const Context& c) {
    Statement made;
    made.kind = kind;
    made.inverted = dice_.chance(50);
    const bool uniform = dice_.chance(35);
    made.operand =
        uniform ? constant(dice_.between<Value>(0, 3)) : dice_.pick({Operand::tid(), Operand::of(data())});
    made.first = block(budget, inside_loop(c, uniform));
    return made;
}

Statement TreeMaker::everywhere(int budget, const Context& c) {
    Statement made;
    made.kind = Kind::everywhere;
    made.prepares = options_.blocks_write && dice_.chance(90);
    made.first = block(budget, inside_block(c, options_));
    return made;
}

Statement TreeMaker::masked(int budget, const Context& c) {
    Statement made;
    made.kind = Kind::masked;
    made.operand = constant(dice_.between<Value>(-1, std::min<Value>(machine_.threads, 100)));
    if (c.uniform && dice_.chance(60)) {
        made.by_fuel = true;
    } else if (c.writes && dice_.chance(30)) {
        made.before = {copy(kAddress, made.operand)};
        made.operand = Operand::of(kAddress);
    } else if (dice_.chance(4)) {
        made.operand = Operand::tid();
    }
    const int share = dice_.between(0, budget);
    made.first = block(share, c);
    made.second = block(budget - share, c);
    return made;
}

void TreeMaker::simple(Block& out, const Context& c) {
    if (!c.writes) return only_store(out);
    switch (dice_.weighted({10, 3, 4, 4, options_.atomics ? 2U : 0U, 4, 1})) {
        case 0:
            return compute(out);
        case 1:
            return assign(out);
        case 2:
            return store(out);
        case 3:
            return load(out);
        case 4:
            return atomic(out);
        case 5:
            return shuffle(out);
        default:
            return rare(out, c);
    }
}

// What may be done where no variable may be written.
void TreeMaker::only_store(Block& out) {
    const Operand own = dice_.chance(30) ? Operand::of(data()) : Operand::tid();
    add(out, dice_.chance(60) ? differential::store(Operand::tid(), own)
                              : differential::store(constant(dice_.between<Value>(0, 7)), constant()));
}

void TreeMaker::compute(Block& out) {
    constexpr auto kOperations = static_cast<std::uint64_t>(Operation::max) + 1;
    const auto operation = static_cast<Operation>(dice_.below(kOperations));
    Instruction made = binary(data(), operand(), operation, operand());
    shift_or_divide(made);
    if (narrow() && operation == Operation::mul && made.operands[0] == Operand::tid()) {
        made.operands[0] = Operand::of(data());
    }
    add(out, made);
    settle(out, made.destination);
}

// Counts of shifts and divisors that do not trap, mostly.
void TreeMaker::shift_or_divide(Instruction& made) {
    if (dice_.chance(8)) return;
    switch (made.operation) {
        case Operation::div:
        case Operation::mod:
            made.operands[1] = constant(dice_.between<Value>(1, 9));
            break;
        case Operation::shl:
        case Operation::shr:
            made.operands[1] = constant(dice_.between<Value>(0, 3));
            break;
        default:
            break;
    }
}

// Keeps a value small, so that what is computed from it does not overflow.
void TreeMaker::settle(Block& out, Variable v) {
    if (machine_.word.wrap || dice_.chance(8)) return;
    add(out, binary(v, Operand::of(v), Operation::mod, constant(11)));
}

void TreeMaker::assign(Block& out) {
    const Variable v = data();
    add(out, copy(v, operand()));
    settle(out, v);
}

Operand TreeMaker::operand() {
    switch (dice_.weighted({10, 4, 1, 6})) {
        case 0:
            return Operand::of(data());
        case 1:
            return Operand::tid();
        case 2:
            return Operand::wid();
        default:
            return constant();
    }
}

// An address of this thread alone.
Operand TreeMaker::own_address(Block& out) {
    if (machine_.warps > 1) return offset(out, Operand::tid());
    if (dice_.chance(60)) return Operand::tid();
    add(out, binary(kAddress, Operand::tid(), Operation::add, constant(dice_.between<Value>(0, 7))));
    return Operand::of(kAddress);
}

// An address that threads may share.
Operand TreeMaker::any_address(Block& out) {
    if (dice_.chance(2)) return operand();
    const Operand uniform = constant(dice_.between<Value>(0, span_ - 1));
    if (machine_.warps > 1) return offset(out, uniform);
    if (dice_.chance(50)) return uniform;
    add(out, binary(kAddress, Operand::of(data()), Operation::and_, constant(7)));
    return Operand::of(kAddress);
}

// The address among those of the warp, which does not race with others but for a few.
Operand TreeMaker::offset(Block& out, Operand address) {
    if (dice_.chance(3)) return address;
    add(out, binary(kAddress, Operand::wid(), Operation::mul, constant(span_)));
    add(out, binary(kAddress, Operand::of(kAddress), Operation::add, address));
    return Operand::of(kAddress);
}

void TreeMaker::store(Block& out) {
    const bool own = dice_.chance(65);
    const Operand address = own ? own_address(out) : any_address(out);
    const bool uniform = !own && dice_.chance(95);
    add(out, differential::store(address, uniform ? constant() : operand()));
}

void TreeMaker::load(Block& out) {
    const Operand address = dice_.chance(50) ? own_address(out) : any_address(out);
    const Variable v = data();
    add(out, unary(Opcode::ld, v, address));
    settle(out, v);
}

void TreeMaker::atomic(Block& out) {
    const bool own = narrow() || dice_.chance(30);  // many increments of one word overflow a narrow one
    const Operand address = own ? own_address(out) : any_address(out);
    const Variable v = data();
    add(out, unary(Opcode::atomic_inc, v, address));
    settle(out, v);
}

// What a lane outside of the mask leaves undefined is mostly not read again.
void TreeMaker::shuffle(Block& out) {
    if (machine_.threads <= static_cast<std::uint32_t>(machine_.word.width) && dice_.chance(25)) {
        const Variable v = data();
        add(out, unary(Opcode::ballot, v, operand()));
        return settle(out, v);
    }
    Operand lane = Operand::tid();
    switch (dice_.weighted({3, 3, 3, 1})) {
        case 0:
            break;
        case 1:
            lane = constant(dice_.between<Value>(-1, machine_.threads));
            break;
        case 2:
            add(out, binary(kAddress, Operand::tid(),
                            dice_.pick({Operation::xor_, Operation::add, Operation::sub}),
                            constant(dice_.between<Value>(1, 5))));
            lane = Operand::of(kAddress);
            break;
        default:
            lane = operand();
            break;
    }
    if (dice_.chance(75)) {
        add(out, copy(kShuffled, dice_.chance(70) ? Operand::of(data()) : Operand::tid()));
        add(out, unary(Opcode::shfl, kShuffled, lane));
        return;
    }
    const Variable v = data();
    add(out, unary(Opcode::shfl, v, lane));
    if (lane != Operand::tid() && dice_.chance(90)) add(out, copy(v, Operand::tid()));
    settle(out, v);
}

void TreeMaker::rare(Block& out, const Context& c) {
    if (!c.in_block && !c.open && dice_.chance(60)) return add(out, plain(Opcode::barrier));
    if (!c.open && dice_.chance(8)) return add(out, plain(Opcode::stop));
    add(out, copy(kCondition, operand()));
}

// ---- the program of a tree

void mention(const Operand& operand, std::set<Variable>& mentioned) {
    if (operand.kind == Operand::Kind::variable) mentioned.insert(operand.variable);
}

void mention(const Instruction& i, std::set<Variable>& mentioned) {
    const Format format = info(i.opcode).format;
    if (has_destination(format)) mentioned.insert(i.destination);
    for (std::size_t o = 0; o < operand_count(format); ++o) mention(i.operands[o], mentioned);
}

void mention(const Block& block, std::set<Variable>& mentioned) {
    for (const Statement& s : block) {
        mention(s.instruction, mentioned);
        for (const Instruction& i : s.before) mention(i, mentioned);
        mention(s.operand, mentioned);
        mention(s.first, mentioned);
        mention(s.second, mentioned);
    }
}

class Lowering {
  public:
    explicit Lowering(const Tree& tree) : tree_(tree), made_(tree.machine) {}

    Program run() {
        made_.variables = kNames;
        std::set<Variable> mentioned;
        mention(tree_.body, mentioned);
        for (const Instruction& i : tree_.initial) {
            if (mentioned.contains(i.destination)) initial_.push_back(i);
        }
        if (tree_.initial_everywhere && !initial_.empty()) {
            emit(plain(Opcode::everywhere));
            emit(initial_);
            emit(plain(Opcode::end_everywhere));
        } else {
            emit(initial_);
        }
        block(tree_.body, {});
        emit(plain(Opcode::stop));
        make_canonical(made_);
        return std::move(made_);
    }

  private:
    Label here() const { return made_.end(); }

    Label emit(const Instruction& instruction) {
        made_.instructions.push_back(instruction);
        return here() - 1;
    }
    void emit(const std::vector<Instruction>& instructions) {
        for (const Instruction& i : instructions) emit(i);
    }

    // The branch, or jump, at pc goes to the next instruction.
    void bind(Label pc, std::string_view name) {
        made_.labels.emplace_back(fmt::format("{}{}", name, pc), here());
        made_.instructions[pc - 1].target = here();
    }

    void block(const Block& statements, const Context& c) {
        for (const Statement& s : statements) statement(s, c);
    }

    void statement(const Statement& s, const Context& c) {
        switch (s.kind) {
            case Kind::instruction:
                return instruction(s.instruction, c);
            case Kind::conditional:
                return conditional(s, c);
            case Kind::top_loop:
                return c.loops < kLoops ? top_loop(s, c) : block(s.first, c);
            case Kind::bottom_loop:
                return c.loops < kLoops ? bottom_loop(s, c) : block(s.first, c);
            case Kind::everywhere:
                return everywhere(s, c);
            case Kind::masked:
                return c.in_block ? masked(s, c) : block(s.first, c);
        }
    }

    void instruction(const Instruction& i, const Context& c) {
        if (i.opcode == Opcode::barrier && (c.in_block || c.open)) return;
        if (i.opcode == Opcode::stop && c.open) return;
        emit(i);
    }

    static Opcode branch_of(const Statement& s, Opcode usual) {
        const bool zero = (usual == Opcode::bz) != s.inverted;
        return zero ? Opcode::bz : Opcode::bnz;
    }

    void conditional(const Statement& s, const Context& c) {
        emit(s.before);
        const Label branching = emit(branch(branch_of(s, Opcode::bz), s.operand, 0));
        block(s.first, inside_branch(c));
        if (s.second.empty()) {
            bind(branching, "join");
        } else {
            const Label jump = emit(jump_to(0));
            bind(branching, "else");
            block(s.second, inside_branch(c));
            bind(jump, "join");
        }
        emit(plain(Opcode::sync));
    }

    // The counter's first value: 0 to 3 trips.
    void fill_up(const Statement& s, const Operand& fuel) {
        const bool constant = s.operand.kind == Operand::Kind::constant;
        emit(constant ? copy(fuel.variable, s.operand)
                      : binary(fuel.variable, s.operand, Operation::and_, Operand::constant(3)));
    }

    static Operand fuel_of(const Context& c) {
        return Operand::of(kFuel + static_cast<Variable>(c.loops) - 1);
    }
    static Instruction burn(const Operand& fuel) {
        return binary(fuel.variable, fuel, Operation::sub, Operand::constant(1));
    }

    // Branches where the counter is 0 (at the top), or is not (at the bottom).
    Label branch_on_fuel(const Statement& s, Opcode usual, const Operand& fuel) {
        if (!s.inverted) return emit(branch(usual, fuel, 0));
        emit(binary(kCondition, fuel, Operation::le, Operand::constant(0)));
        return emit(branch(branch_of(s, usual), Operand::of(kCondition), 0));
    }

    void top_loop(const Statement& s, const Context& c) {
        const Context inside = inside_loop(c, s.operand.kind == Operand::Kind::constant);
        const Operand fuel = fuel_of(inside);
        fill_up(s, fuel);
        const Label head = here();
        const Label branching = branch_on_fuel(s, Opcode::bz, fuel);
        block(s.first, inside);
        emit(burn(fuel));
        made_.labels.emplace_back(fmt::format("head{}", head), head);
        emit(jump_to(head));
        bind(branching, "exit");
        emit(plain(Opcode::sync));
    }

    void bottom_loop(const Statement& s, const Context& c) {
        const Context inside = inside_loop(c, s.operand.kind == Operand::Kind::constant);
        const Operand fuel = fuel_of(inside);
        fill_up(s, fuel);
        emit(binary(fuel.variable, fuel, Operation::add, Operand::constant(1)));
        const Label head = here();
        made_.labels.emplace_back(fmt::format("again{}", head), head);
        block(s.first, inside);
        emit(burn(fuel));
        made_.instructions[branch_on_fuel(s, Opcode::bnz, fuel) - 1].target = head;
        emit(plain(Opcode::sync));
    }

    void everywhere(const Statement& s, const Context& c) {
        const bool prepares = s.prepares && !c.in_block && !tree_.initial_everywhere &&
                              made_.registers == RegisterMode::restore && some_dormant(made_);
        emit(plain(Opcode::everywhere));
        if (prepares) emit(initial_);
        block(s.first, inside_block(c, {}));
        emit(plain(Opcode::end_everywhere));
    }

    void masked(const Statement& s, const Context& c) {
        emit(s.before);
        const bool by_fuel = s.by_fuel && c.uniform;
        const Label branching = emit(branch(Opcode::branch_mask, by_fuel ? fuel_of(c) : s.operand, 0));
        block(s.second, c);
        const Label jump = emit(jump_to(0));
        bind(branching, "lane");
        block(s.first, c);
        bind(jump, "next");
    }

    const Tree& tree_;
    Program made_;
    std::vector<Instruction> initial_;
};

// ---- shrinking

Block joined(const Block& a, const Block& b) {
    Block both = a;
    both.insert(both.end(), b.begin(), b.end());
    return both;
}

Block replaced(const Block& block, std::size_t first, std::size_t count, const Block& by) {
    Block made(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(first));
    made.insert(made.end(), by.begin(), by.end());
    made.insert(made.end(), block.begin() + static_cast<std::ptrdiff_t>(first + count), block.end());
    return made;
}

std::vector<Instruction> shrink(const Instruction& instruction) {
    std::vector<Instruction> list;
    const Format format = info(instruction.opcode).format;
    for (std::size_t i = 0; i < operand_count(format); ++i) {
        for (const Operand& simpler : {Operand::constant(0), Operand::constant(1)}) {
            const Operand& now = instruction.operands[i];
            if (now.kind == Operand::Kind::constant && now.value >= 0 && now.value <= simpler.value) break;
            list.push_back(instruction);
            list.back().operands[i] = simpler;
        }
    }
    if (format == Format::binary) list.push_back(copy(instruction.destination, instruction.operands[0]));
    return list;
}

std::vector<Block> shrink(const Block& block);

std::vector<Statement> shrink(const Statement& s) {
    std::vector<Statement> list;
    const auto add = [&](auto change) {
        list.push_back(s);
        change(list.back());
    };
    if (s.kind == Kind::instruction) {
        for (const Instruction& i : shrink(s.instruction))
            add([&](Statement& made) { made.instruction = i; });
        return list;
    }
    for (const Block& first : shrink(s.first)) add([&](Statement& made) { made.first = first; });
    for (const Block& second : shrink(s.second)) add([&](Statement& made) { made.second = second; });
    if (!s.before.empty()) {
        add([](Statement& made) {
            made.before.clear();
            made.operand = Operand::tid();
        });
    }
    const bool loop = s.kind == Kind::top_loop || s.kind == Kind::bottom_loop;
    if (loop && s.operand != Operand::constant(1))
        add([](Statement& made) { made.operand = Operand::constant(1); });
    if (s.inverted) add([](Statement& made) { made.inverted = false; });
    return list;
}

std::vector<Block> shrink(const Block& block) {
    std::vector<Block> list;
    for (std::size_t count = block.size(); count > 0; count /= 2) {
        for (std::size_t first = 0; first < block.size(); first += count) {
            list.push_back(replaced(block, first, std::min(count, block.size() - first), {}));
        }
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
        if (block[i].kind == Kind::instruction) continue;
        list.push_back(replaced(block, i, 1, joined(block[i].first, block[i].second)));
    }
    for (std::size_t i = 0; i < block.size(); ++i) {
        for (const Statement& s : shrink(block[i])) list.push_back(replaced(block, i, 1, {s}));
    }
    return list;
}

Program with_threads(Program program, std::uint32_t threads) {
    ThreadSet active;
    program.active.for_each([&](Thread t) {
        if (t < threads) active.insert(t);
    });
    program.threads = threads;
    program.active = active.empty() ? ThreadSet::all(threads) : active;
    return program;
}

}  // namespace

Tree make_tree(Dice& dice, int size, const StructuredOptions& options) {
    return TreeMaker(dice, options).make(size);
}

Program lower(const Tree& tree) {
    return Lowering(tree).run();
}

std::vector<Program> shrink_machine(const Program& machine) {
    std::vector<Program> list;
    for (const std::uint32_t n : {1U, 2U, machine.threads / 2, machine.threads - 1}) {
        if (0 < n && n < machine.threads) list.push_back(with_threads(machine, n));
    }
    const auto add = [&](auto change) {
        Program made = machine;
        change(made);
        if (!(made == machine)) list.push_back(std::move(made));
    };
    add([](Program& p) { p.warps = 1; });
    add([](Program& p) { p.warps = std::max(p.warps - 1, 1U); });
    add([](Program& p) { p.active = ThreadSet::all(p.threads); });
    add([](Program& p) { p.registers = RegisterMode::keep; });
    add([](Program& p) { p.races = RaceMode::warp; });
    add([](Program& p) { p.word = {64, p.word.wrap}; });  // constants fit a wider word
    add([](Program& p) { p.word = {}; });
    add([](Program& p) { p.preloads.clear(); });
    add([](Program& p) { p.buffers.clear(); });
    return list;
}

std::vector<Tree> shrink(const Tree& tree) {
    std::vector<Tree> list;
    const auto add = [&](auto change) {
        list.push_back(tree);
        change(list.back());
    };
    for (Block& body : shrink(tree.body)) add([&](Tree& made) { made.body = std::move(body); });
    for (Program& machine : shrink_machine(tree.machine))
        add([&](Tree& made) { made.machine = std::move(machine); });
    for (std::size_t i = 0; i < tree.initial.size(); ++i) {
        const Instruction zero = copy(tree.initial[i].destination, Operand::constant(0));
        if (!(tree.initial[i] == zero)) add([&](Tree& made) { made.initial[i] = zero; });
    }
    return list;
}

Program make_machine(Dice& dice, std::uint32_t most_warps) {
    Program machine;
    machine.threads = dice.chance(70) ? dice.pick<std::uint32_t>({1, 2, 2, 3, 4, 4, 5, 6, 7, 8})
                                      : dice.pick<std::uint32_t>({1, 2, 31, 32, 33, 48, 63, 64, 65, 70});
    machine.warps = most_warps > 1 && dice.chance(50) ? dice.between<std::uint32_t>(2, most_warps) : 1;
    machine.active = ThreadSet::all(machine.threads);
    if (dice.chance(35)) {
        ThreadSet some;
        for (Thread t = 0; t < machine.threads; ++t) {
            if (dice.chance(50)) some.insert(t);
        }
        if (!some.empty()) machine.active = some;
    }
    if (dice.chance(60)) machine.word = {dice.pick({8, 16, 32, 64}), dice.chance(50)};
    if (dice.chance(50)) machine.registers = RegisterMode::restore;
    return machine;
}

Preload make_preload(Dice& dice, std::int64_t address, std::int64_t count) {
    Preload made;
    made.address = address;
    made.count = count;
    made.start = dice.between<Value>(-9, 9);
    switch (dice.weighted({2, 1, 1})) {
        case 0:
            made.step = dice.pick<Value>({-1, 1}) * (count <= 100 ? 1 : 0);
            break;
        case 1:
            break;
        default:
            made.start = 0;
            for (std::int64_t i = 0; i < count; ++i) made.words.push_back(dice.between<Value>(-9, 9));
    }
    return made;
}

Value make_word(Dice& dice, Word word) {
    if (dice.chance(word.wrap ? 70 : 97)) return dice.between<Value>(-9, 9);
    const auto least = static_cast<Value>(word.min());
    const auto most = static_cast<Value>(word.max());
    if (dice.chance(50)) return dice.pick({least, most, least + 1, most - 1});
    return word.wrapped(static_cast<Value>(dice.bits()));
}

}  // namespace musimd::differential

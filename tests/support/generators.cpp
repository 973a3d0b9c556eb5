#include "tests/support/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "isa/printer.hpp"
#include "tests/support/instructions.hpp"

namespace musimd {

void showValue(const Program& program, std::ostream& out) {
    out << "\n" << print(program);
}

void showValue(const MachineOptions& options, std::ostream& out) {
    constexpr std::string_view kOrders[] = {"ascending", "descending", "random"};
    out << fmt::format("--order {} --seed {} --max-steps {} --max-address {}",
                       kOrders[static_cast<std::size_t>(options.order)], options.seed, options.max_steps,
                       options.max_address);
}

void showValue(const Result& result, std::ostream& out) {
    constexpr std::string_view kOutcomes[] = {"stop", "trap", "limit"};
    out << fmt::format("{} after {} steps", kOutcomes[static_cast<std::size_t>(result.outcome)],
                       result.steps);
    if (result.trap) out << fmt::format(", at {}: {}", result.trap->pc, result.trap->message);
}

namespace tests {
namespace {

// A generator of what `make(dice, size)` makes; `shrinks(value)` is a vector of smaller ones.
template <typename Make, typename Shrinks>
auto shrinking(Make make, Shrinks shrinks) {
    using T = decltype(make(std::declval<Dice&>(), 0));
    return rc::Gen<T>([=](const rc::Random& random, int size) {
        Dice dice(random);
        return rc::shrinkable::shrinkRecur(
            make(dice, size), [=](const T& value) { return rc::seq::fromContainer(shrinks(value)); });
    });
}

// ---- soups

class SoupMaker {
  public:
    explicit SoupMaker(Dice& dice) : dice_(dice) {}

    Program make(int size) {
        switch (dice_.weighted({4, 4, 1, 2})) {
            case 0:
                return random(size);
            case 1:
                return changed(size);
            case 2:
                return straight(size);
            default:
                return phased(size, 92);
        }
    }

    /// `barriers`: how many of a hundred barriers are not left out.
    Program phased(int size, unsigned barriers);

  private:
    static constexpr Variable kVariables = 3;
    static constexpr Variable kOwn = 0;  // of phased programs
    static constexpr Variable kOther = 1;
    static constexpr Variable kValue = 2;

    Program machine();
    Program random(int size);
    Program changed(int size);
    Program straight(int size);
    void delay_some_warps(Program& program);
    void phase(Program& program, std::int64_t words);
    void change(Program& program);
    Instruction instruction(Opcode opcode, Label end);
    Operand operand();
    Operand address();
    Value word();
    Label target(Label end) { return dice_.between<Label>(1, end); }
    Opcode opcode();
    Opcode data_opcode();

    Dice& dice_;
    Program machine_;
};

Program SoupMaker::machine() {
    Program made = make_machine(dice_, 4);
    if (dice_.chance(15)) made.races = RaceMode::thread;
    made.variables = {"x", "y", "z"};
    made.preloads.push_back(make_preload(dice_, 0, made.threads + 8));
    const unsigned buffers = dice_.chance(15) ? 1 + static_cast<unsigned>(dice_.below(2)) : 0;
    for (unsigned i = 0; i < buffers; ++i) {
        made.buffers.push_back({fmt::format("B{}", i), dice_.between<std::int64_t>(0, 8),
                                dice_.between<std::int64_t>(0, made.threads + 8)});
    }
    return made;
}

Program SoupMaker::random(int size) {
    machine_ = machine();
    Program made = machine_;
    const Label count = 1 + static_cast<Label>(dice_.below(4 + static_cast<std::uint64_t>(size) / 5));
    const bool initial = dice_.chance(70);
    for (Variable v = 0; initial && v < kVariables; ++v) made.instructions.push_back(copy(v, operand()));
    const Label end = made.end() + count;
    for (Label i = 0; i < count; ++i) made.instructions.push_back(instruction(opcode(), end));
    if (dice_.chance(75)) made.instructions.back() = plain(Opcode::stop);
    return made;
}

// One to three changes of a structured program.
Program SoupMaker::changed(int size) {
    StructuredOptions options;
    options.most_warps = 3;
    Program made = lower(make_tree(dice_, size / 2, options));
    machine_ = made;
    made.labels.clear();
    while (made.variables.size() < kVariables)
        made.variables.push_back(fmt::format("v{}", made.variables.size()));
    for (auto changes = dice_.between(1, 3); changes > 0; --changes) change(made);
    return made;
}

void SoupMaker::change(Program& program) {
    if (program.instructions.empty()) return;
    const Label at = dice_.between<Label>(1, program.end() - 1);
    Instruction& here = program.instructions[at - 1];
    switch (dice_.weighted({3, 3, 3, 2, 1})) {
        case 0:
            program = without(program, at, 1);
            break;
        case 1:
            program = with_inserted(program, at, {instruction(opcode(), program.end() + 1)});
            break;
        case 2:
            if (has_target(info(here.opcode).format)) here.target = target(program.end());
            break;
        case 3:
            std::swap(here, program.instructions[dice_.index(program.instructions.size())]);
            break;
        default:
            here = instruction(opcode(), program.end());
            break;
    }
}

// Data instructions and barriers: most grids get through them, or race.
Program SoupMaker::straight(int size) {
    machine_ = machine();
    Program made = machine_;
    for (Variable v = 0; v < kVariables; ++v) made.instructions.push_back(copy(v, operand()));
    for (auto count = dice_.below(4 + static_cast<std::uint64_t>(size) / 8); count > 0; --count) {
        made.instructions.push_back(dice_.chance(25) ? plain(Opcode::barrier)
                                                     : instruction(data_opcode(), 0));
    }
    made.instructions.push_back(plain(Opcode::stop));
    return made;
}

// Phases with barriers between them: in one each thread uses its own word, in another it reads that of
// another. Where a barrier is left out, the threads race.
Program SoupMaker::phased(int size, unsigned barriers) {
    machine_ = machine();
    Program made = machine_;
    made.word = {};
    made.races = dice_.pick({RaceMode::warp, RaceMode::thread});
    made.buffers.clear();
    const std::int64_t words = std::int64_t{made.threads} * made.warps;
    made.preloads = {make_preload(dice_, 0, words)};
    made.instructions = {binary(kOwn, Operand::wid(), Operation::mul, Operand::constant(made.threads)),
                         binary(kOwn, Operand::of(kOwn), Operation::add, Operand::tid()),
                         copy(kValue, Operand::tid())};
    for (auto count = 1 + dice_.below(2 + static_cast<std::uint64_t>(size) / 12); count > 0; --count) {
        if (dice_.chance(50)) delay_some_warps(made);
        phase(made, words);
        if (dice_.chance(barriers)) made.instructions.push_back(plain(Opcode::barrier));
    }
    made.instructions.push_back(plain(Opcode::stop));
    return made;
}

// Warps reach the next barrier after different numbers of steps.
void SoupMaker::delay_some_warps(Program& program) {
    const auto count = dice_.between<Label>(1, 9);
    const Label join = program.end() + 1 + count;
    program.instructions.push_back(branch(dice_.pick({Opcode::bz, Opcode::bnz}), Operand::wid(), join));
    program.instructions.insert(program.instructions.end(), count, copy(kOther, Operand::tid()));
    program.instructions.push_back(plain(Opcode::sync));
}

void SoupMaker::phase(Program& program, std::int64_t words) {
    auto& out = program.instructions;
    const Operand own = Operand::of(kOwn);
    switch (dice_.weighted({2, 1, 1, 3})) {
        case 0:
            return out.push_back(store(own, dice_.chance(50) ? Operand::of(kValue) : Operand::tid()));
        case 1:
            return out.push_back(unary(Opcode::ld, kValue, own));
        case 2:
            return out.push_back(unary(Opcode::atomic_inc, kValue, own));
        default:
            break;
    }
    out.push_back(binary(kOther, own, Operation::add, Operand::constant(dice_.between<Value>(1, 4))));
    out.push_back(binary(kOther, Operand::of(kOther), Operation::mod, Operand::constant(words)));
    out.push_back(unary(Opcode::ld, kValue, Operand::of(kOther)));
}

Opcode SoupMaker::opcode() {
    switch (dice_.weighted({3, 3, 1, 2, 5, 2, 2, 2, 1, 12})) {
        case 0:
            return Opcode::bz;
        case 1:
            return Opcode::bnz;
        case 2:
            return Opcode::branch_mask;
        case 3:
            return Opcode::jump;
        case 4:
            return Opcode::sync;
        case 5:
            return Opcode::stop;
        case 6:
            return Opcode::everywhere;
        case 7:
            return Opcode::end_everywhere;
        case 8:
            return Opcode::barrier;
        default:
            return data_opcode();
    }
}

Opcode SoupMaker::data_opcode() {
    const bool votes = machine_.threads <= static_cast<std::uint32_t>(machine_.word.width);
    if (votes && dice_.chance(10)) return Opcode::ballot;
    return dice_.pick(
        {Opcode::st, Opcode::ld, Opcode::atomic_inc, Opcode::copy, Opcode::bp, Opcode::bp, Opcode::shfl});
}

Instruction SoupMaker::instruction(Opcode opcode, Label end) {
    Instruction made = plain(opcode);
    const Format format = info(opcode).format;
    if (has_destination(format)) made.destination = static_cast<Variable>(dice_.below(kVariables));
    for (std::size_t i = 0; i < operand_count(format); ++i) made.operands[i] = operand();
    if (format == Format::store || format == Format::load || format == Format::atomic)
        made.operands[0] = address();
    if (format == Format::branch && made.operands[0].kind == Operand::Kind::constant) {
        made.operands[0] = Operand::tid();
    }
    if (format == Format::binary)
        made.operation = static_cast<Operation>(dice_.below(operation_table().size()));
    if (has_target(format)) made.target = target(end);
    return made;
}

Value SoupMaker::word() {
    return make_word(dice_, machine_.word);
}

Operand SoupMaker::operand() {
    switch (dice_.weighted({4, 2, 1, 4})) {
        case 0:
            return Operand::of(static_cast<Variable>(dice_.below(kVariables)));
        case 1:
            return Operand::tid();
        case 2:
            return Operand::wid();
        default:
            return Operand::constant(word());
    }
}

Operand SoupMaker::address() {
    switch (dice_.weighted({4, 3, 1})) {
        case 0:
            return Operand::tid();
        case 1:
            return Operand::constant(dice_.between<Value>(0, 9));
        default:
            return operand();
    }
}

std::vector<Program> shrink_soup(const Program& program) {
    std::vector<Program> list;
    const Label n = program.end() - 1;
    for (Label count = n; count > 0; count /= 2) {
        for (Label first = 1; first <= n; first += count) {
            list.push_back(without(program, first, std::min(count, n + 1 - first)));
        }
    }
    for (Program& machine : shrink_machine(program)) list.push_back(std::move(machine));
    for (Label pc = 1; pc <= n; ++pc) {
        const Instruction& i = program.at(pc);
        const Format format = info(i.opcode).format;
        for (std::size_t o = 0; o < operand_count(format); ++o) {
            const Operand simpler = format == Format::branch ? Operand::tid() : Operand::constant(0);
            if (i.operands[o] == simpler) continue;
            list.push_back(program);
            list.back().instructions[pc - 1].operands[o] = simpler;
        }
    }
    return list;
}

Program canonical(Program program) {
    make_canonical(program);
    return program;
}

// ---- all that a text may say

class Decorator {
  public:
    Decorator(Dice& dice, Program& program) : dice_(dice), program_(program) {}

    void run() {
        for (auto count = dice_.below(3); count > 0; --count) preload();
        if (dice_.chance(30)) program_.buffers.push_back({"BUFFER", address(), count()});
        for (auto count = dice_.below(3); count > 0; --count) label();
        outcome();
        for (auto count = dice_.below(5); count > 0; --count) expectation();
        if (dice_.chance(40)) {
            for (auto count = 1 + dice_.below(4); count > 0; --count) {
                program_.covers.emplace_back(dice_.pick(dice_.chance(50) ? rule_names() : trap_names()));
            }
        }
    }

  private:
    std::int64_t address() { return dice_.pick<std::int64_t>({0, 1, 7, 300, kDefaultMaxAddress - 300}); }
    std::int64_t count() { return dice_.pick<std::int64_t>({0, 1, 2, 64, 256}); }
    Value word() { return make_word(dice_, program_.word); }

    void preload() {
        switch (dice_.weighted({2, 2, 1})) {
            case 0:
                program_.preloads.push_back(
                    make_preload(dice_, address(), dice_.between<std::int64_t>(1, 100)));
                return;
            case 1:
                program_.preloads.push_back({address(), count(), {}, word(), 0});
                return;
            default:
                return wide_iota();
        }
    }

    // From one literal to about another, in the unsigned range too where words wrap.
    void wide_iota() {
        const Word w = program_.word;
        const Integer most = w.wrap ? 2 * w.max() + 1 : w.max();
        const auto literal = [&] { return dice_.pick<Integer>({w.min(), 0, 1, w.max(), most, most / 3}); };
        const auto count = dice_.between<std::int64_t>(4, 9);
        const Integer first = literal();
        const auto step = static_cast<Value>((literal() - first) / (count - 1));
        program_.preloads.push_back({address(), count, {}, w.wrapped(first), step});
    }

    // Between the labels that are there, one that nothing goes to.
    void label() {
        const Label place = dice_.between<Label>(1, program_.end());
        const auto behind =
            std::ranges::upper_bound(program_.labels, place, {}, &std::pair<std::string, Label>::second);
        program_.labels.emplace(behind, fmt::format("unused{}", program_.labels.size()), place);
    }

    void add(decltype(Expectation::what) what) { program_.expectations.push_back({std::move(what), 0}); }

    void outcome() {
        switch (dice_.weighted({2, 1, 1, 1})) {
            case 0:
                return;
            case 1:
                return add(ExpectOutcome{Outcome::stop, {}, {}});
            case 2:
                return add(ExpectOutcome{Outcome::limit, {}, {}});
            default:
                break;
        }
        std::optional<std::uint32_t> line;
        if (dice_.chance(50)) line = dice_.pick<std::uint32_t>({1, 17, UINT32_MAX});
        add(ExpectOutcome{Outcome::trap, std::string(dice_.pick(trap_names())), line});
    }

    std::vector<ExpectedWord> words(std::uint64_t count) {
        std::vector<ExpectedWord> list;
        for (; count > 0; --count) {
            switch (dice_.weighted({3, 1, 1})) {
                case 0:
                    list.push_back({ExpectedWord::Kind::value, word()});
                    break;
                case 1:
                    list.push_back({ExpectedWord::Kind::undefined, 0});
                    break;
                default:
                    list.push_back({ExpectedWord::Kind::anything, 0});
                    break;
            }
        }
        return list;
    }

    void expectation() {
        switch (dice_.weighted({1, 2, 1, 2})) {
            case 0:
                return add(ExpectActive{program_.active});
            case 1:
                if (program_.variables.empty()) return;
                return add(ExpectVariable{static_cast<Variable>(dice_.below(program_.variables.size())),
                                          words(1 + dice_.below(program_.threads))});
            case 2:
                return add(ExpectMemory{address(), words(1 + dice_.below(9))});
            default:
                break;
        }
        using Relation = ExpectStatistic::Relation;
        const auto relation =
            static_cast<Relation>(dice_.below(static_cast<std::uint64_t>(Relation::ge) + 1));
        std::string name(dice_.pick(statistic_names()));
        if (dice_.chance(30))
            name = fmt::format("by_instruction.{}", instruction_table()[dice_.index(15)].name);
        add(ExpectStatistic{std::move(name), relation, number()});
    }

    // Figures as people write them: counts, and efficiencies with a few decimals.
    double number() {
        const auto whole = static_cast<double>(dice_.below(100'000));
        switch (dice_.weighted({3, 2, 1, 1})) {
            case 0:
                return whole;
            case 1:
                return whole / 1024;
            case 2:
                return -whole;
            default:
                return 1e18;
        }
    }

    Dice& dice_;
    Program& program_;
};

// ---- texts

// Takes pieces of a text away: halves, quarters and so on, then single bytes.
std::vector<std::string> shrink_text(const std::string& text) {
    std::vector<std::string> list;
    for (std::size_t count = text.size(); count > 0; count /= 2) {
        for (std::size_t first = 0; first < text.size(); first += count) {
            list.push_back(text);
            list.back().erase(first, count);
        }
    }
    return list;
}

class TextMaker {
  public:
    TextMaker(Dice& dice, Language language) : dice_(dice), prolog_(language == Language::prolog) {}

    std::string make(int size) {
        switch (dice_.weighted({1, 2, 3, 2})) {
            case 0:
                return bytes(size);
            case 1:
                return tokens(size);
            case 2:
                return changed(size);
            default:
                return valid(size);
        }
    }

  private:
    std::string bytes(int size) {
        std::string made;
        for (auto count = dice_.below(10 + 2 * static_cast<std::uint64_t>(size)); count > 0; --count) {
            made += byte();
        }
        return made;
    }

    char byte() {
        if (dice_.chance(15)) return '\n';
        if (dice_.chance(85)) return static_cast<char>(dice_.between(32, 126));
        return static_cast<char>(dice_.below(256));
    }

    std::string tokens(int size) {
        std::string made;
        for (auto count = dice_.below(10 + static_cast<std::uint64_t>(size)); count > 0; --count) {
            made += token();
            made += dice_.pick({"", " ", " ", " ", "\t", "\n", "\n", "\r\n"});
        }
        return made;
    }

    std::string token();
    std::string changed(int size);
    std::string valid(int size);
    std::string list(int size);
    std::string term(Label end);
    void change(std::string& text);

    Dice& dice_;
    bool prolog_;
};

std::string TextMaker::token() {
    static const std::vector<std::string> both = {"[",
                                                  "]",
                                                  "(",
                                                  ")",
                                                  ",",
                                                  ":",
                                                  ".",
                                                  "=",
                                                  "+",
                                                  "-",
                                                  "*",
                                                  "==",
                                                  "!=",
                                                  "<",
                                                  ";",
                                                  "%",
                                                  "%!",
                                                  "0",
                                                  "1",
                                                  "7",
                                                  "-1",
                                                  "0x1F",
                                                  "255",
                                                  "9223372036854775807",
                                                  "_",
                                                  "x",
                                                  "y",
                                                  "v0",
                                                  "tid",
                                                  "warp_size",
                                                  ".threads",
                                                  "18446744073709551616",
                                                  "é",
                                                  "←",
                                                  "\"",
                                                  "#",
                                                  "wid",
                                                  ".const",
                                                  ".expect",
                                                  ".active",
                                                  "5-7",
                                                  "\xC3",
                                                  ".word 8 wrap",
                                                  ".memory 0:",
                                                  ".fill 0 4",
                                                  ".iota 0 9 1 2",
                                                  ".buffer B 0 4"};
    static const std::vector<std::string> assembly = {
        "bz",        "bnz",        "branch_mask", "jump",
        "sync",      "stop",       "everywhere",  "end_everywhere",
        "barrier",   "shfl",       "min",         "max",
        "L:",        "L",          "<-a",         "↑x",
        "ballot",    "x = ballot", "↓y",          "atomic_inc",
        "x =",       "[x]",        "x = y",       "[0] = x",
        "x = [tid]", "bz x, L",    "x = x + 1",   "×",
        "<<",        ">>",         "/",           "|",
        "^",         "&"};
    static const std::vector<std::string> lists = {
        "p([",         "]).",         "stop",    "sync",        "bz(0,1)", "jump(2)",
        "const(0,5)",  "copy(1,tid)", "load(",   "addt(0,1,2)", "store(",  "branch(",
        "everywhere,", "shfl(",       "barrier", "p([stop]).",  "foo"};
    if (dice_.chance(45)) return dice_.pick(both);
    return dice_.pick(prolog_ ? lists : assembly);
}

std::string TextMaker::changed(int size) {
    std::string made = valid(size);
    for (auto changes = dice_.between(1, 4); changes > 0; --changes) change(made);
    return made;
}

void TextMaker::change(std::string& text) {
    const std::size_t at = dice_.index(text.size() + 1);
    const std::size_t count = std::min(text.size() - at, std::size_t{1} + dice_.index(4));
    switch (dice_.weighted({2, 2, 3, 2, 1})) {
        case 0:
            text.insert(at, 1, byte());
            break;
        case 1:
            text.erase(at, count);
            break;
        case 2:
            text.insert(at, token());
            break;
        case 3:
            text.replace(at, count, token());
            break;
        default:
            text.insert(dice_.index(text.size() + 1), text.substr(at, dice_.index(40)));
            break;
    }
}

std::string TextMaker::valid(int size) {
    if (prolog_) return list(size);
    Program program = soup_program(dice_.bits(), size);
    if (dice_.chance(50)) Decorator(dice_, program).run();
    return dice_.chance(50) ? print(program) : spell_freely(program, dice_.bits());
}

// A Prolog list, or several.
std::string TextMaker::list(int size) {
    std::string made;
    for (auto programs = dice_.pick({1, 1, 1, 2}); programs > 0; --programs) {
        if (dice_.chance(50)) made += fmt::format("%! .threads {}\n", dice_.between(1, 9));
        if (dice_.chance(30)) made += "%! .iota 0 16\n";
        made += fmt::format("p{}([\n", programs);
        const Label end = 2 + static_cast<Label>(dice_.below(2 + static_cast<std::uint64_t>(size) / 5));
        for (Label i = 1; i < end; ++i) {
            made += fmt::format("    {}{}{}\n", term(end), i + 1 < end ? "," : "",
                                dice_.chance(20) ? "  % a comment" : "");
        }
        made += "]).\n";
    }
    return made;
}

std::string TextMaker::term(Label end) {
    const auto variable = [&] { return dice_.below(4); };
    const auto operand = [&] {
        return dice_.chance(20) ? std::string("tid") : fmt::format("{}", variable());
    };
    const Label target = dice_.between<Label>(1, end);
    const auto functor = dice_.pick({"addt", "subt", "mult", "divt", "modt", "lth", "leq", "gth", "geq", "eq",
                                     "neq", "and", "or", "xor", "shl", "shr"});
    switch (dice_.weighted({15, 10, 10, 10, 15, 20, 10, 5, 10, 1})) {
        case 0:
            return fmt::format("const({},{})", variable(), dice_.between(-9, 9));
        case 1:
            return fmt::format("load({},{})", variable(), operand());
        case 2:
            return fmt::format("store({},{})", operand(), operand());
        case 3:
            return fmt::format("copy({},{})", variable(), operand());
        case 4:
            return fmt::format("{}({},{},{})", functor, variable(), operand(), operand());
        case 5:
            return fmt::format("{}({},{})", dice_.pick({"bz", "branch", "branch_mask"}), variable(), target);
        case 6:
            return dice_.pick({"sync", "stop", "everywhere", "end_everywhere", "barrier"});
        case 7:
            return fmt::format("jump({})", target);
        case 8:
            return fmt::format("{}({},{})", dice_.pick({"shfl", "atomic_inc"}), variable(), operand());
        default:
            return fmt::format("{}( {} , {} )", functor, variable(), operand());
    }
}

}  // namespace

// ---- generators

rc::Gen<Program> structured(const StructuredOptions& options) {
    const auto make = [options](Dice& dice, int size) { return make_tree(dice, size, options); };
    return rc::gen::map(shrinking(make, [](const Tree& tree) { return shrink(tree); }), lower);
}

rc::Gen<Program> soup() {
    const auto make = [](Dice& dice, int size) { return SoupMaker(dice).make(size); };
    return rc::gen::map(shrinking(make, shrink_soup), canonical);
}

rc::Gen<Program> phases() {
    const auto make = [](Dice& dice, int size) { return SoupMaker(dice).phased(size, 100); };
    return rc::gen::map(shrinking(make, shrink_machine), canonical);
}

rc::Gen<Program> any_program() {
    StructuredOptions options;
    options.most_warps = 3;
    return rc::gen::oneOf(structured(options), soup());
}

rc::Gen<Program> program_with_directives() {
    return rc::gen::apply(
        [](Program program, std::uint64_t seed) {
            Dice dice(seed);
            if (seed != 0) Decorator(dice, program).run();
            return program;
        },
        any_program(), rc::gen::arbitrary<std::uint64_t>());
}

Program structured_program(std::uint64_t seed, int size, const StructuredOptions& options) {
    Dice dice(seed);
    return lower(make_tree(dice, size, options));
}

Program soup_program(std::uint64_t seed, int size) {
    Dice dice(seed);
    return canonical(SoupMaker(dice).make(size));
}

rc::Gen<MachineOptions> machine_options(std::uint64_t max_steps) {
    const auto make = [max_steps](Dice& dice, int) {
        MachineOptions options;
        options.order = dice.pick({Order::ascending, Order::descending, Order::random});
        options.seed = dice.chance(50) ? dice.below(10) : dice.bits();
        options.max_steps = max_steps;
        if (dice.chance(5)) options.max_address = dice.between<std::int64_t>(0, 20);
        return options;
    };
    return shrinking(make, [max_steps](const MachineOptions& options) {
        std::vector<MachineOptions> list;
        const bool plain = options.order == Order::ascending && options.max_address == kDefaultMaxAddress;
        if (!plain) list.push_back({Order::ascending, 0, max_steps, kDefaultMaxAddress});
        return list;
    });
}

Program in_another_state(Program program, std::uint64_t seed) {
    Dice dice(seed);
    ThreadSet some;
    for (Thread t = 0; t < program.threads; ++t) {
        if (dice.chance(60)) some.insert(t);
    }
    program.active = some.empty() || dice.chance(30) ? ThreadSet::all(program.threads) : some;
    program.preloads = {make_preload(dice, dice.chance(80) ? 0 : 3, program.threads + 8)};
    if (dice.chance(50)) {
        program.registers =
            program.registers == RegisterMode::keep ? RegisterMode::restore : RegisterMode::keep;
    }
    return program;
}

rc::Gen<std::string> text(Language language) {
    const auto make = [language](Dice& dice, int size) { return TextMaker(dice, language).make(size); };
    return shrinking(make, shrink_text);
}

}  // namespace tests
}  // namespace musimd

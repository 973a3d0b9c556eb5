#include "tests/support/generators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "differential/programs/generate/draft.hpp"
#include "differential/programs/generate/grids.hpp"
#include "differential/programs/generate/instructions.hpp"
#include "differential/programs/generate/lowering.hpp"
#include "differential/programs/generate/machine_config.hpp"
#include "differential/programs/generate/soup.hpp"
#include "differential/programs/generate/tree_maker.hpp"
#include "isa/printer.hpp"
#include "tests/support/shrinking.hpp"

namespace musimd {

void showValue(const Program& program, std::ostream& out) {
    out << "\n" << print(program);
}

void differential::showValue(const Tree& tree, std::ostream& out) {
    musimd::showValue(lower(tree), out);
}

void showValue(const MachineOptions& options, std::ostream& out) {
    out << fmt::format("--order {} --seed {} --max-steps {} --max-address {}",
                       kOrderNames[static_cast<std::size_t>(options.order)], options.seed, options.max_steps,
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

// A generator of the values of `make(dice, size)`; `shrinks(value)` is a vector of smaller ones.
template <typename Make, typename Shrinks>
auto shrinking(Make make, Shrinks shrinks) {
    using T = decltype(make(std::declval<Dice&>(), 0));
    return rc::Gen<T>([=](rc::Random random, int size) {
        Dice dice(random.next());
        return rc::shrinkable::shrinkRecur(
            make(dice, size), [=](const T& value) { return rc::seq::fromContainer(shrinks(value)); });
    });
}

Program canonical(Program program) {
    make_canonical(program);
    return program;
}

// ---- everything that a text may contain

class Decorator {
  public:
    Decorator(Dice& dice, Program& program) : dice_(dice), program_(program) {}

    void run() {
        for (auto count = dice_.below(3); count > 0; --count) preload();
        if (dice_.chance(30)) {
            program_.order = dice_.pick({Order::ascending, Order::descending, Order::random});
            program_.seed = dice_.pick<std::uint64_t>({0, 1, UINT64_MAX});
        }
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

    // From one literal to about another, including the unsigned range if words wrap.
    void wide_iota() {
        const Word w = program_.word;
        const Integer most = w.wrap ? 2 * w.max() + 1 : w.max();
        const auto literal = [&] { return dice_.pick<Integer>({w.min(), 0, 1, w.max(), most, most / 3}); };
        const auto count = dice_.between<std::int64_t>(4, 9);
        const Integer first = literal();
        const auto step = static_cast<Value>((literal() - first) / (count - 1));
        program_.preloads.push_back({address(), count, {}, w.wrapped(first), step});
    }

    // Inserts an unused label between the existing ones.
    void label() {
        const Label target = dice_.between<Label>(1, program_.end());
        const auto next =
            std::ranges::upper_bound(program_.labels, target, {}, &std::pair<std::string, Label>::second);
        program_.labels.emplace(next, fmt::format("unused{}", program_.labels.size()), target);
    }

    void add(decltype(Expectation::what) what) { program_.expectations.push_back({std::move(what), 0}); }

    void outcome() {
        switch (dice_.weighted({2, 1, 1, 1})) {
            case 0:
                return;
            case 1:
                return add(ExpectOutcome{Outcome::stop, {}, {}, {}, {}, {}});
            case 2:
                return add(ExpectOutcome{Outcome::limit,
                                         {},
                                         {},
                                         {},
                                         {},
                                         dice_.pick<std::optional<LimitReason>>(
                                             {std::nullopt, LimitReason::steps, LimitReason::stacks})});
            default:
                break;
        }
        std::optional<std::uint32_t> line;
        if (dice_.chance(50)) line = dice_.pick<std::uint32_t>({1, 17, UINT32_MAX});
        ExpectOutcome trap{Outcome::trap, std::string(dice_.pick(trap_names())), line, {}, {}, {}};
        if (dice_.chance(30)) trap.warp = static_cast<std::uint32_t>(dice_.below(9));
        if (dice_.chance(30)) trap.threads = program_.active;
        add(std::move(trap));
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
            name = fmt::format(
                "by_instruction.{}",
                info(counted_as(instruction_table()[dice_.index(instruction_table().size())].opcode)).name);
        add(ExpectStatistic{std::move(name), relation, number()});
    }

    // Realistic figures: counts, and efficiencies with a few decimals.
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

// Removes pieces of a text: halves, quarters and so on, then single bytes.
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
        std::string text;
        for (auto count = dice_.below(10 + 2 * static_cast<std::uint64_t>(size)); count > 0; --count) {
            text += byte();
        }
        return text;
    }

    char byte() {
        if (dice_.chance(15)) return '\n';
        if (dice_.chance(85)) return static_cast<char>(dice_.between(32, 126));
        return static_cast<char>(dice_.below(256));
    }

    std::string tokens(int size) {
        std::string text;
        for (auto count = dice_.below(10 + static_cast<std::uint64_t>(size)); count > 0; --count) {
            text += token();
            text += dice_.pick({"", " ", " ", " ", "\t", "\n", "\n", "\r\n"});
        }
        return text;
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

const std::vector<std::string>& common_tokens() {
    // clang-format off
    static const std::vector<std::string> tokens = {
        "[", "]", "(", ")", ",", ":", ".", "=", "+", "-", "*", "==", "!=", "<", ";", "%", "%!", "0", "1",
        "7", "-1", "0x1F", "255", "9223372036854775807", "_", "x", "y", "v0", "tid", "warp_size",
        ".threads", "18446744073709551616", "é", "←", "\"", "#", "wid", ".const", ".expect", ".active",
        "5-7", "\xC3", ".word 8 wrap", ".memory 0:", ".fill 0 4", ".iota 0 9 1 2", ".buffer B 0 4"};
    // clang-format on
    return tokens;
}

const std::vector<std::string>& assembly_tokens() {
    static const std::vector<std::string> tokens = {
        "bz",        "bnz",        "branch_mask", "jump",
        "sync",      "stop",       "everywhere",  "end_everywhere",
        "ballot",    "x = ballot", "barrier",     "shfl",
        "min",       "max",        "L:",          "L",
        "<-a",       "↑x",         "↓y",          "atomic_inc",
        "x =",       "[x]",        "x = y",       "[0] = x",
        "x = [tid]", "bz x, L",    "x = x + 1",   "×",
        "<<",        ">>",         "/",           "|",
        "^",         "&",          "popc",        "x = clz y",
        "assert x",  "assert",     "fetch_add",   "x = fetch_cas [0], 1, 2",
        "popc (",    ".i32"};
    return tokens;
}

const std::vector<std::string>& list_tokens() {
    static const std::vector<std::string> tokens = {
        "p([",         "]).",         "stop",    "sync",        "bz(0,1)", "jump(2)",
        "const(0,5)",  "copy(1,tid)", "load(",   "addt(0,1,2)", "store(",  "branch(",
        "everywhere,", "shfl(",       "barrier", "p([stop]).",  "foo"};
    return tokens;
}

std::string TextMaker::token() {
    if (dice_.chance(45)) return dice_.pick(common_tokens());
    return dice_.pick(prolog_ ? list_tokens() : assembly_tokens());
}

std::string TextMaker::changed(int size) {
    std::string text = valid(size);
    for (auto changes = dice_.between(1, 4); changes > 0; --changes) change(text);
    return text;
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
    std::string text;
    for (auto programs = dice_.pick({1, 1, 1, 2}); programs > 0; --programs) {
        if (dice_.chance(50)) text += fmt::format("%! .threads {}\n", dice_.between(1, 9));
        if (dice_.chance(30)) text += "%! .iota 0 16\n";
        text += fmt::format("p{}([\n", programs);
        const Label end = 2 + static_cast<Label>(dice_.below(2 + static_cast<std::uint64_t>(size) / 5));
        for (Label i = 1; i < end; ++i) {
            text += fmt::format("    {}{}{}\n", term(end), i + 1 < end ? "," : "",
                                dice_.chance(20) ? "  % a comment" : "");
        }
        text += "]).\n";
    }
    return text;
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
            return fmt::format("{}({},{})", dice_.pick({"shfl", "atomic_inc", "popc", "clz"}), variable(),
                               operand());
        default:
            return fmt::format("{}( {} , {} )", functor, variable(), operand());
    }
}

}  // namespace

// ---- generators

// Follows rapidcheck's size, which grows from 0 to 100.
TreeSize tree_size(int size) {
    TreeSize result;
    result.statements = 1 + size / 2;
    return result;
}

rc::Gen<Tree> trees(const Mix& mix) {
    const auto make = [mix](Dice& dice, int size) { return make_tree(dice, tree_size(size), mix); };
    return shrinking(make, [](const Tree& tree) { return shrink(tree); });
}

rc::Gen<Program> structured(const Mix& mix) {
    return rc::gen::map(trees(mix), lower);
}

rc::Gen<Program> soup() {
    const auto make = [](Dice& dice, int size) { return make_soup(dice, tree_size(size)); };
    return rc::gen::map(shrinking(make, shrink_program), canonical);
}

rc::Gen<Program> phases() {
    const auto make = [](Dice& dice, int size) { return make_phases(dice, tree_size(size)); };
    return rc::gen::map(shrinking(make, shrink_machine), canonical);
}

rc::Gen<Program> of_profile(Profile profile) {
    const auto make = [profile](Dice& dice, int size) {
        Shape shape;
        shape.size = tree_size(size).statements;
        return make_draft(pick_profile(profile, dice), dice, shape);
    };
    return rc::gen::map(shrinking(make, [](const Draft& draft) { return shrink(draft); }), finished);
}

rc::Gen<Program> any_program() {
    return of_profile(Profile::mixed);
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

Program structured_program(std::uint64_t seed, int size, const Mix& mix) {
    Dice dice(seed);
    return lower(make_tree(dice, tree_size(size), mix));
}

Program soup_program(std::uint64_t seed, int size) {
    Dice dice(seed);
    return canonical(make_soup(dice, tree_size(size)));
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

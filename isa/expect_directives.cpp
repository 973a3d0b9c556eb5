#include <fmt/format.h>

#include <algorithm>

#include "isa/directives.hpp"

// The directives that state what a test expects: .covers and .expect.

namespace musimd {
namespace {

const std::vector<std::pair<std::string_view, ExpectStatistic::Relation>>& relations() {
    using R = ExpectStatistic::Relation;
    static const std::vector<std::pair<std::string_view, R>> list = {
        {"==", R::eq}, {"!=", R::ne}, {"<", R::lt}, {"<=", R::le}, {">", R::gt}, {">=", R::ge}};
    return list;
}

}  // namespace

void DirectiveReader::covers() {
    std::vector<std::string_view> known = rule_names();
    const std::vector<std::string_view> traps = trap_names();
    known.insert(known.end(), traps.begin(), traps.end());
    if (at_end()) fail(here(), "expected the names of rules or traps");
    std::vector<std::string> names;
    while (ok() && !at_end()) {
        names.emplace_back(one_of("a rule or a trap", known));
        take(",");
    }
    if (!done()) return;
    auto& covers = assembler_.program_.covers;
    covers.insert(covers.end(), names.begin(), names.end());
}

void DirectiveReader::expect() {
    using Member = void (DirectiveReader::*)();
    using R = DirectiveReader;
    static const std::vector<std::pair<std::string_view, Member>> kinds = {
        {"trap", &R::expect_trap},     {"active", &R::expect_active}, {"var", &R::expect_variable},
        {"memory", &R::expect_memory}, {"steps", &R::expect_steps},   {"stat", &R::expect_statistic},
        {"stop", &R::expect_stop},     {"limit", &R::expect_limit},
    };
    std::vector<std::string_view> words;
    for (const auto& kind : kinds) words.push_back(kind.first);
    const std::string_view word = one_of("an expectation", words);
    if (!ok()) return;
    const auto kind = std::ranges::find(kinds, word, &std::pair<std::string_view, Member>::first);
    (this->*kind->second)();
}

void DirectiveReader::add(Expectation expectation) {
    if (!done()) return;
    auto& list = assembler_.program_.expectations;
    if (std::holds_alternative<ExpectOutcome>(expectation.what)) {
        std::uint32_t& first = assembler_.outcome_line_;
        if (first != 0) {
            return fail(directive_.tokens.front(),
                        fmt::format("a program has one outcome; line {} already expects one", first));
        }
        first = assembler_.line_->number;
    }
    expectation.line = assembler_.line_->number;
    list.push_back(std::move(expectation));
}

void DirectiveReader::expect_stop() {
    add({ExpectOutcome{Outcome::stop, {}, {}, {}, {}, {}}});
}

void DirectiveReader::expect_limit() {
    usage_ = ".expect limit [steps|stacks]";
    ExpectOutcome outcome{Outcome::limit, {}, {}, {}, {}, {}};
    if (take("steps")) {
        outcome.limit = LimitReason::steps;
    } else if (take("stacks")) {
        outcome.limit = LimitReason::stacks;
    }
    add({std::move(outcome)});
}

void DirectiveReader::expect_trap() {
    usage_ = ".expect trap KIND [LINE] [warp W] [threads: 0 2 5-7]";
    ExpectOutcome outcome{Outcome::trap, std::string(one_of("a trap", trap_names())), {}, {}, {}, {}};
    if (ok() && !at_end() && peek() != "warp" && peek() != "threads")
        outcome.line = static_cast<std::uint32_t>(ranged("a line", 1, Integer{UINT32_MAX}));
    if (ok() && take("warp"))
        outcome.warp = static_cast<std::uint32_t>(ranged("a warp", 0, Integer{kMaxWarps} - 1));
    if (ok() && take("threads")) {
        take(":");
        outcome.threads = thread_list(!assembler_.options_.threads);
        if (ok() && outcome.threads->empty()) fail(here(), "expected at least one thread");
    }
    add({std::move(outcome)});
}

void DirectiveReader::expect_active() {
    take(":");
    ThreadSet threads = thread_list(!assembler_.options_.threads);
    if (ok() && threads.empty()) fail(here(), "expected at least one thread; Θ is never empty");
    add({ExpectActive{std::move(threads)}});
}

void DirectiveReader::expect_variable() {
    usage_ = ".expect var NAME: c _ * …";
    const std::string_view name = identifier("the name of a variable");
    require(":");
    ExpectVariable expected{0, expected_words("the threads' words")};
    if (ok() && !assembler_.options_.threads && expected.words.size() > assembler_.program_.threads) {
        fail(name, fmt::format("{} words are listed, but the warp has {} threads", expected.words.size(),
                               assembler_.program_.threads));
    }
    if (!ok()) return;
    assembler_.expected_variables_.push_back(
        {assembler_.program_.expectations.size(), name, assembler_.line_});
    add({std::move(expected)});
}

void DirectiveReader::expect_memory() {
    usage_ = ".expect memory A: c _ * …";
    const std::int64_t from = address();
    require(":");
    ExpectMemory expected{from, expected_words("words of memory")};
    if (ok() &&
        static_cast<std::int64_t>(expected.words.size()) - 1 > assembler_.options_.max_address - from) {
        fail(directive_.tokens.front(), "these words run past the highest address");
    }
    add({std::move(expected)});
}

void DirectiveReader::expect_steps() {
    const Integer n = ranged("a number of steps", 0, Integer{INT64_MAX});
    add({ExpectStatistic{"steps", ExpectStatistic::Relation::eq, static_cast<double>(n)}});
}

void DirectiveReader::expect_statistic() {
    usage_ = ".expect stat NAME OP c, with OP one of == != < <= > >=";
    std::vector<std::string_view> known = statistic_names();
    for (const InstructionInfo& row : instruction_table()) {
        if (counted_as(row.opcode) == row.opcode) known.push_back(row.name);
    }
    ExpectStatistic expected;
    if (!at_end() && peek().starts_with("by_instruction.")) {
        const std::string_view name = directive_.tokens[next_++];
        const std::string_view instruction = name.substr(name.find('.') + 1);
        if (std::ranges::find(known, instruction) == known.end()) {
            fail(name, fmt::format("'{}' is not an instruction of `by_instruction`{}", shown(name),
                                   did_you_mean(instruction, known)));
        }
        expected.name = name;
    } else {
        expected.name = one_of("a statistic", statistic_names());
    }
    const auto relation = std::ranges::find(relations(), peek(), [](const auto& row) { return row.first; });
    if (ok() && relation == relations().end()) {
        fail(here(), fmt::format("expected a comparison: {}", usage_));
    }
    if (!ok()) return;
    ++next_;
    expected.relation = relation->second;
    expected.number = decimal();
    add({std::move(expected)});
}

}  // namespace musimd

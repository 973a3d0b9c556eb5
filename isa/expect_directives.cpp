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

const std::string_view* model_named(std::string_view name) {
    const auto* const found = std::ranges::find(kThreadModelNames, name);
    return found == std::end(kThreadModelNames) ? nullptr : found;
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
        {"trap", &R::expect_trap},     {"active", &R::expect_active},   {"var", &R::expect_variable},
        {"memory", &R::expect_memory}, {"steps", &R::expect_steps},     {"stat", &R::expect_statistic},
        {"stop", &R::expect_stop},     {"limit", &R::expect_limit},     {"exited", &R::expect_exited},
        {"shared", &R::expect_shared}, {"warning", &R::expect_warning}, {"error", &R::expect_error},
    };
    std::vector<std::string_view> words;
    for (const auto& kind : kinds) words.push_back(kind.first);
    for (const auto* model = model_named(peek()); ok() && model != nullptr; model = model_named(peek())) {
        models_.push_back(static_cast<ThreadModel>(model - std::begin(kThreadModelNames)));
        ++next_;
    }
    const std::string_view word = one_of("an expectation", words);
    if (!ok()) return;
    const auto kind = std::ranges::find(kinds, word, &std::pair<std::string_view, Member>::first);
    (this->*kind->second)();
}

// The expectation, once for each model that it names.
void DirectiveReader::add(Expectation expectation) {
    if (!done()) return;
    if (std::holds_alternative<ExpectOutcome>(expectation.what) && !claim_outcome()) return;
    expectation.line = assembler_.line_->number;
    std::vector<Expectation>& list = assembler_.program_.expectations;
    if (models_.empty()) list.push_back(expectation);
    for (const ThreadModel model : models_) {
        expectation.model = model;
        list.push_back(expectation);
    }
}

// The same; it is also checked when the sizes of the grid and all variables are known.
void DirectiveReader::add_pending(Expectation expectation, std::string_view where) {
    if (!done()) return;
    const std::size_t first = assembler_.program_.expectations.size();
    add(std::move(expectation));
    for (std::size_t i = first; i < assembler_.program_.expectations.size(); ++i)
        assembler_.pending_expectations_.push_back({i, where, assembler_.line_});
}

// Each model has one outcome; without a model, the directive is of all.
bool DirectiveReader::claim_outcome() {
    for (std::size_t model = 0; model < std::size(kThreadModelNames); ++model) {
        const bool is_named = std::ranges::count(models_, static_cast<ThreadModel>(model)) != 0;
        if (!models_.empty() && !is_named) continue;
        std::uint32_t& first = assembler_.outcome_lines_[model];
        if (first != 0) {
            fail(directive_.tokens.front(),
                 fmt::format("a program has one outcome{}; line {} already expects one",
                             is_named ? fmt::format(" under {}", kThreadModelNames[model]) : "", first));
            return false;
        }
        first = assembler_.line_->number;
    }
    return true;
}

// `warp W`, if it is written.
std::uint32_t DirectiveReader::expected_warp() {
    return ok() && take("warp") ? static_cast<std::uint32_t>(ranged("a warp", 0, Integer{kMaxWarps} - 1)) : 0;
}

// A list that may be empty, as when all threads have exited.
ThreadSet DirectiveReader::expected_lanes() {
    if (ok()) take(":");
    return thread_list(!assembler_.options_.threads);
}

void DirectiveReader::expect_stop() {
    add({ExpectOutcome{Outcome::stop, {}, {}, {}, {}, {}}});
}

void DirectiveReader::expect_error() {
    if (models_.empty())
        return fail(here(), "expected the models that do not accept it: .expect MODEL error");
    add({ExpectError{}});
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
    usage_ = ".expect active [warp W]: 0 2 5-7";
    const std::string_view begin = here();
    const std::uint32_t warp = expected_warp();
    ThreadSet threads = expected_lanes();
    const std::string_view where = threads.empty() ? here() : begin;
    add_pending({ExpectActive{std::move(threads), warp}}, where);
}

void DirectiveReader::expect_exited() {
    usage_ = ".expect exited [warp W]: 0 2 5-7";
    const std::string_view begin = here();
    const std::uint32_t warp = expected_warp();
    add_pending({ExpectExited{expected_lanes(), warp}}, begin);
}

void DirectiveReader::expect_variable() {
    usage_ = ".expect var NAME [warp W]: c _ * …";
    const std::string_view name = identifier("the name of a variable");
    const std::uint32_t warp = expected_warp();
    if (ok()) require(":");
    ExpectVariable expected{0, expected_words("the threads' words"), warp};
    if (ok() && !assembler_.options_.threads && expected.words.size() > assembler_.program_.threads) {
        fail(name, fmt::format("{} words are listed, but the warp has {} threads", expected.words.size(),
                               assembler_.program_.threads));
    }
    add_pending({std::move(expected)}, name);
}

void DirectiveReader::expect_shared() {
    usage_ = ".expect shared B F: c _ * …";
    const std::string_view where = here();
    const auto block = static_cast<std::uint32_t>(ranged("a block", 0, Integer{kMaxWarps} - 1));
    const Integer offset = ok() ? ranged("an offset", 0, kMaxSharedWords - 1) : 0;
    if (ok()) require(":");
    ExpectShared expected{block, static_cast<std::int64_t>(offset), expected_words("words of memory")};
    add_pending({std::move(expected)}, where);
}

void DirectiveReader::expect_warning() {
    usage_ = ".expect warning KIND [LINE]";
    ExpectWarning expected{std::string(one_of("a warning", warning_names())), {}};
    if (ok() && !at_end())
        expected.line = static_cast<std::uint32_t>(ranged("a line", 1, Integer{UINT32_MAX}));
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

#include "simulator/expectations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd {
namespace {

std::string outcome_of(const Result& result) {
    switch (result.outcome) {
        case Outcome::stop:
            return "stop";
        case Outcome::limit:
            return fmt::format("limit ({})", to_string(result.limit->reason));
        case Outcome::interrupted:
            return "interrupted";
        case Outcome::trap:
            break;
    }
    const Trap& trap = *result.trap;
    const std::string where = trap.line == 0 ? std::string() : fmt::format(" on line {}", trap.line);
    return fmt::format("trap {}{}: {}", to_string(trap.kind), where, trap.message);
}

ThreadSet set_of(const std::vector<Thread>& threads) {
    ThreadSet set;
    for (const Thread t : threads) set.insert(t);
    return set;
}

std::string shown_word(const Value* word) {
    return word == nullptr ? "undefined" : fmt::format("{}", *word);
}

bool meets(const ExpectedWord& expected, const Value* word) {
    switch (expected.kind) {
        case ExpectedWord::Kind::anything:
            return true;
        case ExpectedWord::Kind::undefined:
            return word == nullptr;
        case ExpectedWord::Kind::value:
            return word != nullptr && *word == expected.value;
    }
    return false;
}

bool compare(double x, ExpectStatistic::Relation relation, double y) {
    switch (relation) {
        case ExpectStatistic::Relation::eq:
            return x == y;
        case ExpectStatistic::Relation::ne:
            return x != y;
        case ExpectStatistic::Relation::lt:
            return x < y;
        case ExpectStatistic::Relation::le:
            return x <= y;
        case ExpectStatistic::Relation::gt:
            return x > y;
        case ExpectStatistic::Relation::ge:
            return x >= y;
    }
    return false;
}

class Checker {
  public:
    Checker(const Program& program, const Result& result, const Statistics& statistics)
        : program_(program), result_(result), statistics_(statistics) {}

    std::vector<ExpectationFailure> check() {
        const bool outcome = std::ranges::any_of(program_.expectations, [](const Expectation& e) {
            return std::holds_alternative<ExpectOutcome>(e.what);
        });
        if (!outcome) check(ExpectOutcome{});
        for (const Expectation& expectation : program_.expectations) {
            line_ = expectation.line;
            std::visit([this](const auto& what) { check(what); }, expectation.what);
        }
        return std::move(list_);
    }

  private:
    template <typename... Args>
    void miss(fmt::format_string<Args...> format, Args&&... args) {
        list_.push_back({line_, fmt::format(format, std::forward<Args>(args)...)});
    }

    void check(const ExpectOutcome& e) {
        if (e.outcome != result_.outcome) {
            constexpr std::string_view kExpected[] = {"stop", "trap", "limit"};
            return miss("expected {}{}, got {}", kExpected[static_cast<std::size_t>(e.outcome)],
                        e.trap.empty() ? "" : " " + e.trap, outcome_of(result_));
        }
        if (e.limit && *e.limit != result_.limit->reason)
            return miss("expected limit ({}), got {}", to_string(*e.limit), outcome_of(result_));
        if (e.outcome != Outcome::trap) return;
        if (e.trap != to_string(result_.trap->kind))
            return miss("expected trap {}, got {}", e.trap, outcome_of(result_));
        if (e.line && *e.line != result_.trap->line) {
            miss("line of the trap: expected {}, got {}", *e.line,
                 result_.trap->line == 0 ? "the end of the program" : fmt::format("{}", result_.trap->line));
        }
        if (e.warp && *e.warp != result_.trap->warp)
            miss("warp of the trap: expected {}, got {}", *e.warp, result_.trap->warp);
        if (e.threads && e.threads->threads() != result_.trap->threads) {
            miss("threads of the trap: expected {}, got {}", to_string(*e.threads),
                 to_string(set_of(result_.trap->threads)));
        }
    }

    void check(const ExpectActive& e) {
        const ThreadSet& active = result_.warps[0].active;
        if (!(active == e.threads))
            miss("active: expected {}, got {}", to_string(e.threads), to_string(active));
    }

    void check(const ExpectVariable& e) {
        for (Thread t = 0; t < e.words.size() && t < program_.threads; ++t) {
            const Value* word = result_.warps[0].bank.find(t, e.variable);
            if (meets(e.words[t], word)) continue;
            return miss("{}[{}]: expected {}, got {}", program_.variables[e.variable], t,
                        shown_expected(e.words[t]), shown_word(word));
        }
    }

    void check(const ExpectMemory& e) {
        for (std::size_t i = 0; i < e.words.size(); ++i) {
            const std::int64_t address = e.address + static_cast<std::int64_t>(i);
            const Value* word = result_.memory.find(address);
            if (meets(e.words[i], word)) continue;
            return miss("memory[{}]: expected {}, got {}", address, shown_expected(e.words[i]),
                        shown_word(word));
        }
    }

    void check(const ExpectStatistic& e) {
        constexpr std::string_view kRelations[] = {"", "!= ", "< ", "<= ", "> ", ">= "};
        const double figure = statistics_.figure(e.name).value_or(0);
        if (compare(figure, e.relation, e.number)) return;
        miss("{}: expected {}{}, got {}", e.name, kRelations[static_cast<std::size_t>(e.relation)], e.number,
             figure);
    }

    static std::string shown_expected(const ExpectedWord& word) {
        return word.kind == ExpectedWord::Kind::undefined ? "undefined" : fmt::format("{}", word.value);
    }

    const Program& program_;
    const Result& result_;
    const Statistics& statistics_;
    std::uint32_t line_ = 0;
    std::vector<ExpectationFailure> list_;
};

}  // namespace

std::vector<ExpectationFailure> check_expectations(const Program& program, const Result& result,
                                                   const Statistics& statistics) {
    return Checker(program, result, statistics).check();
}

std::vector<ExpectationFailure> check_covers(const Program& program, const Coverage& coverage) {
    std::vector<ExpectationFailure> list;
    for (const std::string& name : program.covers) {
        if (!coverage.covers(name))
            list.push_back({0, fmt::format(".covers {}: this run did not exercise it", name)});
    }
    return list;
}

}  // namespace musimd

#include "checking/expectations.hpp"

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
        const bool outcome = std::ranges::any_of(program_.expectations, [&](const Expectation& e) {
            return holds(e) && std::holds_alternative<ExpectOutcome>(e.what);
        });
        if (!outcome) check(ExpectOutcome{});
        for (const Expectation& expectation : program_.expectations) {
            if (!holds(expectation)) continue;
            line_ = expectation.line;
            std::visit([this](const auto& what) { check(what); }, expectation.what);
        }
        return std::move(list_);
    }

  private:
    bool holds(const Expectation& expectation) const {
        return expectation.model.value_or(program_.model) == program_.model;
    }

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

    void check(const ExpectActive& e) { check_lanes("active", e.warp, e.threads, &WarpResult::active); }
    void check(const ExpectExited& e) { check_lanes("exited", e.warp, e.threads, &WarpResult::exited); }

    void check_lanes(std::string_view what, std::uint32_t warp, const ThreadSet& expected,
                     ThreadSet WarpResult::*lanes) {
        if (!has_warp(warp)) return;
        const ThreadSet& found = result_.warps[warp].*lanes;
        if (found == expected) return;
        miss("{}{}: expected {}, got {}", what, of_warp(warp), to_string(expected), to_string(found));
    }

    void check(const ExpectVariable& e) {
        if (!has_warp(e.warp)) return;
        for (Thread t = 0; t < e.words.size() && t < program_.threads; ++t) {
            const Value* word = result_.warps[e.warp].bank.find(t, e.variable);
            if (meets(e.words[t], word)) continue;
            return miss("{}[{}]{}: expected {}, got {}", program_.variables[e.variable], t, of_warp(e.warp),
                        shown_expected(e.words[t]), shown_word(word));
        }
    }

    // An option may have made the grid smaller.
    bool has_warp(std::uint32_t warp) {
        if (warp < result_.warps.size()) return true;
        miss("warp {} does not exist", warp);
        return false;
    }

    static std::string of_warp(std::uint32_t warp) {
        return warp == 0 ? std::string() : fmt::format(" of warp {}", warp);
    }

    void check(const ExpectShared& e) {
        if (e.block >= result_.shared.size()) return miss("block {} has no shared memory", e.block);
        for (std::size_t i = 0; i < e.words.size(); ++i) {
            const std::int64_t offset = e.offset + static_cast<std::int64_t>(i);
            const Value* word = result_.shared[e.block].find(offset);
            if (meets(e.words[i], word)) continue;
            return miss("shared[{}] of block {}: expected {}, got {}", offset, e.block,
                        shown_expected(e.words[i]), shown_word(word));
        }
    }

    void check(const ExpectWarning& e) {
        const auto is_expected = [&](const RunWarning& w) {
            return to_string(w.kind) == e.kind && (!e.line || *e.line == w.line);
        };
        if (std::ranges::any_of(result_.warnings, is_expected)) return;
        std::vector<std::string> found;
        for (const RunWarning& w : result_.warnings)
            found.push_back(fmt::format("{} on line {}", to_string(w.kind), w.line));
        miss("expected the warning {}{}, got {}", e.kind, e.line ? fmt::format(" on line {}", *e.line) : "",
             found.empty() ? "none" : fmt::format("{}", fmt::join(found, ", ")));
    }

    void check(const ExpectError&) {
        miss("expected an error of the file, but the model accepts the program");
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

MachineOptions test_options(const Program& program) {
    MachineOptions options;
    options.order = program.order;
    options.seed = program.seed;
    options.max_steps = program.max_steps.value_or(options.max_steps);
    return options;
}

std::vector<ExpectationFailure> check_expectations(const Program& program, const Result& result,
                                                   const Statistics& statistics) {
    return Checker(program, result, statistics).check();
}

std::vector<ExpectationFailure> check_covers(const Program& program, const Coverage::Names& covered) {
    std::vector<ExpectationFailure> list;
    for (const std::string& name : program.covers) {
        if (std::ranges::find(covered, name) == covered.end())
            list.push_back({0, fmt::format(".covers {}: this run did not exercise it", name)});
    }
    return list;
}

}  // namespace musimd

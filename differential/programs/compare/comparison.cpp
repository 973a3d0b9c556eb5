#include "differential/programs/compare/comparison.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "engines/foreign/implementation.hpp"
#include "isa/reader.hpp"
#include "simulator/observers/coverage.hpp"

namespace musimd::differential {
namespace {

std::string_view spell(Outcome outcome) {
    constexpr std::string_view kNames[] = {"stop", "trap", "limit"};
    return kNames[static_cast<std::size_t>(outcome)];
}

std::string spell(const Value* word) {
    return word == nullptr ? "undefined" : fmt::format("{}", *word);
}

std::string spell(const std::optional<TrapOther>& other) {
    if (!other) return "none";
    return fmt::format("{} at {} of warp {}, thread {}", to_string(other->rule), other->pc, other->warp,
                       other->thread);
}

std::string spell(const std::vector<Waiting>& waiting) {
    std::string text;
    for (const Waiting& w : waiting) {
        text += fmt::format("[warp {} threads {} at {} for", w.warp, w.threads, w.pc);
        for (const Missing& m : w.missing)
            text += fmt::format(" (warp {} threads {} at {})", m.warp, m.threads, m.pc);
        text += "]";
    }
    return text.empty() ? "nobody" : text;
}

std::string spell(const RunWarning& w) {
    return fmt::format("{} at {} of warp {} threads {}: {}", to_string(w.kind), w.pc, w.warp, w.threads,
                       w.message);
}

// Compares two results and collects a line for each part that differs.
class Differences {
  public:
    Differences(const Program& program, std::string_view name_a, std::string_view name_b)
        : program_(program), name_a_(name_a), name_b_(name_b) {}

    void results(const Result& a, const Result& b) {
        part("outcome", spell(a.outcome), spell(b.outcome));
        part("steps", a.steps, b.steps);
        traps(a.trap, b.trap);
        limits(a.limit, b.limit);
        states(a, b);
        warnings(a.warnings, b.warnings);
        // A difference without a line would not be reported.
        if (text_.empty() && !(a == b)) text_ = "results differ in parts that are not compared in detail\n";
    }

    // Θ, β and memory, and who has exited.
    void states(const Result& a, const Result& b) {
        part("warps", a.warps.size(), b.warps.size());
        for (std::size_t w = 0; w < std::min(a.warps.size(), b.warps.size()); ++w) {
            part(fmt::format("Θ of warp {}", w), to_string(a.warps[w].active), to_string(b.warps[w].active));
            banks(w, a.warps[w].bank, b.warps[w].bank);
            part(fmt::format("exited of warp {}", w), to_string(a.warps[w].exited),
                 to_string(b.warps[w].exited));
        }
        memories("Σ", a.memory, b.memory);
        part("blocks", a.shared.size(), b.shared.size());
        for (std::size_t block = 0; block < std::min(a.shared.size(), b.shared.size()); ++block)
            memories(fmt::format("shared memory of block {}", block), a.shared[block], b.shared[block]);
    }

    void observations(const Observed& a, const Observed& b) {
        for (const std::string_view name : statistic_names()) {
            part(fmt::format("statistic {}", name), a.statistics.figure(name), b.statistics.figure(name));
        }
        for (const InstructionInfo& row : instruction_table()) {
            const auto opcode = static_cast<std::size_t>(row.opcode);
            part(fmt::format("statistic by_instruction.{}", row.name), a.statistics.by_instruction[opcode],
                 b.statistics.by_instruction[opcode]);
        }
        for (std::size_t i = 0; i < kRuleCount; ++i) {
            const auto rule = static_cast<RuleId>(i);
            part(fmt::format("rule {} exercised", to_string(rule)), a.rules.contains(rule),
                 b.rules.contains(rule));
        }
    }

    std::string text() && { return std::move(text_); }

  private:
    template <typename T>
    void part(std::string_view name, const T& a, const T& b) {
        if (a == b) return;
        if constexpr (std::is_same_v<T, std::optional<double>>) {
            line(name, a.value_or(0), b.value_or(0));
        } else {
            line(name, a, b);
        }
    }

    template <typename A, typename B>
    void line(std::string_view name, const A& a, const B& b) {
        fmt::format_to(std::back_inserter(text_), "{}: {} ({}), {} ({})\n", name, a, name_a_, b, name_b_);
    }

    void traps(const std::optional<Trap>& a, const std::optional<Trap>& b) {
        if (!a || !b) {
            part("trap", a ? to_string(a->kind) : "none", b ? to_string(b->kind) : "none");
            return;
        }
        part("trap's kind", to_string(a->kind), to_string(b->kind));
        part("trap's rule", to_string(a->rule), to_string(b->rule));
        part("trap's pc", a->pc, b->pc);
        part("trap's line", a->line, b->line);
        part("trap's column", a->column, b->column);
        part("trap's warp", a->warp, b->warp);
        part("trap's threads", fmt::format("{}", a->threads), fmt::format("{}", b->threads));
        part("trap's message", a->message, b->message);
        if (a->other != b->other) line("trap's other", spell(a->other), spell(b->other));
        if (a->waiting != b->waiting) line("who waits", spell(a->waiting), spell(b->waiting));
    }

    void warnings(const std::vector<RunWarning>& a, const std::vector<RunWarning>& b) {
        part("warnings", a.size(), b.size());
        const auto [of_a, of_b] = std::ranges::mismatch(a, b);
        if (of_a != a.end() && of_b != b.end())
            line(fmt::format("warning {}", of_a - a.begin()), spell(*of_a), spell(*of_b));
    }

    void limits(const std::optional<Limit>& a, const std::optional<Limit>& b) {
        if (!a || !b) {
            part("limit", a ? to_string(a->reason) : "none", b ? to_string(b->reason) : "none");
            return;
        }
        part("limit's reason", to_string(a->reason), to_string(b->reason));
        part("limit's warp", a->warp, b->warp);
        part("limit's steps", a->steps, b->steps);
        part("limit's pc", a->pc, b->pc);
        part("limit's line", a->line, b->line);
        part("limit's column", a->column, b->column);
    }

    void banks(std::size_t warp, const Bank& a, const Bank& b) {
        if (a == b) return;
        const std::string name = fmt::format("β of warp {}", warp);
        if (a.threads() != b.threads() || a.variables() != b.variables()) {
            return line(name, fmt::format("{} × {}", a.threads(), a.variables()),
                        fmt::format("{} × {}", b.threads(), b.variables()));
        }
        for (Thread t = 0; t < a.threads(); ++t) {
            for (Variable v = 0; v < a.variables(); ++v) {
                const std::string of_a = spell(a.find(t, v));
                const std::string of_b = spell(b.find(t, v));
                if (of_a == of_b) continue;
                return line(fmt::format("{}: {} of thread {}", name, program_.variables[v], t), of_a, of_b);
            }
        }
    }

    void memories(std::string_view name, const Memory& a, const Memory& b) {
        if (a == b) return;
        std::map<std::int64_t, int> addresses;
        a.for_each([&](std::int64_t address, Value) { addresses[address]; });
        b.for_each([&](std::int64_t address, Value) { addresses[address]; });
        for (const auto& [address, ignored] : addresses) {
            const std::string of_a = spell(a.find(address));
            const std::string of_b = spell(b.find(address));
            if (of_a != of_b) return line(fmt::format("{}({})", name, address), of_a, of_b);
        }
    }

    const Program& program_;
    std::string_view name_a_;
    std::string_view name_b_;
    std::string text_;
};

bool same_counts(const Statistics& a, const Statistics& b) {
    return a.steps == b.steps && a.active_lane_instructions == b.active_lane_instructions &&
           a.branches_uniform == b.branches_uniform && a.branches_divergent == b.branches_divergent &&
           a.max_sync_depth == b.max_sync_depth && a.max_context_depth == b.max_context_depth &&
           a.everywhere_blocks == b.everywhere_blocks && a.lanes_woken == b.lanes_woken &&
           a.memory_requests == b.memory_requests && a.memory_transactions == b.memory_transactions &&
           a.by_instruction == b.by_instruction;
}

// Where a thread sees which others step with it, or who came first.
bool shows_model(const Program& program, Label pc) {
    const Instruction& i = program.at(pc);
    for (const Opcode opcode : {Opcode::everywhere, Opcode::end_everywhere, Opcode::branch_mask, Opcode::shfl,
                                Opcode::ballot, Opcode::activemask}) {
        if (i.opcode == opcode) return true;
    }
    if (info(i.opcode).memory != MemoryUse::updates) return false;
    const bool is_sum = i.opcode == Opcode::atomic_inc ||
                        (i.opcode == Opcode::fetch && i.fetch_operation == FetchOperation::add);
    if (!is_sum || pc + 1 >= program.end()) return true;
    const Instruction& next = program.at(pc + 1);
    const bool is_forgotten = next.opcode == Opcode::copy && next.destination == i.destination &&
                              next.operands[0].kind == Operand::Kind::constant;
    return !is_forgotten;
}

bool has(const Program& program, auto property) {
    return std::ranges::any_of(program.instructions, property);
}

// The differences of two runs that stop, under one model and under the other.
std::string differences_of_models(const Case& c, const Engine& engine, const Result& result) {
    if (result.outcome != Outcome::stop || !uses_blocks(c.program) || has_groups(c.program.model) ||
        !is_same_in_both_models(c.program))
        return {};
    const bool is_volta = c.program.model == ThreadModel::volta;
    Case other = c;
    other.program.model = is_volta ? ThreadModel::lockstep : ThreadModel::volta;
    const Result found = engine.run(other.program, other.options, nullptr);
    if (found.outcome != Outcome::stop || !are_different(result, found)) return {};
    Differences text(c.program, to_string(c.program.model), to_string(other.program.model));
    text.states(result, found);
    return std::move(text).text();
}

}  // namespace

bool is_same_in_both_models(const Program& program) {
    if (!(program.active == ThreadSet::all(program.threads))) return false;
    for (Label pc = 1; pc < program.end(); ++pc) {
        if (shows_model(program, pc)) return false;
    }
    // Together they may pass on who came first.
    const bool has_fences = has(program, [](const Instruction& i) { return i.opcode == Opcode::fence; });
    const bool has_atomics =
        has(program, [](const Instruction& i) { return info(i.opcode).memory == MemoryUse::updates; });
    return !has_fences || !has_atomics;
}

Observed observe(const Engine& engine, const Case& c) {
    StatisticsObserver statistics(c.program, 32);
    Coverage coverage;
    Observers observers;
    observers.add(statistics);
    observers.add(coverage);
    Result result = engine.run(c.program, c.options, &observers);
    return {std::move(result), statistics.statistics(), coverage.rules()};
}

std::string differences(const Program& program, const Result& a, std::string_view name_a, const Result& b,
                        std::string_view name_b) {
    if (a == b) return {};
    Differences found(program, name_a, name_b);
    found.results(a, b);
    return std::move(found).text();
}

std::string differences(const Program& program, const Observed& a, std::string_view name_a, const Observed& b,
                        std::string_view name_b) {
    if (a.result == b.result && a.rules == b.rules && same_counts(a.statistics, b.statistics)) return {};
    Differences found(program, name_a, name_b);
    found.results(a.result, b.result);
    found.observations(a, b);
    return std::move(found).text();
}

Comparison compare(const Case& c, std::span<const Engine> engines, const CompareOptions& options) {
    const auto about_to_run = [&](std::size_t engine) {
        if (options.before_run) options.before_run(engine);
    };
    const std::string_view reference = engines.front().name;
    about_to_run(0);
    Comparison comparison{observe(engines.front(), c), {}, false, 0, {}};
    const std::string watched = fmt::format("{}, observed", reference);

    // With observe_all, the first engine's plain run is compared with its own observed one.
    for (std::size_t i = options.observe_all ? 0 : 1; i < engines.size(); ++i) {
        about_to_run(i);
        try {
            const Result plain = engines[i].run(c.program, c.options, nullptr);
            comparison.differences += differences(c.program, comparison.first.result,
                                                  i == 0 ? watched : reference, plain, engines[i].name);
        } catch (const Unsupported&) {  // it says so before it runs anything
            comparison.unsupported += 1;
        } catch (const foreign::ImplementationTimeout&) {
            comparison.timed_out = i;
        } catch (const EngineFault& fault) {
            comparison.differences += fmt::format("{}\n", fault.what());
        } catch (const foreign::ImplementationFault& fault) {
            comparison.differences += fmt::format("{}: {}\n", engines[i].name, fault.what());
        }
    }
    if (!options.observe_all || !comparison.same() || comparison.timed_out) return comparison;
    comparison.differences += differences_of_models(c, engines.front(), comparison.first.result);
    if (!comparison.same()) return comparison;
    for (std::size_t i = 1; i < engines.size(); ++i) {
        if (!engines[i].shows_steps || (uses_blocks(c.program) && engines[i].name != "rules")) continue;
        about_to_run(i);
        comparison.differences += differences(c.program, comparison.first, watched, observe(engines[i], c),
                                              fmt::format("{}, observed", engines[i].name));
    }
    comparison.only_observed = !comparison.same();
    return comparison;
}

}  // namespace musimd::differential

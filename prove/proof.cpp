#include "prove/proof.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "prove/grid_barriers.hpp"
#include "prove/query.hpp"
#include "prove/step_limits.hpp"
#include "prove/tree_facts.hpp"
#include "prove/words.hpp"

// The obligations of a kernel. Each is one or more questions: can it be violated?

namespace musimd::prove {

Prover::Prover(const dsl::cuda::KernelFunction& kernel, Premises premises, Solver& solver,
               std::chrono::milliseconds limit)
    : kernel_(with_grid_barriers(kernel)),
      premises_(std::move(premises)),
      solver_(solver),
      last_(std::chrono::steady_clock::now() + limit) {}

Proof Prover::prove() {
    Proof proof;
    solver_.stop_at(last_);
    infers_lengths_ = true;
    const bool has_warps = has_collective(kernel_.code.body);
    for (const Level level : {Level::block, Level::warp, Level::grid}) {
        if (level == Level::warp && !has_warps) continue;
        launches_[level] = launch_terms(terms_, kernel_, premises_, level);
        execute(level, proof);
    }
    return decided(std::move(proof));
}

Proof Prover::prove_block(const std::function<LaunchTerms(Terms&)>& make_launch) {
    Proof proof;
    solver_.stop_at(last_);
    launches_[Level::block] = make_launch(terms_);
    execute(Level::block, proof);
    return decided(std::move(proof));
}

Proof Prover::decided(Proof proof) {
    // What threads do together is the base of intervals.
    for (const auto& [level, run] : runs_) meetings(run, level, proof);
    for (const auto& [level, run] : runs_) races(run, launches_.at(level), level, proof);
    for (const dsl::BufferId counter : counters_) {
        const std::string limit = runs_.at(Level::block).limit_of_counter(counter);
        if (!limit.empty()) proof.limits.push_back(limit);
    }
    for (const auto& [level, run] : runs_) add_unclear(run, level, proof);
    for (const auto& [level, run] : runs_) distrust(run, level, proof);
    solver_.stop_at(std::nullopt);
    const auto key = [](const Obligation& o) {
        return std::tuple(o.kind, o.line.line, o.other.line, o.array);
    };
    std::ranges::stable_sort(proof.obligations, {}, key);
    proof.questions = solver_.questions();
    return proof;
}

void Prover::execute(Level level, Proof& proof) {
    LaunchTerms& launch = launches_.at(level);
    if (level == Level::block) {
        proof.limits = launch.limits;
        require_possible(launch);
    }
    Execution& run = runs_.try_emplace(level, terms_, solver_, kernel_, launch, level).first->second;
    run.run();
    proof.step_limits.merge(step_limits(terms_, launch, run.wrapping));
    if (level != Level::block) return;
    if (infers_lengths_) infer_lengths(run, launch, proof);
    bounds(run, launch, proof);
    assertions(run, proof);
}

Obligation& Prover::obligation(Proof& proof, Kind kind, Level level, dsl::SourcePoint line,
                               dsl::SourcePoint other, const std::string& array) {
    for (Obligation& known : proof.obligations) {
        const bool is_same = known.kind == kind && known.level == level && known.line.line == line.line &&
                             known.other.line == other.line && known.array == array;
        if (is_same) return known;
    }
    return proof.obligations.emplace_back(Obligation{.kind = kind,
                                                     .level = level,
                                                     .line = line,
                                                     .other = other,
                                                     .array = array,
                                                     .verdict = Verdict::proved});
}

void Prover::decide(Obligation& obligation, const Execution& run, std::vector<Term> conditions,
                    const std::vector<Term>& depends) {
    if (std::ranges::any_of(conditions, Terms::is_false)) return;
    std::string why_not;
    const Solver::Answer answer = answer_of(obligation, conditions, why_not);
    if (answer == Solver::Answer::impossible) return;
    obligation.verdict = Verdict::unknown;
    if (answer == Solver::Answer::satisfiable) obligation.open.push_back(conditions);
    if (!obligation.reason.empty()) return;
    const std::string cause = run.cause_of(depends);
    if (answer == Solver::Answer::unknown)
        obligation.reason = why_not;
    else if (!cause.empty())
        obligation.reason = "it depends on " + cause;
    else
        obligation.reason = "it may be violated, by the model of the solver";
}

/// All questions of an obligation have the time of one. Of one that is satisfiable, the conditions become
/// those that are.
Solver::Answer Prover::answer_of(Obligation& obligation, std::vector<Term>& conditions, std::string& reason) {
    if (on_question_) on_question_(obligation);
    const auto used = std::chrono::duration_cast<std::chrono::milliseconds>(obligation.time);
    if (used >= solver_.limit()) {
        reason = "the time limit of an obligation is over";
        return Solver::Answer::unknown;
    }
    const auto begin = std::chrono::steady_clock::now();
    const std::uint64_t questions = solver_.questions();
    solver_.set_subject(fmt::format("line {}: {}", obligation.line.line, what_of(obligation)));
    const Solver::Answer answer = ask(terms_, solver_, conditions, solver_.limit() - used, &conditions);
    solver_.set_subject({});
    obligation.time += std::chrono::steady_clock::now() - begin;
    obligation.questions += solver_.questions() - questions;
    reason = solver_.reason().empty() ? "the solver gave up" : solver_.reason();
    return answer;
}

// ---- one thread

void Prover::bounds(const Execution& run, const LaunchTerms& launch, Proof& proof) {
    std::map<std::vector<Term>, bool> is_reached;  // under these conditions
    for (const Access& access : run.accesses) {
        if (!access.is_bounded) continue;
        const std::string& name = kernel_.code.buffers[access.buffer].name;
        Obligation& o = obligation(proof, Kind::bounds, Level::block, access.line, {}, name);
        Term length = nullptr;
        if (run.is_local(access.buffer)) {
            length = terms_.number(run.local_elements(access.buffer));
        } else if (const auto at = launch.lengths.find(access.buffer); at != launch.lengths.end()) {
            length = at->second;
        }
        std::vector<Term> conditions = run.facts_at(access.known);
        conditions.push_back(access.active);
        const auto [reached, is_new] = is_reached.try_emplace(conditions, true);
        if (is_new)
            reached->second = solver_.check(query_text(terms_, conditions, Products::by_laws)) !=
                              Solver::Answer::impossible;
        if (!reached->second) proof.unreached.push_back(access.line.line);
        if (length == nullptr) {
            o.verdict = Verdict::unknown;
            o.reason =
                fmt::format("the length of {} is not known; state it as --length {}=EXPRESSION", name, name);
            continue;
        }
        conditions.push_back(terms_.negation(is_inside(run, access, length)));
        decide(o, run, conditions, {access.index, access.active});
    }
}

void Prover::assertions(const Execution& run, Proof& proof) {
    for (const Assertion& assertion : run.assertions) {
        if (assertion.kind == Kind::arithmetic && !premises_.asks_arithmetic) continue;
        Obligation& o = obligation(proof, assertion.kind, Level::block, assertion.line, {}, "");
        std::vector<Term> conditions = run.facts_at(assertion.known);
        conditions.push_back(assertion.violated);
        decide(o, run, conditions, {assertion.violated});
    }
}

// ---- two threads

Term Prover::apart(const LaunchTerms& launch, Level level) {
    if (launch.apart != nullptr) return launch.apart;
    std::vector<Term> numbers;
    if (level == Level::warp)
        numbers = {launch.lane};
    else if (level == Level::block && launch.warp != nullptr)
        numbers = {launch.warp};
    else
        for (Term number : level == Level::block ? launch.thread : launch.block) numbers.push_back(number);
    Term result = terms_.truth(false);
    for (Term number : numbers)
        result = terms_.either(result, terms_.negation(terms_.equal(number, terms_.second(number))));
    return result;
}

void Prover::meetings(const Execution& run, Level level, Proof& proof) {
    for (const Meeting& meeting : run.meetings) {
        Obligation& o =
            obligation(proof, meeting.kind, level, meeting.line, {}, meeting.is_loop ? "loop" : "");
        const bool is_of_two = !Terms::is_true(meeting.elsewhere);
        std::vector<Term> conditions =
            is_of_two ? run.facts_of_both(meeting.known, meeting.known) : run.facts_at(meeting.known);
        conditions.push_back(meeting.there);
        if (is_of_two) {
            conditions.push_back(terms_.second(meeting.elsewhere));
            conditions.push_back(apart(launches_.at(level), level));
        }
        decide(o, run, conditions, {meeting.there});
    }
}

namespace {

/// Nothing: all of them are proved.
const Obligation* first_unproved(const Proof& proof, Kind kind) {
    const auto is_unproved = [&](const Obligation& o) {
        return o.kind == kind && o.verdict != Verdict::proved;
    };
    const auto at = std::ranges::find_if(proof.obligations, is_unproved);
    return at == proof.obligations.end() ? nullptr : &*at;
}

void make_unknown(Obligation& o, const std::string& reason) {
    if (o.verdict == Verdict::proved) o.reason = reason;
    o.verdict = Verdict::unknown;
}

}  // namespace

void Prover::races(const Execution& run, const LaunchTerms& launch, Level level, Proof& proof) {
    Term is_apart = apart(launch, level);
    for (std::size_t i = 0; i < run.accesses.size(); ++i) {
        for (std::size_t j = i; j < run.accesses.size(); ++j) {
            const Access &a = run.accesses[i], &b = run.accesses[j];
            if (a.buffer != b.buffer || !(a.writes || b.writes) || (a.is_atomic && b.is_atomic)) continue;
            Term meets = terms_.both(is_apart, run.in_one_interval(a.intervals, b.intervals));
            if (Terms::is_false(meets)) continue;
            const auto [first, second] =
                std::minmax(a.line, b.line, [](const auto& x, const auto& y) { return x.line < y.line; });
            Obligation& o =
                obligation(proof, Kind::race, level, first, second, kernel_.code.buffers[a.buffer].name);
            if (o.verdict != Verdict::proved && !o.open.empty()) continue;
            std::vector<Term> conditions = run.facts_of_both(a.known, b.known);
            for (Term condition :
                 {meets, a.active, terms_.second(b.active), terms_.equal(a.index, terms_.second(b.index))})
                conditions.push_back(condition);
            for (Term fact : run.facts_of_tickets(conditions, level == Level::grid, counters_))
                conditions.push_back(fact);
            decide(o, run, conditions, {a.index, b.index, a.active, b.active});
        }
    }
}

/// Intervals need barriers that are uniform. So do, under `volta`, warp functions: lanes of a mask meet at
/// different lines without a word, and then have other results, and other borders of intervals.
void Prover::distrust(const Execution& run, Level level, Proof& proof) {
    const Obligation* barrier = first_unproved(proof, Kind::barrier);
    const Obligation* lanes = first_unproved(proof, Kind::collective);
    const std::uint32_t lanes_line = lanes == nullptr ? 0 : lanes->line.line;
    const std::uint32_t barrier_line = barrier == nullptr ? 0 : barrier->line.line;
    const bool needs_lanes = lanes != nullptr && (level == Level::warp || run.relies_on_lanes());
    for (Obligation& o : proof.obligations) {
        if (o.level != level) continue;
        if (needs_lanes)
            make_unknown(o, fmt::format("not all lanes of the mask may come to line {}", lanes_line));
        if (o.kind == Kind::race && o.verdict == Verdict::unknown && !run.order().empty())
            o.reason = run.order();
        // Threads that skip a barrier make the warp functions after it wait in vain.
        const bool is_common = o.kind == Kind::race || o.kind == Kind::collective;
        if (barrier != nullptr && is_common && (level != Level::grid || !run.meetings.empty()))
            make_unknown(o, fmt::format("the barrier on line {} may not be uniform", barrier_line));
    }
}

void Prover::add_unclear(const Execution& run, Level level, Proof& proof) {
    for (const Unclear& unclear : run.unclear) {
        if (unclear.kind == Kind::arithmetic && !premises_.asks_arithmetic) continue;
        const bool is_of_one = unclear.kind == Kind::bounds || unclear.kind == Kind::assertion ||
                               unclear.kind == Kind::arithmetic;
        if (level != Level::block && is_of_one) continue;
        if (level == Level::grid && unclear.kind != Kind::race && run.meetings.empty()) continue;
        for (Obligation& o : proof.obligations) {
            const bool concerns = unclear.kind == o.kind && (unclear.kind != Kind::race || o.level == level);
            const bool is_barrier_first =
                (unclear.kind == Kind::barrier || unclear.kind == Kind::collective) && o.kind == Kind::race &&
                o.level == level;
            const bool is_other = !unclear.array.empty() && o.array != unclear.array;
            if ((!concerns && !is_barrier_first) || is_other) continue;
            o.verdict = Verdict::unknown;
            o.reason = unclear.line.line == 0 ? unclear.reason
                                              : fmt::format("line {}: {}", unclear.line.line, unclear.reason);
        }
        const bool has_any = std::ranges::any_of(proof.obligations, [&](const Obligation& o) {
            return o.kind == unclear.kind && (unclear.kind != Kind::race || o.level == level) &&
                   (unclear.array.empty() || o.array == unclear.array);
        });
        if (has_any) continue;
        proof.obligations.push_back({.kind = unclear.kind,
                                     .level = level,
                                     .line = unclear.line,
                                     .array = unclear.array,
                                     .reason = unclear.reason});
    }
}

}  // namespace musimd::prove

#include "simulator/debugger/breakpoints.hpp"

#include <algorithm>
#include <utility>

namespace musimd::debugger {
namespace {

constexpr std::uint64_t kBetweenCalls = 1024;  // of goes_on, in steps

}  // namespace

/// Watches a run, step by step.
class Breakpoints::Watch final : public Observer {
  public:
    struct Hit {
        std::uint32_t breakpoint = 0;
        std::uint64_t position = 0;  ///< to stop at
    };

    explicit Watch(const std::vector<Breakpoint>& list) : list_(list), states_(list.size()) {}

    /// Before the first step.
    void begin(const Execution& execution) {
        for (std::size_t i = 0; i < list_.size(); ++i) remember(list_[i], states_[i], execution);
        before_step(execution);
    }

    /// Before each step.
    void before_step(const Execution& execution) {
        position_ = execution.steps();
        rules_ = {};
        diverges_ = false;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            const Breakpoint& b = list_[i];
            const bool is_before = b.kind == BreakKind::rule || b.kind == BreakKind::divergence;
            if (is_before && b.only_if) states_[i].allowed = b.only_if->holds(execution, execution.current());
        }
    }

    void on_step(const StepEvent& event) override {
        rules_ |= event.rules;
        diverges_ = diverges_ || event.rule == RuleId::BD;
    }

    /// After it: where to stop, if it is after position `start`. The first breakpoint of the list counts.
    std::optional<Hit> after_step(const Execution& execution, std::uint64_t start) {
        std::optional<Hit> hit;
        for (std::size_t i = 0; i < list_.size(); ++i) {
            const auto position = position_of(list_[i], states_[i], execution);
            const bool counts = position && (*position > start || list_[i].kind == BreakKind::trap);
            if (counts && !hit) hit = Hit{list_[i].number, *position};
        }
        return hit;
    }

  private:
    struct State {
        bool allowed = true;         ///< of only_if, before the step
        std::optional<Value> value;  ///< of change
        bool holds = false;          ///< of condition, or the thread is active
    };

    static bool is_active(const Breakpoint& b, const Execution& execution) {
        if (!b.thread.exists(execution, execution.current())) return false;
        const std::uint32_t m = b.thread.machine(execution, execution.current());
        return execution.machine().warp(m).active.contains(b.thread.thread);
    }

    static void remember(const Breakpoint& b, State& state, const Execution& execution) {
        const std::uint32_t m = execution.current();
        if (b.kind == BreakKind::change) state.value = b.value->value(execution, m, 0);
        if (b.kind == BreakKind::condition) state.holds = b.value->holds(execution, m);
        if (b.kind == BreakKind::thread) state.holds = is_active(b, execution);
    }

    // Where the breakpoint stops this step.
    std::optional<std::uint64_t> position_of(const Breakpoint& b, State& state,
                                             const Execution& execution) const {
        const State before = state;
        remember(b, state, execution);
        const auto at = [&](bool stops) -> std::optional<std::uint64_t> {
            const bool allowed = !b.only_if || b.only_if->holds(execution, execution.current());
            return stops && allowed ? std::optional(execution.steps()) : std::nullopt;
        };
        const auto before_it = [&](bool stops) -> std::optional<std::uint64_t> {
            return stops && before.allowed ? std::optional(position_) : std::nullopt;
        };
        const bool has_ended = execution.outcome().has_value();
        switch (b.kind) {
            case BreakKind::location: {
                if (has_ended) return std::nullopt;
                const Label pc = execution.machine().warp(execution.current()).pc;
                return at(std::ranges::find(b.pcs, pc) != b.pcs.end());
            }
            case BreakKind::rule:
                return before_it(rules_.contains(b.rule));
            case BreakKind::divergence:
                return before_it(diverges_);
            case BreakKind::thread:
                return at(state.holds != before.holds);
            case BreakKind::change:
                return at(state.value != before.value);
            case BreakKind::condition:
                return at(state.holds && !before.holds);
            case BreakKind::trap:
                return at(execution.outcome() == Outcome::trap);
        }
        return std::nullopt;
    }

    const std::vector<Breakpoint>& list_;
    std::vector<State> states_;
    std::uint64_t position_ = 0;  ///< before the step
    RuleSet rules_;
    bool diverges_ = false;
};

std::uint32_t Breakpoints::add(Breakpoint breakpoint) {
    breakpoint.number = ++last_number_;
    list_.push_back(std::move(breakpoint));
    return last_number_;
}

bool Breakpoints::remove(std::uint32_t number) {
    return std::erase_if(list_, [&](const Breakpoint& b) { return b.number == number; }) != 0;
}

Stop Breakpoints::run(History& history, const History::GoesOn& goes_on, const Arrived& arrived) {
    using Reason = Stop::Reason;
    const std::uint64_t start = history.position();
    Watch watch(list_);
    watch.begin(history.now());
    for (std::uint64_t n = 1;; ++n) {
        if (n % kBetweenCalls == 0 && goes_on && !goes_on(history.position())) return {Reason::interrupted};
        watch.before_step(history.now());
        const bool goes = history.step(list_.empty() ? nullptr : &watch);
        if (const auto hit = watch.after_step(history.now(), start)) {
            if (hit->position != history.position()) history.go_to(hit->position);
            std::ranges::find(list_, hit->breakpoint, &Breakpoint::number)->hits += 1;
            return {Reason::breakpoint, hit->breakpoint};
        }
        if (!goes) return {Reason::ended};
        if (arrived && arrived(history.now())) return {Reason::arrived};
    }
}

// From checkpoint to checkpoint backwards: each stretch is repeated, and its last hit counts.
Stop Breakpoints::reverse(History& history, const History::GoesOn& goes_on) {
    using Reason = Stop::Reason;
    const std::uint64_t from = history.position();
    std::uint64_t steps = 0;
    for (std::uint64_t end = from; end > 0;) {
        const std::uint64_t begin = history.checkpoint_before(end);
        history.go_to(begin);
        Watch watch(list_);
        watch.begin(history.now());
        std::optional<Watch::Hit> last;
        while (history.position() < end) {
            if (++steps % kBetweenCalls == 0 && goes_on && !goes_on(history.position())) {
                history.go_to(from);
                return {Reason::interrupted};
            }
            watch.before_step(history.now());
            if (!history.step(&watch)) break;
            for (auto hit = watch.after_step(history.now(), 0); hit && hit->position < from; hit.reset())
                if (!last || hit->position > last->position) last = hit;
        }
        if (last) {
            history.go_to(last->position);
            std::ranges::find(list_, last->breakpoint, &Breakpoint::number)->hits += 1;
            return {Reason::breakpoint, last->breakpoint};
        }
        end = begin;
    }
    history.go_to(0);
    return {Reason::start};
}

}  // namespace musimd::debugger

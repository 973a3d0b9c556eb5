#include "simulator/explore/explorer.hpp"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "simulator/explore/exhaustive.hpp"
#include "simulator/explore/phase.hpp"
#include "simulator/explore/state_key.hpp"

namespace musimd::explore {
namespace {

/// How much memory the search of a phase may use for states.
constexpr std::size_t kMaxSnapshots = 512;
constexpr std::size_t kSnapshotBytes = std::size_t{1} << 22;
/// How many nested phases are searched.
constexpr std::size_t kMaxDepth = 64;

/// Order in which results are shown: the most important first.
int rank(Outcome outcome) {
    switch (outcome) {
        case Outcome::trap:
            return 0;
        case Outcome::limit:
            return 1;
        case Outcome::stop:
        case Outcome::interrupted:
            return 2;
    }
    return 2;
}

/// Estimates the size of a state from the length of its key.
std::size_t bytes_of_state(const std::string& key) {
    return 4 * key.size() + 4096;
}

MachineOptions with_ascending_order(MachineOptions options) {
    options.order = Order::ascending;
    return options;
}

/// Searches phase after phase, and collects the results.
class Explorer final : public PhaseListener {
  public:
    Explorer(const Program& program, const MachineOptions& options, const Limits& limits,
             Dependence dependence)
        : program_(program),
          options_(with_ascending_order(options)),
          limits_(limits),
          setting_(program, options_, dependence, *this) {
        setting_.max_table_bytes = limits.max_bytes / 2;
        setting_.rests_spinners = limits.rests_spinners && !setting_.meetings.has_activemask() &&
                                  !models::has_free_side(program.model);
        if (setting_.rests_spinners) setting_.only = By::traces;
    }

    Exploration explore(Reduction reduction) {
        if (reduction != Reduction::off) {
            if (reduction == Reduction::by_traces) setting_.only = By::traces;
            if (reduction == Reduction::by_states) setting_.only = By::states;
            search_phases();
        } else {
            result_.progress.states = 1;
            search_everything(program_, options_, *this);
        }
        std::ranges::stable_sort(result_.found, {},
                                 [](const Found& found) { return rank(found.result.outcome); });
        return std::move(result_);
    }

    void search_phases() {
        Machine machine(program_, options_);
        std::vector<bool> rests(machine.machines(), false);
        std::vector<Spin> spins(setting_.rests_spinners ? machine.machines() : 0);
        enter({std::move(machine), std::move(rests), std::move(spins)}, {});
        while (!waiting_.empty() && goes_on(0)) {
            Waiting next = std::move(waiting_.back());
            waiting_.pop_back();
            kept_ -= next.bytes;
            search(std::move(next));
        }
    }

    void on_rest(const Rest& rest, const std::function<Schedule()>& schedule) override {
        Result result;
        if (const auto* trap = std::get_if<Trap>(&rest)) {
            result.outcome = Outcome::trap;
            result.trap = *trap;
        } else {
            result.outcome = Outcome::limit;
            result.limit = Limit{.reason = std::get<LimitReason>(rest)};
            result_.is_limited = true;
        }
        find(result, schedule);
    }

    void on_stop(State& state, const std::function<Schedule()>& schedule) override {
        find(state.machine.result(Outcome::stop), schedule);
    }

    void on_deadlock(State& state, const std::function<Schedule()>& schedule) override {
        const Outcome outcome = state.machine.deadlock();
        find(state.machine.result(outcome), schedule);
    }

    void on_spinning(State&, const std::function<Schedule()>& schedule) override {
        if (!result_.spinning) result_.spinning = whole(schedule());
    }

    void on_phase(State& state, const std::function<Schedule()>& schedule) override {
        enter(std::move(state), schedule);
    }

    bool goes_on(std::size_t bytes) override {
        kept_ += bytes - std::exchange(phase_, bytes);
        if (result_.end == End::complete && result_.progress.schedules >= limits_.max_schedules) {
            result_.end = End::schedules;
        }
        if (result_.end == End::complete && kept_ > limits_.max_bytes) result_.end = End::memory;
        if (result_.end == End::complete && limits_.keep_going && !limits_.keep_going(result_.progress)) {
            result_.end = End::interrupted;
        }
        return result_.end == End::complete;
    }

    void on_schedule() override { ++result_.progress.schedules; }
    void on_step() override { ++result_.progress.steps; }
    void on_state() override { ++result_.progress.states; }

  private:
    static constexpr std::size_t kNoWay = SIZE_MAX;

    /// How a phase is reached: the schedule of the previous one, and the path to that.
    struct Way {
        std::size_t before;
        Schedule schedule;
    };

    /// A state in which a phase will begin.
    struct Waiting {
        State state;
        std::size_t way;
        std::size_t bytes;
    };

    /// A state in which a phase begins: searched now, so that results appear early, or later, if that would
    /// nest too deeply. Does nothing if an equal state was seen. The schedule is that of the previous phase.
    void enter(State state, const std::function<Schedule()>& schedule) {
        std::string key = state_key(state.machine, program_, setting_.liveness);
        // A barrier ends the history of accesses, but with one machine, phases end elsewhere, too.
        if (state.machine.machines() == 1) key += history_key(state.machine);
        const std::size_t bytes = bytes_of_state(key);
        kept_ += key.size();
        if (!seen_.insert(std::move(key)).second) return;
        std::size_t way = kNoWay;
        if (schedule) {
            way = ways_.size();
            ways_.push_back({way_, schedule()});
            kept_ += sizeof(Way) + ways_.back().schedule.size() * sizeof(ScheduledSteps);
        }
        if (depth_ < kMaxDepth) return search({std::move(state), way, bytes});
        kept_ += bytes;
        waiting_.push_back({std::move(state), way, bytes});
    }

    void search(Waiting next) {
        ++result_.progress.states;
        ++depth_;
        const std::size_t outer_way = std::exchange(way_, next.way);
        const std::size_t outer_phase = std::exchange(phase_, 0);
        setting_.snapshots = std::clamp(kSnapshotBytes / next.bytes, std::size_t{1}, kMaxSnapshots);
        search_phase(setting_, std::move(next.state));
        way_ = outer_way;
        kept_ -= std::exchange(phase_, outer_phase);
        --depth_;
    }

    Schedule whole(const Schedule& last) const {
        std::vector<const Schedule*> parts = {&last};
        for (std::size_t way = way_; way != kNoWay; way = ways_[way].before)
            parts.push_back(&ways_[way].schedule);
        Schedule all;
        for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
            for (const ScheduledSteps& steps : **part) append(all, steps);
        }
        return all;
    }

    void find(const Result& result, const std::function<Schedule()>& schedule) {
        if (limits_.only_traps && result.outcome != Outcome::trap) return;
        if (!keys_.insert(result_key(result, program_)).second) return;
        if (result_.found.size() == limits_.max_results) {
            result_.end = End::results;
            return;
        }
        Found found{whole(schedule()), {}};
        found.result = run_schedule(program_, options_, found.schedule).value().result;
        result_.found.push_back(std::move(found));
        result_.progress.results = result_.found.size();
    }

    const Program& program_;
    const MachineOptions options_;
    const Limits& limits_;
    Setting setting_;
    Exploration result_;
    std::vector<Waiting> waiting_;
    std::vector<Way> ways_;
    std::size_t way_ = kNoWay;              ///< to the phase that is being searched
    std::size_t depth_ = 0;                 ///< nesting depth of the searches
    std::unordered_set<std::string> seen_;  ///< keys of states in which a phase begins
    std::unordered_set<std::string> keys_;  ///< of the results
    std::size_t kept_ = 0;                  ///< bytes, approximately …
    std::size_t phase_ = 0;                 ///< … and those used by the search of the current phase
};

}  // namespace

Exploration explore(const Program& program, const MachineOptions& options, const Limits& limits,
                    Reduction reduction, Dependence dependence) {
    return Explorer(program, options, limits, dependence).explore(reduction);
}

std::vector<std::size_t> found_only_in(const Exploration& a, const Exploration& b, const Program& program) {
    std::unordered_set<std::string> outcomes;
    for (const Found& found : b.found) outcomes.insert(outcome_key(found.result, program));
    std::vector<std::size_t> only;
    for (std::size_t i = 0; i < a.found.size(); ++i) {
        if (!outcomes.contains(outcome_key(a.found[i].result, program))) only.push_back(i);
    }
    return only;
}

}  // namespace musimd::explore

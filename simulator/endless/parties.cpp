#include "simulator/endless/parties.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <tuple>
#include <utility>

namespace musimd::endless {
namespace {

bool meet(const ThreadSet& a, const ThreadSet& b) {
    return !a.all_of([&](Thread t) { return !b.contains(t); });
}

/// Follows the run for one repetition.
class SpinObserver final : public Observer {
  public:
    explicit SpinObserver(const Machine& machine) : machine_(machine) {}

    void on_step(const StepEvent& event) override {
        ++parties.steps;
        Spinner& spinner = of(event);
        spinner.pcs.insert(event.pc);
        for (const Access& access : event.accesses) {
            spinner.addresses.insert(access.address);
            if (changes_word(machine_, event, access)) parties.changes_memory = true;
        }
    }

    Parties parties;

  private:
    // Lanes that step together at any time are one.
    Spinner& of(const StepEvent& event) {
        Spinner joined{{event.warp, event.active}, {}, {}};
        std::erase_if(parties.spinners, [&](Spinner& other) {
            if (other.who.warp != event.warp || !meet(other.who.lanes, joined.who.lanes)) return false;
            joined.who.lanes |= other.who.lanes;
            joined.pcs.merge(other.pcs);
            joined.addresses.merge(other.addresses);
            return true;
        });
        return parties.spinners.emplace_back(std::move(joined));
    }

    const Machine& machine_;
};

/// Where a lane that does not step is.
class SleeperFinder {
  public:
    SleeperFinder(const Repetition& repetition, const std::vector<Spinner>& spinners)
        : machine_(repetition.state->machine()),
          program_(repetition.state->program()),
          writers_(repetition.writers) {
        for (const Spinner& spinner : spinners) {
            spinning_[spinner.who.warp] |= spinner.who.lanes;
            read_.insert(spinner.addresses.begin(), spinner.addresses.end());
        }
    }

    std::vector<Sleeper> run() {
        for (std::uint32_t w = 0; w < program_.warps; ++w)
            for (Thread t = 0; t < program_.lanes_of(w); ++t)
                if (!spinning_[w].contains(t)) add(w, t);
        std::vector<Sleeper> sleepers;
        for (auto& [key, sleeper] : found_) sleepers.push_back(std::move(sleeper));
        return sleepers;
    }

  private:
    // Those that have ended count if they wrote what others read.
    void add(std::uint32_t w, Thread t) {
        Sleeper sleeper = where(machine_.machine_of(w, t), t);
        for (const std::int64_t address : read_) {
            const auto writer = writers_.find(address);
            if (writer != writers_.end() && writer->second.warp == w && writer->second.lane == t)
                sleeper.wrote.push_back(address);
        }
        if (sleeper.why == Sleeper::Why::ended && sleeper.wrote.empty()) return;
        Sleeper& known = found_
                             .try_emplace(std::tuple(w, sleeper.wrote.empty() ? 1 : 0, sleeper.why,
                                                     sleeper.pc, sleeper.wrote),
                                          sleeper)
                             .first->second;
        known.who.warp = w;
        known.who.lanes.insert(t);
    }

    Sleeper where(std::uint32_t m, Thread t) const {
        using Why = Sleeper::Why;
        const Warp& warp = machine_.warp(m);
        if (machine_.has_stopped(m) || warp.exited.contains(t)) return {Why::ended, {}, 0};
        if (warp.active.contains(t)) return {machine_.waits(m) ? Why::meeting : Why::not_next, {}, warp.pc};
        if (const models::GroupWarp* groups = machine_.group_warp(m)) {
            if (groups->stopped.contains(t)) return {Why::ended, {}, 0};
            if (const models::Group* group = groups->groups.with(t))
                return {Why::not_next, {}, group->pc_of(t)};
        }
        for (SyncStack stack = warp.sync_stack; !stack.empty(); stack.pop())
            if (stack.top().todo.contains(t) || stack.top().done.contains(t))
                return {Why::branch, {}, stack.top().branch};
        return {Why::everywhere, {}, 0};
    }

    const Machine& machine_;
    const Program& program_;
    const std::map<std::int64_t, Writer>& writers_;
    std::map<std::uint32_t, ThreadSet> spinning_;
    std::set<std::int64_t> read_;
    /// By warp, whether it wrote nothing, and where.
    std::map<std::tuple<std::uint32_t, int, Sleeper::Why, Label, std::vector<std::int64_t>>, Sleeper> found_;
};

void count_steps(const Machine& before, const Machine& after, Parties& parties) {
    std::set<std::uint64_t> counts;
    for (std::uint32_t m = 0; m < before.machines(); ++m) {
        parties.most = std::max(parties.most, before.warp(m).steps);
        counts.insert(after.warp(m).steps - before.warp(m).steps);
    }
    counts.erase(0);
    parties.each = counts.size() == 1 ? *counts.begin() : 0;
}

}  // namespace

Parties parties_of(const Repetition& repetition) {
    debugger::Execution execution = *repetition.state;
    SpinObserver observer(execution.machine());
    const std::uint64_t end = execution.round() + repetition.rounds;
    while (execution.round() < end && execution.step(&observer)) {
    }
    count_steps(repetition.state->machine(), execution.machine(), observer.parties);
    observer.parties.sleepers = SleeperFinder(repetition, observer.parties.spinners).run();
    return std::move(observer.parties);
}

}  // namespace musimd::endless

#include "simulator/endless/repetition.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "simulator/explore/liveness.hpp"
#include "simulator/explore/state_key.hpp"

namespace musimd::endless {
namespace {

using debugger::Execution;

constexpr std::uint64_t kMostBytes = std::uint64_t{64} << 20;  // of a state that is looked at

const Value* word_of(const Execution& execution, std::int64_t address) {
    return execution.machine().memory().find(address);
}

bool are_equal(const Value* a, const Value* b) {
    return a == nullptr || b == nullptr ? a == b : *a == *b;
}

class RepetitionSearch final : public Observer {
  public:
    RepetitionSearch(const Execution& begin, const Budget& budget, const std::function<bool()>& goes_on)
        : now_(std::make_shared<Execution>(begin)),
          kept_(begin),
          liveness_(begin.program(), begin.options()),
          budget_(budget),
          goes_on_(goes_on) {}

    std::optional<Repetition> run() {
        std::uint64_t power = 1;
        for (std::uint64_t rounds = 1; round(); ++rounds) {
            if (is_back()) return confirmed(rounds);
            if (rounds < power) continue;
            power *= 2;
            rounds = 0;
            keep();
        }
        return std::nullopt;
    }

    void on_step(const StepEvent& event) override {
        spend(event.active.size());
        for (const Access& access : event.accesses)
            if (writes_word(event, access)) note(event, access);
    }

  private:
    void spend(std::uint64_t words) { words_ += words; }

    bool may_go_on() const {
        const bool is_asked = goes_on_ != nullptr && steps_ % 64 == 0;
        return steps_ < budget_.steps && words_ < budget_.words && !(is_asked && !goes_on_());
    }

    // To the begin of the next round. False if the run ends.
    bool round() {
        const std::uint64_t number = now_->round();
        while (now_->round() == number) {
            ++steps_;
            if (!may_go_on() || !now_->step(this)) return false;
            for (const std::int64_t address : touched_) compare(address);
            touched_.clear();
        }
        return !now_->outcome();
    }

    void keep() {
        kept_.emplace(*now_);
        kept_keys_.clear();
        different_.clear();
        spend(now_->bytes() / 8);
    }

    // A word of memory that has been written.
    void compare(std::int64_t address) {
        if (are_equal(word_of(*now_, address), word_of(*kept_, address))) {
            different_.erase(address);
        } else {
            different_.insert(address);
        }
    }

    void note(const StepEvent& event, const Access& access) {
        touched_.push_back(access.address);
        if (changes_word(now_->machine(), event, access))
            writers_[access.address] = {event.warp, access.thread};
    }

    bool is_back() {
        if (!different_.empty()) return false;
        const Machine& machine = now_->machine();
        for (std::uint32_t m = 0; m < machine.machines(); ++m)
            if (machine.warp(m).pc != kept_->machine().warp(m).pc) return false;
        if (kept_keys_.empty()) kept_keys_ = keys(kept_->machine());
        return keys(machine) == kept_keys_;
    }

    std::vector<std::string> keys(const Machine& machine) {
        std::vector<std::string> keys;
        for (std::uint32_t m = 0; m < machine.machines(); ++m) {
            keys.push_back(explore::machine_key(machine, m, now_->program(), liveness_, false));
            spend(keys.back().size());
        }
        return keys;
    }

    // Races depend on the accesses before, too. An access that races with none of the period before the last
    // races with no earlier one.
    std::optional<Repetition> confirmed(std::uint64_t rounds) {
        for (int again = 0; again < 2; ++again) {
            for (std::uint64_t k = 0; k < rounds; ++k)
                if (!round()) return std::nullopt;
            if (!is_back()) return std::nullopt;
        }
        return Repetition{now_, rounds, std::move(writers_)};
    }

    std::shared_ptr<Execution> now_;
    std::optional<Execution> kept_;
    std::vector<std::string> kept_keys_;  ///< of its machines, once they are needed
    std::set<std::int64_t> different_;    ///< whose words are not those that were kept
    std::vector<std::int64_t> touched_;   ///< by the last step
    std::map<std::int64_t, Writer> writers_;
    explore::Liveness liveness_;
    const Budget budget_;
    const std::function<bool()>& goes_on_;
    std::uint64_t steps_ = 0;
    std::uint64_t words_ = 0;
};

}  // namespace

bool writes_word(const StepEvent& event, const Access& access) {
    return info(event.instruction().opcode).memory != MemoryUse::reads && !access.only_reads;
}

// An update takes the old word.
bool changes_word(const Machine& machine, const StepEvent& event, const Access& access) {
    if (!writes_word(event, access)) return false;
    const Instruction& i = event.instruction();
    const InstructionInfo& kind = info(i.opcode);
    if (kind.memory != MemoryUse::updates || !kind.format.destination || i.opcode == Opcode::atomic_inc)
        return true;
    const std::uint32_t m = machine.machine_of(event.warp, access.thread);
    return !are_equal(machine.warp(m).bank.find(access.thread, i.destination),
                      machine.memory().find(access.address));
}

std::optional<Repetition> find_repetition(const Execution& begin, const Budget& budget,
                                          const std::function<bool()>& goes_on) {
    if (begin.options().order == Order::random || begin.bytes() > kMostBytes) return std::nullopt;
    return RepetitionSearch(begin, budget, goes_on).run();
}

}  // namespace musimd::endless

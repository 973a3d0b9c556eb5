#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "semantics/machine.hpp"
#include "simulator/debugger/last_writes.hpp"

namespace musimd::debugger {

/// A run that stops after each step: the turns of Machine::run, one at a time. A copy is a checkpoint.
///
/// The program must outlive it.
class Execution {
  public:
    Execution(const Program& program, const MachineOptions& options);

    /// Takes the next step, with the machines that step together. False if the run ends instead, or has
    /// ended.
    bool step(Observer* observer = nullptr);

    /// How many steps have been taken; each machine of a joint step counts.
    std::uint64_t steps() const { return steps_; }
    /// The round of the next turn, from 1.
    std::uint64_t round() const { return round_; }
    /// The machine whose turn is next; nothing once all have stopped.
    std::optional<std::uint32_t> next() const { return next_; }
    /// The machine to look at: the next one; at the end, the one that ended the run.
    std::uint32_t current() const { return next_.value_or(last_); }

    /// Set once the run has ended; a trap or a limit only after step() has met it.
    const std::optional<Outcome>& outcome() const { return outcome_; }
    const std::optional<Trap>& trap() const { return trap_; }
    const std::optional<Limit>& limit() const { return limit_; }

    const Program& program() const { return program_; }
    const MachineOptions& options() const { return options_; }
    const Machine& machine() const { return machine_; }
    const LastWrites& last_writes() const { return last_writes_; }

    /// Whether the machine's variables may be set: what a machine waits for was decided when it got there.
    bool can_set_variables(std::uint32_t machine) const;
    void set_variable(std::uint32_t machine, Thread t, Variable v, Value c);
    void set_word(std::int64_t address, Value c);

    /// An estimate of the size of a copy in bytes.
    std::uint64_t bytes() const;

  private:
    void advance(Observer* observer);
    void begin_round();
    bool take_turn(std::uint32_t machine, Observer* observer);
    bool end(Outcome outcome);
    bool end_at_limit(LimitReason reason, std::uint32_t machine);

    const Program& program_;
    MachineOptions options_;
    Machine machine_;
    LastWrites last_writes_;
    std::vector<std::uint32_t> order_;   ///< order of the machines in this round
    std::size_t turn_ = 0;               ///< index into the order
    std::uint64_t round_ = 0;            ///< from 1
    std::vector<std::uint64_t> rounds_;  ///< under `volta`, of each machine's last step
    std::uint32_t alive_;
    std::uint64_t steps_ = 0;
    std::optional<std::uint32_t> next_;
    std::uint32_t last_ = 0;
    std::optional<Outcome> outcome_;
    std::optional<Trap> trap_;
    std::optional<Limit> limit_;
    std::uint64_t initial_bytes_ = 0;  ///< size of Σ, Θ and β at the beginning
};

}  // namespace musimd::debugger

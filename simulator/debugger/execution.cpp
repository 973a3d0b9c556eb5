#include "simulator/debugger/execution.hpp"

#include <algorithm>
#include <variant>

namespace musimd::debugger {
namespace {

constexpr std::uint64_t kBytesOfPage = LastWrites::kPage * 8 + 96;  // of Memory
constexpr std::uint64_t kBytesOfAccess = 96;                        // of AccessHistory, per word

/// Passes events on, after the last writes have been noted.
class Tap final : public Observer {
  public:
    Tap(const Machine& machine, LastWrites& writes, Observer* observer)
        : machine_(machine), writes_(writes), observer_(observer) {}

    void on_step(const StepEvent& event) override {
        writes_.add(event, machine_);
        steps = event.number;
        if (observer_ != nullptr) observer_->on_step(event);
    }
    void on_failing_state(const StepEvent& state) override {
        if (observer_ != nullptr) observer_->on_failing_state(state);
    }
    void on_trap(const Trap& t) override {
        trap = t;
        if (observer_ != nullptr) observer_->on_trap(t);
    }

    std::uint64_t steps = 0;
    std::optional<Trap> trap;

  private:
    const Machine& machine_;
    LastWrites& writes_;
    Observer* observer_;
};

}  // namespace

Execution::Execution(const Program& program, const MachineOptions& options)
    : program_(program),
      options_(options),
      machine_(program, options),
      last_writes_(program, machine_.machines()),
      alive_(machine_.machines()) {
    order_.resize(alive_);
    for (std::uint32_t m = 0; m < alive_; ++m) order_[m] = m;
    if (program.model == ThreadModel::volta) rounds_.assign(alive_, 0);
    initial_bytes_ = Machine::estimated_bytes(program);
    for (const Preload& preload : program.preloads)
        initial_bytes_ += (static_cast<std::uint64_t>(preload.count) / LastWrites::kPage + 1) * kBytesOfPage;
    begin_round();
    advance(nullptr);
}

bool Execution::step(Observer* observer) {
    if (outcome_) return false;
    const std::uint32_t m = *next_;
    if (machine_.warp(m).steps >= options_.max_steps) return end_at_limit(LimitReason::steps, m);
    return take_turn(m, observer);
}

// As Machine::turn, for a machine that steps or ends the run.
bool Execution::take_turn(std::uint32_t machine, Observer* observer) {
    Tap tap(machine_, last_writes_, observer);
    if (!machine_.can_step(machine)) {
        machine_.deadlock(&tap);
        trap_ = std::move(tap.trap);
        return end(Outcome::trap);
    }
    std::vector<std::uint32_t> joint;
    if (!rounds_.empty()) {
        joint = machine_.joint(machine);
        for (const std::uint32_t m : joint)
            if (machine_.warp(m).steps >= options_.max_steps) return end_at_limit(LimitReason::steps, m);
    }
    const Step done = machine_.step(machine, &tap);
    if (std::holds_alternative<musimd::Failure>(done)) {
        trap_ = std::move(tap.trap);
        return end(Outcome::trap);
    }
    if (std::holds_alternative<StackLimit>(done)) return end_at_limit(LimitReason::stacks, machine);
    steps_ = tap.steps;
    last_ = machine;
    for (const std::uint32_t m : joint) rounds_[m] = round_;
    if (machine_.has_stopped(machine)) --alive_;
    ++turn_;
    advance(observer);
    return true;
}

bool Execution::end(Outcome outcome) {
    outcome_ = outcome;
    if (trap_) last_ = machine_.machine_of(trap_->warp, trap_->threads.empty() ? 0 : trap_->threads.front());
    if (outcome != Outcome::stop) next_ = last_;
    return false;
}

bool Execution::end_at_limit(LimitReason reason, std::uint32_t machine) {
    const Warp& warp = machine_.warp(machine);
    limit_ = limit_at(reason, warp.number, warp.steps, warp.pc, program_);
    last_ = machine;
    return end(Outcome::limit);
}

// To the next turn at which a machine steps or the run ends.
void Execution::advance(Observer* observer) {
    while (true) {
        if (turn_ == order_.size()) {
            next_.reset();
            if (alive_ == 0) {
                end(Outcome::stop);
                return;
            }
            begin_round();
        }
        const std::uint32_t m = order_[turn_];
        const bool has_stepped = !rounds_.empty() && rounds_[m] == round_;
        if (!has_stepped && (machine_.warp(m).steps >= options_.max_steps || machine_.can_step(m) ||
                             machine_.is_deadlocked())) {
            next_ = m;
            return;
        }
        const bool waits = !has_stepped && machine_.waits(m);
        if (waits && observer != nullptr) observer->on_wait(machine_.warp(m).number);
        ++turn_;
    }
}

// As in Machine::run.
void Execution::begin_round() {
    const std::uint64_t number = round_;
    if (order_.size() != alive_)
        std::erase_if(order_, [this](std::uint32_t m) { return machine_.has_stopped(m); });
    if (order_.size() > 1 && (number == 0 || options_.order == Order::random))
        order_warps(options_.order, options_.seed, number, order_);
    ++round_;
    turn_ = 0;
}

bool Execution::can_set_variables(std::uint32_t machine) const {
    const Label pc = machine_.warp(machine).pc;
    if (machine_.has_stopped(machine) || pc >= program_.end()) return true;
    const Opcode opcode = program_.at(pc).opcode;
    return !is_block_barrier(opcode) && (rounds_.empty() || !is_collective(opcode));
}

void Execution::set_variable(std::uint32_t machine, Thread t, Variable v, Value c) {
    machine_.set_variable(machine, t, v, c);
    last_writes_.edit_variable(machine, t, v, steps_ + 1);
}

void Execution::set_word(std::int64_t address, Value c) {
    machine_.set_word(address, c);
    last_writes_.edit_word(address, steps_ + 1);
}

std::uint64_t Execution::bytes() const {
    const bool has_history = machine_.history() != nullptr;
    const std::uint64_t pages = last_writes_.pages();
    return sizeof *this + initial_bytes_ + last_writes_.bytes() + pages * kBytesOfPage +
           (has_history ? pages * LastWrites::kPage * kBytesOfAccess : 0) + order_.size() * sizeof order_[0] +
           rounds_.size() * sizeof(std::uint64_t);
}

}  // namespace musimd::debugger

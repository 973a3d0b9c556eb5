#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isa/program.hpp"

namespace musimd {

/// What is known of a thread without running the program: where control may get to, and which addresses it
/// uses. It knows what follows from the thread's number, and nothing of memory and of other threads.
class ThreadFlow {
  public:
    ThreadFlow(const Program& program, std::uint32_t warp, Thread lane);

    bool may_reach(Label pc) const { return states_[pc - 1].has_value(); }
    /// Of an access that it may reach: the address; nothing if it is not known.
    std::optional<Value> address(Label pc) const;

    /// About how many steps it takes to make one.
    static std::uint64_t work(const Program& program);

  private:
    /// Of a variable: undefined, so that reading it is a trap; a constant; or anything.
    struct Fact {
        enum class Shape : std::uint8_t { undefined, constant, unknown } shape = Shape::undefined;
        Value value = 0;
        friend bool operator==(const Fact&, const Fact&) = default;
    };
    using State = std::vector<Fact>;

    void step(Label pc);
    void arrive(Label pc, const State& state);
    void branch(Label pc, const Instruction& i, const State& state);
    bool assign(const Instruction& i, State& state) const;
    Fact value_of(const Operand& operand, const State& state) const;
    Fact result_of(const Instruction& i, const State& state) const;

    const Program& program_;
    std::uint32_t warp_;
    Thread lane_;
    std::vector<std::optional<State>> states_;  ///< by instruction
    std::vector<Label> waiting_;
};

}  // namespace musimd

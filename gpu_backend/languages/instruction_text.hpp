#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "gpu_backend/languages/expressions.hpp"
#include "gpu_backend/languages/lines.hpp"

namespace musimd::languages {

/// How the threads of a warp come to an instruction.
struct Arrival {
    /// The threads that execute it; empty: all that come to it.
    std::string on;
    /// All threads of the warp come, whether they execute it or not; else those that come execute it.
    bool all_come = false;
    /// The threads execute each instruction together, as on the machine, and atomics in the order of threads.
    bool in_lock_step = false;
};

/// Writes the instructions that are not control, and barriers. Throws NoText.
class InstructionText {
  public:
    InstructionText(const Program& program, Language language)
        : program_(program), expressions_(program, language) {}

    void write(const Instruction& i, const Arrival& arrival, Lines& lines);
    Expressions& expressions() { return expressions_; }
    const Expressions& expressions() const { return expressions_; }

  private:
    void access(const Instruction& i, const Arrival& arrival, Lines& lines);
    void store(const std::string& address, const std::string& word, const Arrival& arrival, Lines& lines);
    template <typename F>
    void each_in_turn(const Arrival& arrival, Lines& lines, const F& write);
    void atomic(const Instruction& i, const Arrival& arrival, Lines& lines);
    void update(const Instruction& i, const std::string& on, Lines& lines);
    void shuffle_of_lane(const Instruction& i, const Arrival& arrival, Lines& lines);
    void collective(const Instruction& i, const Arrival& arrival, Lines& lines);
    void shuffle(const Instruction& i, const Arrival& arrival, Lines& lines);
    void vote(const Instruction& i, const Arrival& arrival, Lines& lines);
    void fold(const Instruction& i, const Arrival& arrival, Lines& lines);
    void barrier_of(const Instruction& i, const Arrival& arrival, Lines& lines);
    void ballot(const std::string& to, const std::string& test, const Arrival& arrival, Lines& lines);
    std::string bits(const std::string& mask) const;
    std::string is_not_zero(const Operand& o) const;

    const Program& program_;
    Expressions expressions_;
};

/// Whether threads of a warp do it together, so that all of them, or those of a sub-group, must come.
bool is_of_warp(Opcode opcode);

inline bool is_atomic(const Instruction& i) {
    return info(i.opcode).memory == MemoryUse::updates;
}

bool has_any(const Program& program, auto&& test) {
    return std::ranges::any_of(program.instructions, test);
}

}  // namespace musimd::languages

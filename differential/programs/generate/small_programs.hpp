#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "isa/program.hpp"

namespace musimd::differential {

/// Every program of `length` instructions over a small alphabet: two threads, two variables, two addresses,
/// every control instruction with every target, a few data instructions of each rule. Programs are numbered,
/// so that many processes can share them. Programs that differ only in the names of their variables are
/// counted once.
class SmallPrograms {
  public:
    /// `length` from 1 to kLongest: the number of longer ones does not fit.
    explicit SmallPrograms(int length);

    static constexpr int kLongest = 8;

    /// The number of programs; k is smaller.
    std::uint64_t count() const { return below_[0][0]; }

    /// Program k; nullopt if it has unreachable instructions, because a shorter program does the same.
    std::optional<Program> program(std::uint64_t k) const;

  private:
    static constexpr std::size_t kVariables = 2;
    // How many new variables an instruction mentions if `seen` were mentioned before; nullopt if it skips
    // one.
    static std::optional<std::size_t> seen_after(const Instruction& instruction, std::size_t seen);

    int length_;
    std::vector<Instruction> alphabet_;
    /// below_[i][s]: in how many ways instructions i … can be chosen when s variables were mentioned before.
    std::vector<std::array<std::uint64_t, kVariables + 1>> below_;
};

/// Every small program of 1 to `longest` instructions, the shorter ones first.
class SmallProgramsUpTo {
  public:
    /// `longest` from 1 to SmallPrograms::kLongest.
    explicit SmallProgramsUpTo(int longest);

    int longest() const { return static_cast<int>(by_length_.size()); }
    std::uint64_t count() const;
    /// As SmallPrograms::program.
    std::optional<Program> program(std::uint64_t k) const;

  private:
    std::vector<SmallPrograms> by_length_;
};

}  // namespace musimd::differential

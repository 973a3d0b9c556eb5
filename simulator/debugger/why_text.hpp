#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "simulator/debugger/why.hpp"

// The answers of why.hpp as text.

namespace musimd::debugger {

/// `x@3`, or `x@1:3` if there are several warps.
std::string name_of(const Program& program, Variable v, std::uint32_t warp, Thread t);
/// `thread 3`, `thread 3 of warp 1`
std::string name_of(const Program& program, std::uint32_t warp, Thread t);

/// How the text names instructions.
struct WhyNames {
    const Program& program;
    std::function<std::string(Label)> where;    ///< `line 12`
    std::function<std::string(Label)> text_of;  ///< text of the line; may be empty
};

/// A line of an answer.
struct WhyLine {
    std::size_t depth = 0;  ///< the lines of what explains a line follow it, one deeper
    std::string text;       ///< without blanks before it
};

struct WhyText {
    std::vector<WhyLine> lines;
    std::vector<std::uint64_t> steps = {};  ///< that the lines mention
    std::vector<Label> instructions = {};   ///< the same
    bool is_cut = false;                    ///< inputs are left out
};

WhyText text_of(const ThreadReason& reason, std::uint32_t warp, Thread thread, const WhyNames& names);
/// That a thread slept when others wrote a variable: `it slept since line 8 when line 9 wrote it; line 10
/// woke it`.
std::string slept_text(const ValueReason::Slept& slept, const WhyNames& names);

WhyText text_of(const ValueReason& reason, const WhyNames& names);

/// `line 12: x = y`
std::string instruction_at(Label pc, const WhyNames& names);

}  // namespace musimd::debugger

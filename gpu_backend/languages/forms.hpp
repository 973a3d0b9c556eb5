#pragma once

#include <string>

#include "analysis/control_graph.hpp"
#include "gpu_backend/languages/instruction_text.hpp"
#include "gpu_backend/languages/structure.hpp"

// The body of a kernel in either form, for program_source.cpp. Both throw NoText.

namespace musimd::languages {

/// What a form writes with.
struct Writing {
    const Program& program;
    const ControlGraph& graph;
    Language language;
    InstructionText& instructions;
    Lines& lines;
};

/// The condition of the threads that branch at bz or bnz.
std::string taken_by(const Instruction& branch, const Expressions& expressions);

/// The threads that are active at first; empty: all.
std::string active_at_first(const Program& program);

/// Sets `mask` to whether the lane that a branch_mask names was active at the entry of its block, for which
/// `entry` holds. All threads come; `on` holds for those that ask, if it is not empty.
void ask_about_entry(Writing& w, const Instruction& branch_mask, const std::string& entry,
                     const std::string& on);

/// Stores how the thread has ended, and its variables.
void write_end(Writing& w, const std::string& end);

void write_natural(Writing& w, const Sequence& program);
void write_explicit(Writing& w);

}  // namespace musimd::languages

#pragma once

#include <string>

#include "differential/spmd/campaign/campaign.hpp"

namespace musimd::differential::spmd {

/// The smallest kernel of a group in the DSL.
std::string dsl_source(const Group& group);

/// A stand-alone program that shows the defect: C++ that includes only NSIMD's header, with input and
/// expected output. It prints DIFFERENT (or HANGS, or CRASHES) and exits with 1, or OK and exits with 0. The
/// command that compiles it is in its first lines, the command that found it in its last ones.
std::string stand_alone(const Group& group, const std::string& found_by);

/// For a group on which engines of the machine differ: its program, which shows the difference.
std::string assembly(const Group& group, const std::string& found_by);

/// `signal 8 (Floating point exception) at line 4: k_set(v0, v1 / v2);`; empty if nothing crashes.
std::string crash_text(const Group& group);

/// A description: outline, targets, source, inputs, expected and actual output.
std::string description(const Group& group, const std::string& found_by);

}  // namespace musimd::differential::spmd

#pragma once

#include <string>

#include "differential/kernels/campaign/campaign.hpp"

namespace musimd::differential::kernels {

/// The smallest kernel of a group in the DSL, without more.
std::string dsl_source(const Group& group);

/// A program that shows the defect by itself: C++ that includes NSIMD's header alone, with input, what is
/// expected and what was seen; it prints DIFFERENT (or HANGS, or CRASHES) and exits with 1, or OK and 0. The
/// command that compiles it stands in its first lines, that which finds it again in the last ones.
std::string stand_alone(const Group& group, const std::string& found_by);

/// Of a group about which engines of the machine differ: its program, which shows it by itself.
std::string assembly(const Group& group, const std::string& found_by);

/// `signal 8 (Floating point exception) at line 4: k_set(v0, v1 / v2);`; empty if nothing crashes.
std::string crash_text(const Group& group);

/// For people: outline, targets, source, inputs, what is expected and what was seen.
std::string description(const Group& group, const std::string& found_by);

}  // namespace musimd::differential::kernels

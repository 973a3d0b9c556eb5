#pragma once

#include <string>

#include "differential/kernels/campaign/campaign.hpp"

namespace musimd::differential::kernels {

/// The smallest kernel of a group in the DSL, without more.
std::string dsl_source(const Group& group);

/// A stand-alone program that shows the defect: C++ that includes only NSIMD's header, with the input and the
/// expected and actual results; it prints DIFFERENT (or HANGS, or CRASHES) and exits with 1, or OK and 0. Its
/// first lines contain the command that compiles it, its last lines the one that finds it again.
std::string stand_alone(const Group& group, const std::string& found_by);

/// Of a group about which engines of the machine differ: its program, which shows it by itself.
std::string assembly(const Group& group, const std::string& found_by);

/// `signal 8 (Floating point exception) at line 4: k_set(v0, v1 / v2);`; empty if nothing crashes.
std::string crash_text(const Group& group);

/// A readable report: outline, targets, source, inputs, expected and actual results.
std::string description(const Group& group, const std::string& found_by);

}  // namespace musimd::differential::kernels

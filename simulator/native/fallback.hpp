#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "simulator/codegen/compiler.hpp"

// What becomes of programs that the compiler fails on: the fast engine runs them, and the user is told once.

namespace musimd::native {

/// Runs, in this process, that the native engine left to the fast engine since the compiler failed on the
/// program.
std::uint64_t fallback_runs();
void count_fallback_run();

/// Notes that the compiler failed. The first failure of a process saves the unit and is reported as a warning
/// of a few lines.
void note_failure(const codegen::CompileError& error);

/// Whether so many compilations have timed out that the compiler is not started again in this process.
bool has_given_up();

/// Where the warning goes; to standard error where this is empty, as it is at first.
void set_fallback_warning(std::function<void(const std::string&)> report);

}  // namespace musimd::native

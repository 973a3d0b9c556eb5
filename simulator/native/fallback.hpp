#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "host/compiler.hpp"

// Programs that the compiler fails on: the fast engine runs them, and the user gets one warning.

namespace musimd::native {

/// Runs in this process that the native engine left to the fast engine because the compiler failed on the
/// program.
std::uint64_t fallback_runs();
void count_fallback_run();

/// Records a failure of the compiler. The first failure of a process saves the unit and is reported as a
/// warning of a few lines.
void note_failure(const host::CompileError& error);

/// Whether too many compilations have timed out to start the compiler again in this process.
bool is_disabled();

/// Redirects the warning; an empty function, the default, means standard error.
void set_fallback_warning(std::function<void(const std::string&)> report);

}  // namespace musimd::native

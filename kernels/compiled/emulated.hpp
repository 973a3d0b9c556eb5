#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "kernels/compiled/backend.hpp"

// Units compiled for another processor. A unit is a program: it reads cases from a file and writes their
// results to another. A user-mode emulator (QEMU) runs it.

namespace musimd::kernels {

/// The C++ that is appended to a unit with this many entries: the `main` that runs cases.
std::string case_program(std::size_t entries);

/// As run_cases. `emulator` is the beginning of a command, such as `qemu-aarch64 -L /usr/aarch64-linux-gnu`;
/// the unit's program and its arguments follow. A case may take ten times the limit: emulated code is that
/// much slower. Throws std::runtime_error if the program cannot be run.
std::vector<CaseResult> run_emulated(const CompiledUnit& unit, std::span<const KernelLaunch> cases,
                                     const RunLimits& limits, const std::string& emulator);

}  // namespace musimd::kernels

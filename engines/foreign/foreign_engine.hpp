#pragma once

#include "engines/foreign/implementation.hpp"
#include "simulator/engine.hpp"

namespace musimd::foreign {

/// The name of the engine that is an implementation by others.
inline constexpr std::string_view kImplementation = "impl";

/// Sets the implementation that the engine `impl` runs, in this process and those that it forks.
void set_implementation(const ImplementationSetting& setting);

/// The engine `impl`. A run compares the implementation's result with that of the rules: if they agree, it
/// returns the latter, else it throws ImplementationFault with the differences. A program that the
/// implementation does not support is Unsupported.
Engine implementation_engine();

/// What the implementation answers, as JSON, or what is wrong with the answer: for reports.
std::string implementation_answer(const Program& program, const MachineOptions& options);

/// The usual time limit of `musimd fuzz` for one program.
inline constexpr std::int64_t kUsualSecondsOfFuzz = 30;

/// The options of `musimd test` and `musimd fuzz` that select the implementation, and its limits:
/// `--impl 'CMD {}' --limit 30`.
std::string implementation_options();

}  // namespace musimd::foreign

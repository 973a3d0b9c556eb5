#pragma once

#include <string>
#include <vector>

#include "cli/command/options.hpp"
#include "kernels/launch/arguments.hpp"
#include "reader/front_end.hpp"

// What `musimd omp` and `musimd cuda` have in common: options of the compiler, arguments, and commands that
// run the same again.

namespace musimd::cli {

/// The first operand as a source, with those options. Further operands are read after it, as one text.
reader::Source source_of(const Options& options);

/// The same, but further operands are sources of their own, which are linked.
reader::Source linked_source_of(const Options& options);

/// A file as a source, with those options.
reader::Source source_of(const Options& options, const std::string& file);

/// Each operand as a source of its own, with those options.
std::vector<reader::Source> sources_of(const Options& options);

/// The arguments that --arg names; throws UsageError for a name that the function lacks.
kernels::openmp::GivenArguments given_arguments(const Options& options,
                                                const dsl::openmp::LoopFunction& function);

/// `musimd COMMAND FILE… …` as a shell needs it, with the values of --arg and of these options if they are
/// given.
std::string replay_command(std::string_view command, const Options& options,
                           const std::vector<std::string>& option_names);

/// The same for arguments that are read: a text for each parameter of the function.
std::string replay_command(std::string_view command, const Options& options,
                           const dsl::openmp::LoopFunction& function,
                           const std::vector<std::string>& arguments,
                           const std::vector<std::string>& option_names);

/// The same of a program, with its own arguments.
std::string replay_program(std::string_view command, const Options& options,
                           const std::vector<std::string>& option_names,
                           const std::vector<std::string>& more_options,
                           const std::vector<std::string>& arguments);

}  // namespace musimd::cli

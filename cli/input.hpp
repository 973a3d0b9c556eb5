#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/failure.hpp"
#include "cli/options.hpp"
#include "isa/reader.hpp"
#include "semantics/data_rules.hpp"
#include "simulator/engine.hpp"

namespace musimd::cli {

/// The bytes of a file, or of standard input for `-`. An InputError if it cannot be read or is larger than
/// 64 MiB.
std::string read_text(const std::string& file);

/// Reads a program; an InputError with all diagnostics if it is not one.
Program load_program(const std::string& file, const std::string& text, const ReadOptions& options);

/// Adds the words of --memory, if it is there, to the program.
void load_memory(const Options& options, std::int64_t max_address, Program& program);

/// A UsageError where more than one of the program, --memory and --schedule is standard input.
void take_standard_input_once(const std::string& file, const Options& options);

/// The options that override directives, shared by `run` and others: declared, and read.
void declare_program_options(Options& options);
ReadOptions read_program_options(const Options& options);

/// The options on how a program is run: declared, and read.
void declare_machine_options(Options& options);
MachineOptions read_machine_options(const Options& options, std::int64_t max_address);
/// The program's own order and seed, where the command line names none.
void take_order(const Options& options, const Program& program, MachineOptions& machine);

/// The names of all engines, for an option that selects one.
std::vector<std::string_view> engine_names();

/// The engines of a list `A,B,…`; a UsageError if one is unknown or twice there, or if there are less than
/// two.
std::vector<Engine> engine_list(const std::string& names);

/// Writes a file; an InputError if that cannot be done.
void write_text(const std::string& file, std::string_view text);

}  // namespace musimd::cli

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/text_files.hpp"
#include "isa/reader.hpp"
#include "semantics/data_rules.hpp"
#include "simulator/engine.hpp"

namespace musimd::cli {

/// Reads a program; throws InputError with all diagnostics if it has errors.
Program load_program(const std::string& file, const std::string& text, const ReadOptions& options,
                     std::string_view command = "run");

/// Adds the words of --memory, if given, to the program.
void load_memory(const Options& options, std::int64_t max_address, Program& program);

/// Throws UsageError if more than one of the program, --memory and --schedule is standard input.
void take_standard_input_once(const std::string& file, const Options& options);

/// The words of --model. `both` is of `run` and `explore`, `all` of `run`.
inline const std::vector<std::string_view> kModels = {std::begin(kThreadModelNames),
                                                      std::end(kThreadModelNames)};
inline const std::vector<std::string_view> kModelsAndBoth = [] {
    std::vector<std::string_view> names = kModels;
    names.push_back("both");
    return names;
}();

inline const std::vector<std::string_view> kModelsAndAll = [] {
    std::vector<std::string_view> names = kModels;
    names.push_back("all");
    return names;
}();

inline const std::vector<std::string_view> kModelsBothAndAll = [] {
    std::vector<std::string_view> names = kModelsAndBoth;
    names.push_back("all");
    return names;
}();

/// The models that the words name: of `both`, lockstep and volta.
std::vector<ThreadModel> thread_models_of(std::string_view words);

/// Declare and read the options that override directives, shared by `run` and other commands. With
/// `--model both` and `all`, the model that is read is that of the file.
void declare_program_options(Options& options, const std::vector<std::string_view>& models = kModels);
ReadOptions read_program_options(const Options& options);

/// Declare and read the options on how a program is run.
/// `side`: what a run does without `--side`.
void declare_machine_options(Options& options, std::string_view side = "next");
MachineOptions read_machine_options(const Options& options, std::int64_t max_address);
/// `--side`, `--yield` and `--within`, which are among those of a machine.
void declare_side_options(Options& options, std::string_view otherwise);
void read_side_options(const Options& options, MachineOptions& machine);
/// Throws UsageError if the program's model has no `--within`.
void refuse_within(const Program& program, const MachineOptions& machine);
/// These options again, but for defaults: ` --side next --yield 2`.
std::string choices_of(const MachineOptions& machine);
/// The program's own order and seed, unless the command line names one.
void take_order(const Options& options, const Program& program, MachineOptions& machine);

/// The names of all engines, for an option that selects one.
std::vector<std::string_view> engine_names();

/// The engines of a list `A,B,…`; throws UsageError if one is unknown or repeated, or if there are fewer than
/// two.
std::vector<Engine> engine_list(const std::string& names);

}  // namespace musimd::cli

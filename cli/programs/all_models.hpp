#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/programs/state_table.hpp"
#include "isa/reader.hpp"
#include "semantics/result.hpp"
#include "simulator/endless/endless.hpp"

namespace musimd::cli {

/// A run of a program under a model, or why the model does not accept it.
struct ModelRun {
    ThreadModel model = ThreadModel::lockstep;
    std::optional<Program> program;  ///< nothing if the model does not accept it
    Result result = {};
    std::string race = {};  ///< the note on a race's earlier access
    std::optional<Endless> endless = {};
    std::vector<LocatedError> errors;
};

/// Models that agree: the indices of their runs, ascending. The classes are in the order of their first
/// models.
using ModelClasses = std::vector<std::vector<std::size_t>>;

/// The classes of `musimd run --model all`. A model that does not accept the program is in none.
ModelClasses classes_of(const std::vector<ModelRun>& runs);

/// A line for each class, with how it ends and what differs first from the first that stops; then the models
/// that do not accept the program, with the reason.
std::string table_of(const std::vector<ModelRun>& runs, const ModelClasses& classes);

/// The state in which each class ends, for a terminal of this width.
void write_reports(const std::vector<ModelRun>& runs, const ModelClasses& classes, std::size_t width,
                   const Write& write);

/// The runs as one JSON object; `file` names it among several.
void write_json_of_models(const std::vector<ModelRun>& runs, const ModelClasses& classes, const Write& write,
                          std::string_view file);

}  // namespace musimd::cli

#pragma once

#include <string>
#include <vector>

#include "isa/program.hpp"

namespace musimd::cli {

/// A line of a table of models: those that agree, and what they have in common.
struct ModelRow {
    std::vector<ThreadModel> models;
    std::string text;
};

/// The names of these models, with spaces between them.
std::string names_of(const std::vector<ThreadModel>& models);

/// A row for the text, or the models are added to the one that has it; only rows from `first` on are looked
/// at.
void add_model(ThreadModel model, const std::string& text, std::size_t first, std::vector<ModelRow>& rows);

/// Each row is a line: the names, aligned, and the text.
std::string table_of(const std::vector<ModelRow>& rows);

}  // namespace musimd::cli

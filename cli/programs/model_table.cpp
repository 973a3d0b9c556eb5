#include "cli/programs/model_table.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace musimd::cli {

std::string names_of(const std::vector<ThreadModel>& models) {
    std::vector<std::string_view> names;
    for (const ThreadModel model : models) names.push_back(to_string(model));
    return fmt::format("{}", fmt::join(names, " "));
}

void add_model(ThreadModel model, const std::string& text, std::size_t first, std::vector<ModelRow>& rows) {
    const auto same = std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(first), rows.end(),
                                   [&](const ModelRow& row) { return row.text == text; });
    if (same == rows.end())
        rows.push_back({{model}, text});
    else
        same->models.push_back(model);
}

std::string table_of(const std::vector<ModelRow>& rows) {
    std::size_t width = 0;
    for (const ModelRow& row : rows) width = std::max(width, names_of(row.models).size());
    std::string text;
    for (const ModelRow& row : rows)
        text += fmt::format("{:<{}}  {}\n", names_of(row.models), width, row.text);
    return text;
}

}  // namespace musimd::cli

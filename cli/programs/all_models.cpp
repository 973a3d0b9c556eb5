#include "cli/programs/all_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/programs/differences.hpp"
#include "cli/programs/model_table.hpp"
#include "cli/programs/report.hpp"
#include "simulator/result_json.hpp"

namespace musimd::cli {
namespace {

// How the run ended, and where.
std::string shown_end(const ModelRun& run) {
    const std::uint32_t line = run.result.trap    ? run.result.trap->line
                               : run.result.limit ? run.result.limit->line
                                                  : 0;
    return ending_of(run.result) + (line == 0 ? "" : fmt::format(" in line {}", line));
}

// Of a model that does not accept the program: why, without its name.
std::string reason(const ModelRun& run) {
    const LocatedError& error = run.errors.front();
    const std::string name = fmt::format("model '{}' ", to_string(run.model));
    const std::string message =
        error.message.starts_with(name) ? error.message.substr(name.size()) : error.message;
    return fmt::format("error{}: {}", error.line == 0 ? "" : fmt::format(" in line {}", error.line), message);
}

std::vector<ThreadModel> models_of(const std::vector<ModelRun>& runs,
                                   const std::vector<std::size_t>& members) {
    std::vector<ThreadModel> models;
    for (const std::size_t i : members) models.push_back(runs[i].model);
    return models;
}

}  // namespace

ModelClasses classes_of(const std::vector<ModelRun>& runs) {
    ModelClasses classes;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        if (!runs[i].program) continue;
        const auto same = std::ranges::find_if(classes, [&](const std::vector<std::size_t>& members) {
            return !are_different(runs[members.front()].result, runs[i].result);
        });
        if (same == classes.end()) {
            classes.push_back({i});
        } else {
            same->push_back(i);
        }
    }
    return classes;
}

std::string table_of(const std::vector<ModelRun>& runs, const ModelClasses& classes) {
    std::vector<ModelRow> rows;
    const ModelRun* first = nullptr;  // of those that stop
    for (const auto& members : classes) {
        const ModelRun& run = runs[members.front()];
        std::string text = shown_end(run);
        const bool stops = run.result.outcome == Outcome::stop;
        if (stops && first != nullptr)
            text += fmt::format(": {}", difference_of({first->result, to_string(first->model)},
                                                      {run.result, to_string(run.model)}, *run.program));
        if (stops && first == nullptr) first = &run;
        rows.push_back({models_of(runs, members), text});
    }
    const std::size_t refused = rows.size();
    for (const ModelRun& run : runs)
        if (!run.program) add_model(run.model, reason(run), refused, rows);
    return table_of(rows);
}

void write_reports(const std::vector<ModelRun>& runs, const ModelClasses& classes, std::size_t width,
                   const Write& write) {
    for (const auto& members : classes) {
        const ModelRun& run = runs[members.front()];
        write(fmt::format("\nunder {}\n", names_of(models_of(runs, members))));
        report(run.result, *run.program, {.width = width, .full = true}, write);
    }
}

void write_json_of_models(const std::vector<ModelRun>& runs, const ModelClasses& classes, const Write& write,
                          std::string_view file) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (const auto& members : classes) {
        names.push_back(nlohmann::ordered_json::array());
        for (const std::size_t i : members) names.back().push_back(to_string(runs[i].model));
    }
    const std::string name =
        file.empty() ? "" : fmt::format("\"file\": {}, ", nlohmann::ordered_json(file).dump());
    write(fmt::format("{{\"format\": 1, {}\"model\": \"all\", \"same\": {}, \"classes\": {}, \"runs\": {{\n",
                      name, classes.size() <= 1, names.dump()));
    for (const ModelRun& run : runs) {
        if (&run != &runs.front()) write(",\n");
        write(fmt::format("\"{}\": ", to_string(run.model)));
        if (run.program) {
            write_json(run.result, *run.program, nullptr, write, {}, nullptr,
                       run.endless ? &*run.endless : nullptr);
            continue;
        }
        const nlohmann::ordered_json error = {
            {"outcome", "error"}, {"line", run.errors.front().line}, {"message", run.errors.front().message}};
        write(error.dump());
    }
    write("}}\n");
}

}  // namespace musimd::cli

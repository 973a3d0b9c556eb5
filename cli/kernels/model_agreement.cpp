#include "cli/kernels/model_agreement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/kernels/machine_names.hpp"
#include "cli/programs/model_table.hpp"
#include "kernels/compiled/c_functions.hpp"
#include "kernels/spmd/comparison.hpp"

namespace musimd::cli {
namespace {

/// An element that differs: of which array, and its number.
struct Place {
    std::size_t array = 0;
    std::size_t element = 0;
};

std::optional<Place> first_place(const ModelOutcome& a, const ModelOutcome& b) {
    for (std::size_t i = 0; i < std::min(a.results.size(), b.results.size()); ++i) {
        const auto found =
            kernels::openmp::compare(a.results[i].elements, b.results[i].elements, a.results[i].type);
        if (found.first) return Place{i, *found.first};
    }
    return std::nullopt;
}

bool do_agree(const ModelOutcome& a, const ModelOutcome& b) {
    return a.end == b.end && a.results.size() == b.results.size() && !first_place(a, b);
}

}  // namespace

ModelAgreement::ModelAgreement(std::vector<ModelOutcome> outcomes, const FindLine& find_line)
    : outcomes_(std::move(outcomes)) {
    for (std::size_t i = 0; i < outcomes_.size(); ++i) {
        if (!outcomes_[i].is_accepted) continue;
        const auto same = std::ranges::find_if(
            classes_, [&](const Class& members) { return do_agree(first_of(members), outcomes_[i]); });
        if (same == classes_.end())
            classes_.push_back({i});
        else
            same->push_back(i);
    }
    const Class* const first = first_to_end();
    for (const Class& members : classes_) {
        const bool differs = first != nullptr && &members != first && !first_of(members).is_wrong;
        lines_.push_back(differs ? find_line(first_of(*first).model, first_of(members).model) : "");
    }
}

const ModelAgreement::Class* ModelAgreement::first_to_end() const {
    const auto found =
        std::ranges::find_if(classes_, [&](const Class& members) { return !first_of(members).is_wrong; });
    return found == classes_.end() ? nullptr : &*found;
}

std::vector<ThreadModel> ModelAgreement::models_of(const Class& members) const {
    std::vector<ThreadModel> models;
    for (const std::size_t i : members) models.push_back(outcomes_[i].model);
    return models;
}

ThreadModel ModelAgreement::representative(ThreadModel model) const {
    for (const Class& members : classes_) {
        const std::vector<ThreadModel> models = models_of(members);
        if (std::ranges::find(models, model) != models.end()) return models.front();
    }
    return model;
}

/// `a[3] is 1 under lockstep, 5 under stack`; empty for those that do not come to the end, and for the first
/// that do.
std::string ModelAgreement::difference(const Class& members) const {
    const Class* const first = first_to_end();
    const ModelOutcome& own = first_of(members);
    if (first == nullptr || own.is_wrong) return {};
    const ModelOutcome& other = first_of(*first);
    const auto place = first_place(other, own);
    if (!place) return {};
    const ResultArray& a = other.results[place->array];
    const ResultArray& b = own.results[place->array];
    return fmt::format("{}[{}] is {} under {}, {} under {}", a.name, place->element,
                       kernels::value_text(a.elements[place->element], a.type), to_string(other.model),
                       kernels::value_text(b.elements[place->element], b.type), to_string(own.model));
}

std::string ModelAgreement::text_of(std::size_t number) const {
    std::string text = first_of(classes_[number]).end;
    const std::string found = difference(classes_[number]);
    if (!found.empty()) text += ": " + found;
    if (!lines_[number].empty()) text += fmt::format("; differs first in line {}", lines_[number]);
    return text;
}

std::string ModelAgreement::table() const {
    std::vector<ModelRow> rows;
    for (std::size_t i = 0; i < classes_.size(); ++i) rows.push_back({models_of(classes_[i]), text_of(i)});
    const std::size_t refused = rows.size();
    for (const ModelOutcome& outcome : outcomes_)
        if (!outcome.is_accepted) add_model(outcome.model, outcome.end, refused, rows);
    return table_of(rows);
}

std::string ModelAgreement::sentence() const {
    std::vector<ThreadModel> wrong;
    std::vector<std::vector<ThreadModel>> right;
    for (const Class& members : classes_) {
        const std::vector<ThreadModel> models = models_of(members);
        if (first_of(members).is_wrong)
            wrong.insert(wrong.end(), models.begin(), models.end());
        else
            right.push_back(models);
    }
    std::ranges::sort(wrong);
    if (right.empty()) return is_same() ? "wrong in the same way on every machine" : "wrong on every machine";
    const bool is_last = wrong.empty() && right.size() == 1;
    if (is_last) return "the same on every machine";
    std::string text;
    if (right.size() == 1) text = "right " + machines_of(right.front());
    for (std::size_t i = 0; right.size() > 1 && i < right.size(); ++i)
        text += fmt::format("{}{}", i == 0 ? "one result " : ", another ", machines_of(right[i]));
    return wrong.empty() ? text : fmt::format("{}, wrong {}", text, machines_of(wrong));
}

nlohmann::ordered_json ModelAgreement::json() const {
    nlohmann::ordered_json json = {{"same", is_same()}, {"depends", sentence()}};
    json["classes"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < classes_.size(); ++i) {
        auto& object = json["classes"].emplace_back();
        for (const ThreadModel model : models_of(classes_[i])) object["models"].push_back(to_string(model));
        object["end"] = first_of(classes_[i]).end;
        if (const std::string found = difference(classes_[i]); !found.empty()) object["difference"] = found;
        if (!lines_[i].empty()) object["line"] = lines_[i];
    }
    json["refused"] = nlohmann::ordered_json::array();
    for (const ModelOutcome& outcome : outcomes_)
        if (!outcome.is_accepted)
            json["refused"].push_back({{"model", to_string(outcome.model)}, {"reason", outcome.end}});
    return json;
}

}  // namespace musimd::cli

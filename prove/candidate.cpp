#include "prove/candidate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace musimd::prove {

std::string Argument::text() const {
    if (!is_array) return fmt::format("{}={}", name, number.str());
    if (!form.empty()) return fmt::format("{}={}:{}", name, form, elements);
    const bool is_zero = std::ranges::all_of(values, [](const auto& value) { return value.second == 0; });
    if (is_zero) return fmt::format("{}=zeros:{}", name, elements);
    // One number alone would be a number of elements.
    if (elements == 1) return fmt::format("{0}=between:{1}:{1}:0[1]", name, values.begin()->second.str());
    std::vector<std::string> all(static_cast<std::size_t>(elements), "0");
    for (const auto& [index, value] : values) all[static_cast<std::size_t>(index)] = value.str();
    return fmt::format("{}={}", name, fmt::join(all, ","));
}

void Argument::take_contents(const Argument& from, bool with_length) {
    Argument next = *this;
    if (with_length) next.elements = from.elements;
    next.form = from.form;
    next.values = from.values;
    std::erase_if(next.values, [&](const auto& value) { return value.first >= next.elements; });
    if (rules) {
        next.form.clear();
        const auto all = completed(next.values, next.elements, *rules);
        if (!all) return;
        for (std::size_t i = 0; i < all->size(); ++i) next.values[static_cast<std::int64_t>(i)] = (*all)[i];
    }
    *this = std::move(next);
}

std::vector<std::string> Candidate::texts() const {
    std::vector<std::string> result;
    for (const Argument& argument : arguments) result.push_back(argument.text());
    return result;
}

Argument* Candidate::find(const std::string& name) {
    const auto at = std::ranges::find(arguments, name, &Argument::name);
    return at == arguments.end() ? nullptr : &*at;
}

}  // namespace musimd::prove

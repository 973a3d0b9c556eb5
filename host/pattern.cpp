#include "host/pattern.hpp"

#include <regex>

namespace musimd::host {

struct Pattern::Compiled {
    explicit Compiled(std::string_view expression) : regex(expression.begin(), expression.end()) {}

    static Match match_of(const std::cmatch& found, const char* text) {
        std::vector<std::optional<std::string>> groups;
        for (const std::csub_match& group : found)
            groups.push_back(group.matched ? std::optional(group.str()) : std::nullopt);
        return {static_cast<std::size_t>(found[0].first - text), std::move(groups)};
    }

    std::regex regex;
};

Pattern::Pattern(std::string_view expression) : compiled_(std::make_unique<const Compiled>(expression)) {}

Pattern::~Pattern() = default;

std::optional<Pattern::Match> Pattern::match(std::string_view text) const {
    std::cmatch found;
    if (!std::regex_match(text.data(), text.data() + text.size(), found, compiled_->regex))
        return std::nullopt;
    return Compiled::match_of(found, text.data());
}

std::optional<Pattern::Match> Pattern::search(std::string_view text) const {
    std::cmatch found;
    if (!std::regex_search(text.data(), text.data() + text.size(), found, compiled_->regex))
        return std::nullopt;
    return Compiled::match_of(found, text.data());
}

std::vector<Pattern::Match> Pattern::search_all(std::string_view text) const {
    std::vector<Match> result;
    const std::cregex_iterator first(text.data(), text.data() + text.size(), compiled_->regex);
    for (std::cregex_iterator found = first; found != std::cregex_iterator(); ++found)
        result.push_back(Compiled::match_of(*found, text.data()));
    return result;
}

bool Pattern::matches(std::string_view text) const {
    return match(text).has_value();
}

bool Pattern::is_in(std::string_view text) const {
    return search(text).has_value();
}

}  // namespace musimd::host

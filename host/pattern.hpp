#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace musimd::host {

/// A regular expression as of std::regex (ECMAScript), compiled once. <regex> is expensive to compile:
/// host/pattern.cpp alone includes it. As there, a match of a very long text may exhaust the stack.
class Pattern {
  public:
    class Match;

    /// Throws std::runtime_error if the expression is invalid.
    explicit Pattern(std::string_view expression);
    ~Pattern();
    Pattern(const Pattern&) = delete;
    Pattern& operator=(const Pattern&) = delete;

    /// If all of the text matches.
    std::optional<Match> match(std::string_view text) const;
    /// The first part of the text that matches.
    std::optional<Match> search(std::string_view text) const;
    /// All parts that match, from left to right; they do not overlap.
    std::vector<Match> search_all(std::string_view text) const;
    bool matches(std::string_view text) const;
    bool is_in(std::string_view text) const;

    /// Replaces each part that matches by `replacement(match)`.
    template <typename Replacement>
    std::string replace(std::string_view text, const Replacement& replacement) const;

  private:
    struct Compiled;
    std::unique_ptr<const Compiled> compiled_;
};

/// What has matched. It holds copies: the text need not outlive it.
class Pattern::Match {
  public:
    /// Where the match is in the text.
    std::size_t begin() const { return begin_; }
    std::size_t end() const { return begin_ + groups_.front()->size(); }

    std::string text() const { return group(0); }
    /// Whether the group, from 1, has taken part.
    bool has(std::size_t group) const { return groups_.at(group).has_value(); }
    /// The text of the group; empty if it has taken no part.
    std::string group(std::size_t group) const { return groups_.at(group).value_or(std::string()); }

  private:
    friend class Pattern;
    Match(std::size_t begin, std::vector<std::optional<std::string>> groups)
        : begin_(begin), groups_(std::move(groups)) {}

    std::size_t begin_;
    std::vector<std::optional<std::string>> groups_;
};

template <typename Replacement>
std::string Pattern::replace(std::string_view text, const Replacement& replacement) const {
    std::string result;
    std::size_t rest = 0;
    for (const Match& found : search_all(text)) {
        result += text.substr(rest, found.begin() - rest);
        result += replacement(found);
        rest = found.end();
    }
    return result += text.substr(rest);
}

}  // namespace musimd::host

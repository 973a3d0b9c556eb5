// Regular expressions for the module, in place of host/pattern.cpp: std::regex would be a tenth of it. It has
// what the patterns of kernels/ need: characters, \d, \b, [^…], groups, (?:…), |, ?, *, +, {n,m}, and $.

#include "host/pattern.hpp"

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <utility>

namespace musimd::host {
namespace {

using Goes = std::function<bool(std::size_t)>;

}  // namespace

/// Matches by trying: an expression is read anew each time.
struct Pattern::Compiled {
    explicit Compiled(std::string_view expression) : text(expression) {}

    std::optional<Match> match_at(std::string_view subject, std::size_t begin) const;

    std::string text;
};

namespace {

class Matcher {
  public:
    Matcher(std::string_view expression, std::string_view subject) : e_(expression), s_(subject) {
        groups.resize(1 + count_groups(), std::nullopt);
    }

    /// Whether all of the expression matches from `at` on.
    bool matches(std::size_t at) {
        return alternatives(0, e_.size(), at, [&](std::size_t end) {
            groups[0] = s_.substr(at, end - at);
            return true;
        });
    }

    std::vector<std::optional<std::string>> groups;

  private:
    std::size_t count_groups() const {
        std::size_t count = 0;
        for (std::size_t i = 0; i < e_.size(); ++i)
            if (is_group(i)) ++count;
        return count;
    }
    /// Whether a group that is numbered begins here.
    bool is_group(std::size_t i) const {
        return e_[i] == '(' && (i == 0 || e_[i - 1] != '\\') && e_.substr(i, 2) != "(?";
    }

    /// The end of what begins at `i`: a character, a class or a group.
    std::size_t end_of_item(std::size_t i) const {
        if (e_[i] == '\\') return i + 2;
        if (e_[i] == '[') return e_.find(']', i + 2) + 1;
        if (e_[i] != '(') return i + 1;
        for (++i; e_[i] != ')';) i = end_of_item(i);
        return i + 1;
    }

    /// One of the alternatives of e_[begin, end), then `goes`.
    bool alternatives(std::size_t begin, std::size_t end, std::size_t at, const Goes& goes) {
        for (std::size_t i = begin; i < end; i = end_of_item(i)) {
            if (e_[i] != '|') continue;
            return sequence(begin, i, at, goes) || alternatives(i + 1, end, at, goes);
        }
        return sequence(begin, end, at, goes);
    }

    bool sequence(std::size_t i, std::size_t end, std::size_t at, const Goes& goes) {
        if (i == end) return goes(at);
        const std::size_t item = end_of_item(i);
        const auto [least, most, next] = repetition(item, end);
        return repeated(i, item, least, most, at,
                        [&, rest = next](std::size_t after) { return sequence(rest, end, after, goes); });
    }

    struct Repetition {
        std::size_t least;
        std::size_t most;
        std::size_t next;  ///< what follows in the expression
    };
    Repetition repetition(std::size_t i, std::size_t end) const {
        const char c = i < end ? e_[i] : ' ';
        if (c == '?') return {0, 1, i + 1};
        if (c == '*') return {0, SIZE_MAX, i + 1};
        if (c == '+') return {1, SIZE_MAX, i + 1};
        if (c != '{') return {1, 1, i};
        const std::size_t close = e_.find('}', i);
        const std::size_t comma = e_.find(',', i);
        const auto number = [&](std::size_t from) -> std::size_t {
            return std::strtoul(std::string(e_.substr(from, close - from)).c_str(), nullptr, 10);
        };
        return {number(i + 1), number((comma < close ? comma : i) + 1), close + 1};
    }

    bool repeated(std::size_t i, std::size_t end, std::size_t least, std::size_t most, std::size_t at,
                  const Goes& goes) {
        const bool has_more = most > 0 && item(i, end, at, [&](std::size_t after) {
                                  if (after == at && least == 0) return false;  // nothing, again and again
                                  return repeated(i, end, least > 0 ? least - 1 : 0, most - 1, after, goes);
                              });
        return has_more || (least == 0 && goes(at));
    }

    bool item(std::size_t i, std::size_t end, std::size_t at, const Goes& goes) {
        if (e_[i] == '(') return group(i, end, at, goes);
        if (e_[i] == '$') return at == s_.size() && goes(at);
        if (e_.substr(i, 2) == "\\b") return is_word(at) != (at > 0 && is_word(at - 1)) && goes(at);
        return at < s_.size() && fits(i, end, s_[at]) && goes(at + 1);
    }

    bool is_word(std::size_t at) const {
        if (at >= s_.size()) return false;
        const char c = s_[at];
        return ('a' <= c && c <= 'z') || ('A' <= c && c <= 'Z') || ('0' <= c && c <= '9') || c == '_';
    }

    bool group(std::size_t i, std::size_t end, std::size_t at, const Goes& goes) {
        if (!is_group(i)) return alternatives(i + 3, end - 1, at, goes);
        const auto before = static_cast<std::size_t>(
            std::count_if(e_.begin(), e_.begin() + static_cast<std::ptrdiff_t>(i),
                          [&](const char& c) { return is_group(static_cast<std::size_t>(&c - e_.data())); }));
        return alternatives(i + 1, end - 1, at, [&](std::size_t after) {
            const auto old = std::exchange(groups[before + 1], std::string(s_.substr(at, after - at)));
            if (goes(after)) return true;
            groups[before + 1] = old;
            return false;
        });
    }

    bool fits(std::size_t i, std::size_t end, char c) const {
        const auto is_digit = [&] { return '0' <= c && c <= '9'; };
        if (e_[i] == '\\') return e_[i + 1] == 'd' ? is_digit() : c == e_[i + 1];
        if (e_[i] != '[') return c == e_[i];
        const bool is_other = e_[i + 1] == '^';
        const std::string_view characters = e_.substr(i + (is_other ? 2 : 1), end - i - (is_other ? 3 : 2));
        return (characters.find(c) == std::string_view::npos) == is_other;
    }

    std::string_view e_;
    std::string_view s_;
};

}  // namespace

std::optional<Pattern::Match> Pattern::Compiled::match_at(std::string_view subject, std::size_t begin) const {
    Matcher matcher(text, subject);
    if (!matcher.matches(begin)) return std::nullopt;
    return Match{begin, std::move(matcher.groups)};
}

Pattern::Pattern(std::string_view expression) : compiled_(std::make_unique<const Compiled>(expression)) {}

Pattern::~Pattern() = default;

std::optional<Pattern::Match> Pattern::match(std::string_view text) const {
    const auto found = compiled_->match_at(text, 0);
    return found && found->end() == text.size() ? found : std::nullopt;
}

std::optional<Pattern::Match> Pattern::search(std::string_view text) const {
    for (std::size_t begin = 0; begin <= text.size(); ++begin)
        if (auto found = compiled_->match_at(text, begin)) return found;
    return std::nullopt;
}

std::vector<Pattern::Match> Pattern::search_all(std::string_view text) const {
    std::vector<Match> result;
    for (std::size_t begin = 0; begin <= text.size();) {
        auto found = compiled_->match_at(text, begin);
        if (found) result.push_back(*found);
        begin = found && found->end() > begin ? found->end() : begin + 1;
    }
    return result;
}

bool Pattern::matches(std::string_view text) const {
    return match(text).has_value();
}

bool Pattern::is_in(std::string_view text) const {
    return search(text).has_value();
}

}  // namespace musimd::host

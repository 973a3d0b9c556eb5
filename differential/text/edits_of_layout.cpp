#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "differential/text/edits.hpp"

namespace musimd::differential::text {
namespace {

using std::literals::operator""sv;

// Words that no source renames: a result keeps them even where any word would do.
constexpr std::array kReserved = {
    "int"sv,   "float"sv,    "double"sv,     "char"sv,       "void"sv,       "bool"sv,     "unsigned"sv,
    "long"sv,  "short"sv,    "signed"sv,     "const"sv,      "static"sv,     "struct"sv,   "return"sv,
    "if"sv,    "else"sv,     "for"sv,        "while"sv,      "do"sv,         "switch"sv,   "case"sv,
    "break"sv, "continue"sv, "default"sv,    "kernel"sv,     "__kernel"sv,   "global"sv,   "__global"sv,
    "local"sv, "__local"sv,  "uint"sv,       "layout"sv,     "uniform"sv,    "varying"sv,  "buffer"sv,
    "in"sv,    "out"sv,      "__global__"sv, "__shared__"sv, "__device__"sv, "template"sv, "typename"sv,
    "auto"sv,  "main"sv,     "export"sv,     "foreach"sv,    "extern"sv,
};

std::string name_number(std::size_t number) {
    std::string name(1, static_cast<char>('a' + number % 26));
    return number < 26 ? name : name + std::to_string(number / 26);
}

// Each place where a word is one of its own, also in a directive.
Change renamed_to(const Reading& reading, std::string_view word, const std::string& name) {
    Change change;
    for (std::size_t i = 0; i < reading.tokens().size(); ++i) {
        const Token& token = reading.tokens()[i];
        if (token.kind == Token::Kind::word && token.text == word) change.push_back({i, i + 1, name});
        if (token.kind != Token::Kind::directive || token.text.find(word) == std::string_view::npos) continue;
        std::string text = "#";
        for (const Token& part : read_tokens(token.text.substr(1)))
            text += std::string(part.before) += part.text == word ? std::string_view(name) : part.text;
        change.push_back({i, i + 1, std::move(text)});
    }
    return change;
}

void propose_names(const Reading& reading, std::vector<Change>& changes) {
    std::set<std::string_view> words;
    for (const Token& token : reading.tokens())
        if (token.kind == Token::Kind::word) words.insert(token.text);
    std::size_t number = 0;
    while (words.contains(name_number(number))) ++number;
    const std::string name = name_number(number);
    for (const std::string_view word : words) {
        const bool is_reserved = std::ranges::find(kReserved, word) != kReserved.end();
        if (word.size() > name.size() && !is_reserved) changes.push_back(renamed_to(reading, word, name));
    }
}

// ---- spaces and comments

using Between = std::function<std::string(std::size_t token)>;

Source with_between(const Reading& reading, const Between& between) {
    Source source{reading.source().language, {}};
    for (std::size_t i = 0; i < reading.tokens().size(); ++i) {
        source.text += between(i);
        source.text += reading.tokens()[i].text;
    }
    return source;
}

// For each token, how many braces it is in.
std::vector<std::size_t> depths_of(const std::vector<Token>& tokens) {
    std::vector<std::size_t> depths;
    std::size_t depth = 0;
    for (const Token& token : tokens) {
        if (token.is("}") && depth > 0) --depth;
        depths.push_back(depth);
        if (token.is("{")) ++depth;
    }
    return depths;
}

/// What should be before a token: nothing, a space, or the end of a line.
std::string tidy(const Token& token, bool is_first, std::size_t depth) {
    if (is_first || token.before.empty()) return "";
    if (!token.starts_line()) return " ";
    const bool is_indented = token.kind != Token::Kind::directive && token.kind != Token::Kind::end;
    return "\n" + std::string(is_indented ? 2 * std::min<std::size_t>(depth, 40) : 0, ' ');
}

}  // namespace

void rename_words(TextSearch& search) {
    offer_each(search, propose_names);
}

void tidy_layout(TextSearch& search) {
    std::unique_ptr<Reading> reading;
    std::vector<std::string> wanted;
    const auto read = [&] {
        reading = std::make_unique<Reading>(search.current());
        const std::vector<std::size_t> depths = depths_of(reading->tokens());
        wanted.clear();
        for (std::size_t i = 0; i < depths.size(); ++i)
            wanted.push_back(tidy(reading->tokens()[i], i == 0, depths[i]));
    };
    read();
    if (search.offer(with_between(*reading, [&](std::size_t i) { return wanted[i]; }))) return;
    for (std::size_t at = 0; at < wanted.size(); ++at) {
        if (wanted[at].size() >= reading->tokens()[at].before.size()) continue;
        const bool is_shorter = search.offer(with_between(*reading, [&](std::size_t i) {
            return i == at ? wanted[i] : std::string(reading->tokens()[i].before);
        }));
        if (is_shorter) read();
    }
}

}  // namespace musimd::differential::text

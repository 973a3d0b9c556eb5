#include <string>
#include <string_view>

#include "differential/text/edits.hpp"
#include "differential/text/units.hpp"

namespace musimd::differential::text {
namespace {

constexpr std::size_t kLongestMacro = 3;  // tokens; longer ones are not put where their names are

// The words of a directive after its `#`.
std::vector<Token> words_of(const Token& directive) {
    std::vector<Token> words = read_tokens(directive.text.substr(1));
    words.pop_back();
    return words;
}

void directives_as_rows(const Reading& reading, std::vector<Row>& rows) {
    Row row;
    for (std::size_t i = 0; i < reading.tokens().size(); ++i)
        if (reading.tokens()[i].kind == Token::Kind::directive) row.elements.push_back({i, i + 1});
    if (!row.elements.empty()) rows.push_back(std::move(row));
}

// The numbers of the `#if`, its `#else`s, and the `#endif`: all of it goes, or all but one part.
void add_parts(const std::vector<std::size_t>& marks, std::vector<Change>& changes) {
    changes.push_back({{marks.front(), marks.back() + 1}});
    for (std::size_t k = 0; k + 1 < marks.size(); ++k)
        changes.push_back({{marks.front(), marks[k] + 1}, {marks[k + 1], marks.back() + 1}});
}

void propose_conditions(const Reading& reading, std::vector<Change>& changes) {
    std::vector<std::vector<std::size_t>> open;
    for (std::size_t i = 0; i < reading.tokens().size(); ++i) {
        if (reading.tokens()[i].kind != Token::Kind::directive) continue;
        const std::vector<Token> words = words_of(reading.tokens()[i]);
        const std::string_view name = words.empty() ? "" : words.front().text;
        if (name.starts_with("if")) open.emplace_back();
        if (open.empty()) continue;
        if (name.starts_with("if") || name.starts_with("el") || name == "endif") open.back().push_back(i);
        if (name != "endif") continue;
        add_parts(open.back(), changes);
        open.pop_back();
    }
}

// The text after the name of a macro takes its place.
void propose_macros(const Reading& reading, std::vector<Change>& changes) {
    const auto& tokens = reading.tokens();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind != Token::Kind::directive) continue;
        const std::vector<Token> words = words_of(tokens[i]);
        if (words.size() < 3 || words[0].text != "define" || words.size() > 2 + kLongestMacro) continue;
        if (words[2].is("(") && words[2].before.empty()) continue;  // it has parameters
        std::string body;
        for (std::size_t w = 2; w < words.size(); ++w) body += std::string(w > 2 ? " " : "") += words[w].text;
        Change change = {{i, i + 1}};
        for (std::size_t t = 0; t < tokens.size(); ++t)
            if (tokens[t].kind == Token::Kind::word && tokens[t].text == words[1].text)
                change.push_back({t, t + 1, body});
        changes.push_back(std::move(change));
    }
}

// Without one of its words; a number becomes 0 or 1.
void propose_shorter(const Reading& reading, std::vector<Change>& changes) {
    for (std::size_t i = 0; i < reading.tokens().size(); ++i) {
        if (reading.tokens()[i].kind != Token::Kind::directive) continue;
        const std::vector<Token> words = words_of(reading.tokens()[i]);
        const auto with = [&](std::size_t at, std::string_view by) {
            std::string text = "#";
            for (std::size_t w = 0; w < words.size(); ++w) {
                text += w == 0 || words[w].before.empty() ? "" : " ";
                text += w == at ? by : words[w].text;
            }
            changes.push_back({{i, i + 1, std::move(text)}});
        };
        for (std::size_t w = 1; w < words.size(); ++w) {
            with(w, "");
            if (words[w].kind != Token::Kind::number) continue;
            with(w, "0");
            with(w, "1");
        }
        with(words.size(), "");  // without comments
    }
}

}  // namespace

void remove_directives(TextSearch& search) {
    remove_runs(search, directives_as_rows);
}

void resolve_directives(TextSearch& search) {
    offer_each(search, propose_conditions);
    offer_each(search, propose_macros);
}

void shorten_directives(TextSearch& search) {
    offer_each(search, propose_shorter);
}

}  // namespace musimd::differential::text

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "differential/text/edits.hpp"
#include "differential/text/units.hpp"

namespace musimd::differential::text {
namespace {

void units_as_rows(const Reading& reading, std::vector<Row>& rows) {
    for_each_node(reading.tree(), [&](const Node& node) {
        if (!has_units(node)) return;
        Row row;
        for (const Unit& unit : units_of(reading, node)) row.elements.push_back({unit.begin, unit.end});
        if (!row.elements.empty()) rows.push_back(std::move(row));
    });
}

// `p->x` becomes p, and `a::b::c` c.
void propose_neighbours(const Reading& reading, std::vector<Change>& changes) {
    for_each_node(reading.tree(), [&](const Node& node) {
        if (!has_units(node)) return;
        const std::vector<Unit> units = units_of(reading, node);
        for (const std::size_t count : {std::size_t{3}, std::size_t{2}})
            for (std::size_t i = 0; i + count <= units.size(); ++i)
                changes.push_back({{units[i].begin, units[i + count - 1].end}});
    });
}

// `<…>`, after `template` together with it.
void propose_angles(const Reading& reading, std::vector<Change>& changes) {
    const auto& tokens = reading.tokens();
    std::vector<std::size_t> open;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].is(";") || tokens[i].is("{") || tokens[i].is("&&")) open.clear();
        if (tokens[i].is("<")) open.push_back(i);
        for (std::size_t n = tokens[i].is(">")    ? 1
                             : tokens[i].is(">>") ? 2
                                                  : 0;
             n > 0 && !open.empty(); --n) {
            const std::size_t begin = open.back();
            open.pop_back();
            if (n == 2) continue;  // the outer one ends with the token
            if (begin > 0 && tokens[begin - 1].text == "template") changes.push_back({{begin - 1, i + 1}});
            changes.push_back({{begin, i + 1}});
        }
    }
}

// Towards 0: half of it, three quarters, …, its neighbour.
void add_smaller_numbers(const Token& token, std::size_t at, std::vector<Change>& changes) {
    const auto offer = [&](std::string text) {
        if (text != token.text) changes.push_back({{at, at + 1, std::move(text)}});
    };
    offer("0");
    if (token.text == "0") return;
    offer("1");
    const std::size_t digits = std::min(token.text.find_first_not_of("0123456789"), token.text.size());
    const std::string_view suffix = token.text.substr(digits);
    if (suffix.find('.') != std::string_view::npos) {
        offer("0.f");
        offer("1.f");
        offer("0.0");
        offer("1.0");
    }
    const bool is_integer = suffix.find_first_not_of("uUlL") == std::string_view::npos;
    const std::uint64_t value = value_of_number(token.text);
    const bool is_hexadecimal = token.text.starts_with("0x");
    if (!is_integer && !is_hexadecimal) return;
    for (std::uint64_t step = value; step > 0; step /= 2)
        offer(fmt::format("{}{}", value - step, is_integer ? suffix : ""));
}

void propose_literals(const Reading& reading, std::vector<Change>& changes) {
    const auto& tokens = reading.tokens();
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (tokens[i].kind == Token::Kind::number) add_smaller_numbers(tokens[i], i, changes);
        if (tokens[i].kind == Token::Kind::string && tokens[i].text.size() > 2)
            changes.push_back({{i, i + 1, std::string(2, tokens[i].text.back())}});
    }
}

}  // namespace

void remove_units(TextSearch& search) {
    offer_each(search, propose_angles);
    remove_runs(search, units_as_rows);
    offer_each(search, propose_neighbours);
}

void shrink_literals(TextSearch& search) {
    offer_each(search, propose_literals);
}

}  // namespace musimd::differential::text

#include "differential/text/tree.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "differential/text/lines.hpp"
#include "differential/text/statements.hpp"

namespace musimd::differential::text {
namespace {

using std::literals::operator""sv;

constexpr std::array kOpening = {"("sv, "["sv, "{"sv};
constexpr std::array kClosing = {")"sv, "]"sv, "}"sv};

// The number of the bracket among these, or 3.
std::size_t bracket_among(const std::array<std::string_view, 3>& brackets, const Token& token) {
    if (token.kind != Token::Kind::symbol) return 3;
    return static_cast<std::size_t>(std::ranges::find(brackets, token.text) - brackets.begin());
}

}  // namespace

std::vector<std::size_t> partners(Tokens tokens) {
    std::vector<std::size_t> partner(tokens.size());
    std::iota(partner.begin(), partner.end(), 0);
    std::vector<std::pair<std::size_t, std::size_t>> open;  // kind, token
    std::array<std::size_t, 3> count{};                     // of each kind in `open`
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        if (const std::size_t kind = bracket_among(kOpening, tokens[i]); kind < 3) {
            open.emplace_back(kind, i);
            ++count[kind];
        }
        const std::size_t kind = bracket_among(kClosing, tokens[i]);
        if (kind == 3 || count[kind] == 0) continue;
        // Those that are still open inside belong to nothing.
        for (; open.back().first != kind; open.pop_back()) --count[open.back().first];
        partner[i] = open.back().second;
        partner[partner[i]] = i;
        --count[kind];
        open.pop_back();
    }
    return partner;
}

Node read_tree(Tokens tokens, Language language) {
    const std::vector<std::size_t> partner = partners(tokens);
    const std::size_t end = tokens.empty() ? 0 : tokens.size() - 1;  // without the last one
    if (language == Language::brackets) return StatementReader(tokens, partner).sequence(0, end, 0);
    return read_lines(tokens, partner, language);
}

}  // namespace musimd::differential::text

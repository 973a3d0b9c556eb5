#include "differential/text/source.hpp"

#include <algorithm>
#include <charconv>
#include <deque>
#include <memory>
#include <utility>

namespace musimd::differential::text {
namespace {

constexpr std::uint64_t kLargestMagnitude = std::uint64_t{1} << 32;

std::uint64_t weight_of_token(const Token& token) {
    switch (token.kind) {
        case Token::Kind::number:
            return token.text == "0" ? 0 : token.text == "1" ? 1 : 2;
        case Token::Kind::string:
        case Token::Kind::symbol:
            return 3;
        case Token::Kind::word:
            return 4;
        case Token::Kind::directive:  // each of its words
            return 4 * read_tokens(token.text.substr(1)).size();
        case Token::Kind::end:
            return 0;
    }
    return 0;
}

/// Writes tokens one after another. Those that were neighbours before are written as they were.
class Writer {
  public:
    void add(std::string_view before, std::string_view text, bool is_directive, bool is_neighbour) {
        const bool breaks = before.find('\n') != std::string_view::npos;
        out_ += before;
        if (!is_neighbour && (after_directive_ || is_directive) && !breaks && !out_.empty()) out_ += '\n';
        if (!is_neighbour && before.empty() && would_join(last_, text)) out_ += ' ';
        out_ += text;
        if (!text.empty()) last_ = text;
        after_directive_ = is_directive;
    }

    bool is_empty() const { return last_.empty(); }  ///< no token was written
    std::string take() && { return std::move(out_); }

  private:
    std::string out_;
    std::string_view last_;
    bool after_directive_ = false;
};

// What is before the first token that stays: an end of line that was before what is left out stays.
std::string_view kept_between(const std::vector<Token>& tokens, std::size_t begin, std::size_t end) {
    constexpr std::string_view kSpaces = " \t\r\n";
    const std::string_view own = tokens[end].before;
    if (tokens[end].starts_line()) return own;
    for (std::size_t i = begin; i < end; ++i) {
        if (!tokens[i].starts_line()) continue;
        const std::string_view last = tokens[i].before.substr(tokens[i].before.rfind('\n'));
        return last.substr(0, last.find_first_not_of(kSpaces));
    }
    return own;
}

}  // namespace

std::uint64_t value_of_number(std::string_view number) {
    const bool is_hexadecimal = number.starts_with("0x") || number.starts_with("0X");
    if (is_hexadecimal) number.remove_prefix(2);
    std::uint64_t value = 0;
    const auto read =
        std::from_chars(number.data(), number.data() + number.size(), value, is_hexadecimal ? 16 : 10);
    return read.ec == std::errc::result_out_of_range ? kLargestMagnitude : std::min(value, kLargestMagnitude);
}

Weight weigh(const Source& source) {
    Weight weight;
    for (const Token& token : read_tokens(source.text)) {
        if (token.kind != Token::Kind::end) ++weight.tokens;
        weight.parts += weight_of_token(token);
        if (token.kind == Token::Kind::number) weight.magnitude += value_of_number(token.text);
        weight.letters += token.text.size();
        weight.between += token.before.size();
    }
    return weight;
}

Source changed(const Reading& from, std::vector<Cut> cuts) {
    std::ranges::sort(cuts, {}, &Cut::begin);
    const std::vector<Token>& tokens = from.tokens();
    Writer writer;
    std::string_view before = tokens.front().before;
    std::size_t i = 0;
    bool is_neighbour = true;
    const auto keep_until = [&](std::size_t end) {
        for (; i < end; before = tokens[++i].before, is_neighbour = true)
            writer.add(before, tokens[i].text, tokens[i].kind == Token::Kind::directive, is_neighbour);
    };
    for (const Cut& cut : cuts) {
        if (cut.begin < i || cut.end < cut.begin || cut.end >= tokens.size()) continue;
        keep_until(cut.begin);
        if (!cut.by.empty()) writer.add(before, cut.by, cut.by.front() == '#', false);
        before = cut.by.empty() ? kept_between(tokens, cut.begin, cut.end) : tokens[cut.end].before;
        is_neighbour = false;
        i = cut.end;
    }
    keep_until(tokens.size() - 1);
    writer.add(before, "", false, true);
    if (writer.is_empty()) return {from.source().language, {}};
    return {from.source().language, std::move(writer).take()};
}

void for_each_node(const Node& tree, const std::function<void(const Node&)>& visit) {
    std::deque<const Node*> nodes = {&tree};
    for (; !nodes.empty(); nodes.pop_front()) {
        visit(*nodes.front());
        for (const Node& child : nodes.front()->children) nodes.push_back(&child);
    }
}

void offer_each(TextSearch& search, Propose propose) {
    auto reading = std::make_unique<Reading>(search.current());
    std::vector<Change> changes;
    propose(*reading, changes);
    for (std::size_t i = 0; i < changes.size();) {
        if (!search.offer(changed(*reading, changes[i]))) {
            ++i;
            continue;
        }
        reading = std::make_unique<Reading>(search.current());
        changes.clear();
        propose(*reading, changes);
    }
}

}  // namespace musimd::differential::text

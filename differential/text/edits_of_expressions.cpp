#include <algorithm>
#include <iterator>
#include <string_view>
#include <utility>

#include "differential/text/edits.hpp"
#include "differential/text/units.hpp"

namespace musimd::differential::text {
namespace {

struct OperatorRank {
    std::string_view text;
    int rank;  ///< those with a higher one bind their operands first
};

constexpr int kNoOperator = -1;
constexpr int kAssignment = 1;

constexpr OperatorRank kOperatorRanks[] = {
    {",", 0},   {"=", 1},   {"+=", 1},  {"-=", 1}, {"*=", 1}, {"/=", 1},  {"%=", 1}, {"&=", 1}, {"|=", 1},
    {"^=", 1},  {"<<=", 1}, {">>=", 1}, {"?", 2},  {":", 2},  {"...", 2}, {"||", 3}, {"&&", 4}, {"|", 5},
    {"^", 6},   {"&", 7},   {"==", 8},  {"!=", 8}, {"<", 9},  {">", 9},   {"<=", 9}, {">=", 9}, {"<<", 10},
    {">>", 10}, {"+", 11},  {"-", 11},  {"*", 12}, {"/", 12}, {"%", 12},
};

// Operands are searched no farther than this, so that the time is not the square of a length.
constexpr std::size_t kFarthestOperand = 500;

/// The units of a statement or an item, as operands and the operators between them.
class Expression {
  public:
    Expression(const Reading& reading, const Node& node) : tokens_(reading.tokens()) {
        units_ = units_of(reading, node);
        if (!units_.empty() && tokens_[units_.back().begin].is(";")) units_.pop_back();
        is_value_ = node.kind == Node::Kind::item;
        if (!units_.empty() && tokens_[units_.front().begin].text == "return") {
            units_.erase(units_.begin());
            is_value_ = true;
        }
        for (std::size_t i = 0; i < units_.size(); ++i) ranks_.push_back(rank_at(i));
    }

    void add_operands(std::vector<Change>& changes) const {
        for (std::size_t i = 0; i < units_.size(); ++i) {
            if (units_[i].group != nullptr) add_parts_of_group(i, changes);
            if (ranks_[i] == kNoOperator) continue;
            const std::size_t left = left_of(i);
            const std::size_t right = right_of(i);
            changes.push_back({cut(left, i + 1)});
            changes.push_back({cut(i, right)});
            if (!tokens_[units_[i].begin].is("?")) continue;
            const std::size_t colon = right;
            if (colon < units_.size()) changes.push_back({cut(left, i + 1), cut(colon, right_of(colon))});
        }
    }

    // The whole, what is assigned, and each operand.
    void add_numbers(std::vector<Change>& changes) const {
        if (is_value_) add_number(0, units_.size(), changes);
        for (std::size_t i = 0; i < units_.size(); ++i)
            if (ranks_[i] == kAssignment) add_number(i + 1, right_of(i), changes);
        for (std::size_t begin = 0, end = 0; begin < units_.size(); begin = end + 1) {
            for (end = begin; end < units_.size() && ranks_[end] == kNoOperator;) ++end;
            const bool is_target = end < units_.size() && ranks_[end] <= kAssignment;
            if (begin < end && !is_target && (begin > 0 || is_value_)) add_number(begin, end, changes);
        }
    }

  private:
    // The rank of a binary operator; the sign of an operand has none.
    int rank_at(std::size_t i) const {
        if (i == 0 || i + 1 == units_.size() || ranks_.back() != kNoOperator) return kNoOperator;
        const Token& token = tokens_[units_[i].begin];
        if (token.kind != Token::Kind::symbol) return kNoOperator;
        const auto found = std::ranges::find(kOperatorRanks, token.text, &OperatorRank::text);
        return found == std::ranges::end(kOperatorRanks) ? kNoOperator : found->rank;
    }

    std::size_t left_of(std::size_t i) const {
        const std::size_t least = i - std::min(i, kFarthestOperand);
        std::size_t left = i;
        while (left > least && (ranks_[left - 1] == kNoOperator || ranks_[left - 1] >= ranks_[i])) --left;
        return left;
    }

    std::size_t right_of(std::size_t i) const {
        const std::size_t most = std::min(units_.size(), i + kFarthestOperand);
        const auto stays = [&](int rank) {
            return rank == kNoOperator || rank > ranks_[i] || (rank == kAssignment && ranks_[i] == rank);
        };
        std::size_t right = i + 1;
        while (right < most && stays(ranks_[right])) ++right;
        return right;
    }

    Cut cut(std::size_t first, std::size_t end, std::string by = {}) const {
        return {units_[first].begin, units_[end - 1].end, std::move(by)};
    }

    // f(a, b) becomes a or b, (a) becomes a.
    void add_parts_of_group(std::size_t i, std::vector<Change>& changes) const {
        const auto& [begin, end, group] = units_[i];
        const bool is_call = i > 0 && tokens_[units_[i - 1].begin].kind == Token::Kind::word;
        const std::size_t from = is_call ? units_[i - 1].begin : begin;
        for (const Node& part : group->children)
            if (group->kind == Node::Kind::list) changes.push_back({{from, part.begin}, {part.end, end}});
        changes.push_back({{begin, group->begin}, {group->end, end}});
    }

    void add_number(std::size_t first, std::size_t end, std::vector<Change>& changes) const {
        if (first >= end) return;
        const bool is_number = end - first == 1 && tokens_[units_[first].begin].kind == Token::Kind::number;
        if (is_number) return;  // it is a literal that becomes smaller
        changes.push_back({cut(first, end, "0")});
        changes.push_back({cut(first, end, "1")});
    }

    const std::vector<Token>& tokens_;
    std::vector<Unit> units_;
    std::vector<int> ranks_;
    bool is_value_ = false;
};

void propose_operands(const Reading& reading, std::vector<Change>& changes) {
    for_each_node(reading.tree(), [&](const Node& node) {
        if (has_units(node)) Expression(reading, node).add_operands(changes);
    });
}

void propose_numbers(const Reading& reading, std::vector<Change>& changes) {
    for_each_node(reading.tree(), [&](const Node& node) {
        if (has_units(node)) Expression(reading, node).add_numbers(changes);
    });
}

}  // namespace

void keep_operands(TextSearch& search) {
    offer_each(search, propose_operands);
}

void replace_by_numbers(TextSearch& search) {
    offer_each(search, propose_numbers);
}

}  // namespace musimd::differential::text

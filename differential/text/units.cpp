#include "differential/text/units.hpp"

#include <memory>

namespace musimd::differential::text {
namespace {

bool has_brackets(const Reading& reading, const Node& node) {
    if (node.kind != Node::Kind::list && node.kind != Node::Kind::sequence) return false;
    if (node.begin == 0) return false;
    const Token& open = reading.tokens()[node.begin - 1];
    return open.is("(") || open.is("[") || open.is("{");
}

Cut cut_of_run(const Row& row, std::size_t first, std::size_t last) {
    const std::size_t begin = row.elements[first].begin;
    const std::size_t end = row.elements[last].end;
    if (row.has_commas && last + 1 < row.elements.size()) return {begin, row.elements[last + 1].begin};
    if (row.has_commas && first > 0) return {row.elements[first - 1].end, end};
    return {begin, end};
}

}  // namespace

std::vector<Unit> units_of(const Reading& reading, const Node& node) {
    std::vector<Unit> units;
    std::size_t at = node.begin;
    for (const Node& child : node.children) {
        const std::size_t around = has_brackets(reading, child) ? 1 : 0;
        for (; at + around < child.begin; ++at) units.push_back({at, at + 1});
        if (around == 1) units.push_back({child.begin - 1, child.end + 1, &child});
        at = child.end + around;
    }
    for (; at < node.end; ++at) units.push_back({at, at + 1});
    return units;
}

bool has_units(const Node& node) {
    if (node.kind == Node::Kind::item) return true;
    return node.kind == Node::Kind::statement &&
           (node.form == Node::Form::plain || node.form == Node::Form::label);
}

void remove_runs(TextSearch& search, RowsOf rows_of) {
    std::unique_ptr<Reading> reading;
    std::vector<Row> rows;
    const auto read = [&] {
        reading = std::make_unique<Reading>(search.current());
        rows.clear();
        rows_of(*reading, rows);
    };
    read();
    const auto size = [&](std::size_t r) { return r < rows.size() ? rows[r].elements.size() : 0; };
    for (std::size_t r = 0; r < rows.size(); ++r) {
        for (std::size_t length = size(r); length > 0; length /= 2) {
            for (std::size_t i = 0; i + length <= size(r);) {
                if (search.offer(changed(*reading, {cut_of_run(rows[r], i, i + length - 1)})))
                    read();
                else
                    i += length;
            }
        }
    }
}

}  // namespace musimd::differential::text

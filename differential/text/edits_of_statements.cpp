#include <algorithm>

#include "differential/text/edits.hpp"
#include "differential/text/units.hpp"

namespace musimd::differential::text {
namespace {

using Form = Node::Form;

void sequences_as_rows(const Reading& reading, std::vector<Row>& rows) {
    for_each_node(reading.tree(), [&](const Node& node) {
        if (node.kind != Node::Kind::sequence || node.children.empty()) return;
        Row row;
        for (const Node& statement : node.children) row.elements.push_back({statement.begin, statement.end});
        rows.push_back(std::move(row));
    });
}

// From a label to the next one.
void cases_as_rows(const Reading& reading, std::vector<Row>& rows) {
    for_each_node(reading.tree(), [&](const Node& node) {
        if (node.kind != Node::Kind::sequence) return;
        Row row;
        for (const Node& statement : node.children) {
            if (statement.form == Form::label)
                row.elements.push_back({statement.begin, statement.end});
            else if (!row.elements.empty())
                row.elements.back().end = statement.end;
        }
        if (!row.elements.empty()) rows.push_back(std::move(row));
    });
}

// What a statement keeps of itself: without braces first.
void keep_part(const Node& whole, const Node& part, std::vector<Change>& changes) {
    const auto keep = [&](std::size_t begin, std::size_t end) {
        changes.push_back({{whole.begin, begin}, {end, whole.end}});
    };
    const bool is_block = part.kind == Node::Kind::statement && part.form == Form::block;
    if (is_block) keep(part.children.front().begin, part.children.front().end);
    keep(part.begin, part.end);
}

void unwrap(const Reading& reading, const Node& node, std::vector<Change>& changes) {
    const auto& parts = node.children;
    if (node.form == Form::branch || node.form == Form::loop) {
        for (std::size_t i = 1; i < parts.size(); ++i) keep_part(node, parts[i], changes);
        if (parts.size() > 2) changes.push_back({{parts[1].end, node.end}});  // without its `else`
    }
    if (node.form == Form::block) keep_part(node, parts.front(), changes);
    if (node.form != Form::plain) return;
    for (const Node& part : parts) {
        if (part.kind == Node::Kind::statement) keep_part(node, part, changes);
        if (part.kind != Node::Kind::sequence || part.begin == 0) continue;
        if (reading.tokens()[part.begin - 1].is("{")) {
            changes.push_back({{part.begin - 1, part.end + 1, ";"}});
            keep_part(node, part, changes);
        }
    }
}

}  // namespace

void remove_statements(TextSearch& search) {
    remove_runs(search, sequences_as_rows);
}

void remove_cases(TextSearch& search) {
    remove_runs(search, cases_as_rows);
}

void unwrap_statements(TextSearch& search) {
    offer_each(search, [](const Reading& reading, std::vector<Change>& changes) {
        for_each_node(reading.tree(), [&](const Node& node) {
            if (node.kind == Node::Kind::statement) unwrap(reading, node, changes);
        });
    });
}

}  // namespace musimd::differential::text

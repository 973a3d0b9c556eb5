#pragma once

#include <cstddef>
#include <vector>

#include "differential/text/source.hpp"

namespace musimd::differential::text {

/// A token of a statement or item, or a group of it with its brackets.
struct Unit {
    std::size_t begin = 0;
    std::size_t end = 0;
    const Node* group = nullptr;
};

/// The units of a node that is a plain statement, a label, or an item; of an Amber block, those of its head
/// and its END.
std::vector<Unit> units_of(const Reading& reading, const Node& node);

/// Whether units_of is of use for the node.
bool has_units(const Node& node);

/// Neighbours that an edit leaves out in runs: statements, items, units.
struct Row {
    std::vector<Cut> elements;
    bool has_commas = false;  ///< an element goes with a comma next to it
};

using RowsOf = void (*)(const Reading& reading, std::vector<Row>& rows);

/// Offers the source without runs of each row's elements: all, halves, quarters, …, single ones.
void remove_runs(TextSearch& search, RowsOf rows_of);

}  // namespace musimd::differential::text

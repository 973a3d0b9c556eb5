#pragma once

#include <string>

#include "isa/program.hpp"
#include "views/lanes/lanes_view.hpp"

namespace musimd::views {

/// The control-flow graph of a program in the DOT language of Graphviz. A node is a basic block with its
/// source text. Dotted lines tie branches to the `sync`s that close them, and `everywhere`s to their
/// `end_everywhere`s; a frame encloses the blocks of an `everywhere`. What check_structure reports is noted
/// at its block. Of a program with very many blocks, the first ones are shown, and a note says so.
std::string control_flow_graph(const Program& program, const std::string& title,
                               const LanesView::PlaceOf& place_of);

}  // namespace musimd::views

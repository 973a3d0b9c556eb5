#pragma once

#include <map>
#include <optional>

#include "reader/binding.hpp"
#include "reader/context.hpp"

namespace musimd::reader {

/// A region while it is read.
struct Team {
    Block* host;                                     ///< the code before it
    Block begin;                                     ///< what its threads do first
    std::map<const ast::VarDecl*, Binding> outside;  ///< what names mean in that code
    std::optional<Pointer> values_of_acts = {};      ///< see Tasks: an element per thread
    Expr own_threads = {};                           ///< see ThreadNumbers
    Expr is_final = {};                              ///< whether the thread executes a final task
};

}  // namespace musimd::reader

#pragma once

#include <map>

#include "dsl/clang/binding.hpp"
#include "dsl/clang/context.hpp"

namespace musimd::dsl::clang {

/// A region while it is read.
struct Team {
    Block* host;                                     ///< the code before it
    Block begin;                                     ///< what its threads do first
    std::map<const ast::VarDecl*, Binding> outside;  ///< what names mean in that code
};

}  // namespace musimd::dsl::clang

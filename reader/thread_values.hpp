#pragma once

#include <set>

#include "reader/context.hpp"

namespace musimd::reader {

/// The variables that may have another value in each thread of a region: those computed from the number of
/// the thread, captured by an `atomic`, or assigned in a `critical` region; and the functions that return
/// such a value.
class ThreadValues {
  public:
    explicit ThreadValues(const Context& context) : context_(context) {}

    /// Whether the statement names such a variable. What it executes then depends on the thread that executes
    /// it.
    bool are_named_in(const ast::Stmt* s);

  private:
    bool differs(const ast::Stmt* s) const;
    void find();

    const Context& context_;
    bool found_ = false;
    std::set<const ast::Decl*> differ_;
};

}  // namespace musimd::reader

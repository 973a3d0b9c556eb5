#pragma once

#include <cstdint>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Assignments of numbers and pointers, and ++ and --.
class Assignments : public Reader {
  public:
    using Reader::Reader;

    Expr assign(const ast::BinaryOperator* e, bool used);
    Expr assign_combined(const ast::CompoundAssignOperator* e, bool used);
    Expr increment(const ast::UnaryOperator* e, bool used);
    Expr finish_assignment(const Place& p, Expr value, const ast::Expr* at, bool used);

  private:
    static Expr holds(Expr number, SourcePoint at);
    Expr next_value(const ast::UnaryOperator* e, const Expr& old, Type type);
};

}  // namespace musimd::reader

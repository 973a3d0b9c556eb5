#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "reader/canonical_loop.hpp"
#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// A variable of `lastprivate` of a parallel loop, which each iteration has of its own.
struct LastValue {
    const ast::DeclRefExpr* name = nullptr;
    Place original;
    Pointer memory;                   ///< its value in the last iteration; if conditional, in each iteration
    std::optional<Pointer> assigned;  ///< if conditional: whether the iteration has assigned it
    VariableId flag = 0;
    std::optional<Pointer> object = {};  ///< the original, if it is an array or a structure
};

/// `lastprivate` of parallel loops.
class LastValues : public Reader {
  public:
    using Reader::Reader;

    std::vector<LastValue> begin(const Clauses& found, const std::vector<CanonicalLoop>& loops,
                                 const Expr& count);
    void iteration(std::vector<LastValue>& last, const Expr& count, ast::SourceLocation where,
                   const std::function<void()>& body);
    void take_last(const LastValue& last, const Expr& count);

  private:
    LastValue begin_object(const ast::DeclRefExpr* name);
    void store_last(const LastValue& last, const Expr& count);
};

}  // namespace musimd::reader

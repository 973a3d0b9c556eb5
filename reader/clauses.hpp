#pragma once

#include <vector>

#include "reader/context.hpp"
#include "reader/dsl.hpp"

namespace musimd::reader {

/// How partial values of a reduction are combined.
struct ReductionOperator {
    Function function = {};
    bool logical = false;                     ///< `&&` or `||`: the minimum or the maximum of 0 and 1
    std::uint64_t identity(Type type) const;  ///< pattern of the neutral element
    Expr combined(Expr a, Expr b, SourcePoint line) const;
    /// 0 or 1, if it is logical.
    Expr normalised(Expr e, SourcePoint line) const;
};

/// What the clauses of a directive say.
struct Clauses {
    std::int64_t collapse = 1;
    std::uint32_t simdlen = 0;
    std::uint32_t safelen = 0;
    bool one_at_a_time = false;  ///< `if` is false for a simd loop
    std::vector<const ast::DeclRefExpr*> privates;
    std::vector<const ast::DeclRefExpr*> first_privates;
    std::vector<const ast::DeclRefExpr*> last_privates;
    std::vector<const ast::DeclRefExpr*> conditional;  ///< the conditional ones of last_privates
    std::vector<const ast::OMPReductionClause*> reductions;
    std::vector<const ast::OMPLinearClause*> linear;
    std::uint32_t width(std::uint32_t otherwise) const;  ///< `otherwise` if they name none
};

/// Whether the variable is one of those that a clause names.
bool names(const std::vector<const ast::DeclRefExpr*>& clause, const ast::Expr* variable);

}  // namespace musimd::reader

#pragma once

#include <vector>

#include "reader/context.hpp"

namespace musimd::reader {

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

}  // namespace musimd::reader

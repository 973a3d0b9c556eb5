#pragma once

#include <functional>
#include <vector>

#include "reader/array_reductions.hpp"
#include "reader/ordered_loops.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Constructs that the threads of a team share.
class Worksharing : public Reader {
  public:
    using Reader::Reader;

    void shared_loop(const ast::OMPLoopDirective* directive, const Clauses& found);
    void shared_sections(const ast::OMPExecutableDirective* directive, const Clauses& found);
    /// `scope`.
    void scope(const ast::OMPExecutableDirective* directive);
    void in_order(const ast::OMPExecutableDirective* directive);

  private:
    struct Share;
    struct SharedReduction {
        ReductionOperator by;
        VariableId partial;
        Place original;
    };
    /// A variable of `lastprivate` with `conditional`.
    struct ConditionalLast {
        const ast::DeclRefExpr* name = nullptr;
        Place original;
        VariableId own = 0;       ///< this thread's value
        VariableId assigned = 0;  ///< whether the iteration has assigned it
        VariableId last = 0;      ///< 1 + the number of this thread's last iteration that has
        Pointer latest;           ///< that of all threads
    };
    struct SharedLast {
        Place original;
        Expr value;  ///< value in the thread that executes the last iteration, at its end
        /// Of an array or a structure: its name, and where the original and this thread's own are.
        const ast::DeclRefExpr* object = nullptr;
        Pointer to = {};
        Pointer from = {};
    };

    bool is_bound_to_its_thread(const ast::Stmt* body) const;
    void assign_chunks(const ast::OMPExecutableDirective* directive, Share& share);
    void share_work(const ast::OMPExecutableDirective* directive, const Clauses& found, const Share& share,
                    const std::function<void(const Expr&)>& read_body);
    void shared_scan(const ast::OMPLoopDirective* directive, const Clauses& found,
                     const std::vector<const ast::OMPReductionClause*>& scans, const Share& share,
                     const ast::Stmt* body);
    std::vector<ConditionalLast> take_conditional(Clauses& found);
    void end_conditional(const std::vector<ConditionalLast>& last, ast::SourceLocation where);
    void next_iteration(const Expr& number, const Share& share, ast::SourceLocation where);
    std::vector<SharedReduction> shared_reductions(const Clauses& found);
    void combine(const std::vector<SharedReduction>& reduced, const std::vector<ArrayReduction>& arrays,
                 ast::SourceLocation where, const std::vector<ConditionalLast>& conditional = {});
    void note_assigned(const std::vector<ConditionalLast>& last, const Expr& number,
                       ast::SourceLocation where);
    std::vector<SharedLast> shared_last_values(const Clauses& found, const std::vector<CanonicalLoop>& loops);
    void store_last_values(const std::vector<SharedLast>& last, const Share& share,
                           ast::SourceLocation where);
    void pass_turn(const Order& order, ast::SourceLocation where);
};

}  // namespace musimd::reader

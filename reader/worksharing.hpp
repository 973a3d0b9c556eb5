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
    void in_order(const ast::OMPExecutableDirective* directive);

  private:
    struct Share;
    struct SharedReduction {
        Function function;
        VariableId partial;
        Place original;
    };
    struct SharedLast {
        Place original;
        Expr value;  ///< value in the thread that executes the last iteration, at its end
    };

    bool is_bound_to_its_thread(const ast::Stmt* body) const;
    void assign_chunks(const ast::OMPExecutableDirective* directive, Share& share);
    void share_work(const ast::OMPExecutableDirective* directive, const Clauses& found, const Share& share,
                    const std::function<void(const Expr&)>& read_body);
    void next_iteration(const Expr& number, const Share& share, ast::SourceLocation where);
    std::vector<SharedReduction> shared_reductions(const Clauses& found);
    void combine(const std::vector<SharedReduction>& reduced, const std::vector<ArrayReduction>& arrays,
                 ast::SourceLocation where);
    std::vector<SharedLast> shared_last_values(const Clauses& found, const std::vector<CanonicalLoop>& loops);
    void store_last_values(const std::vector<SharedLast>& last, const Share& share,
                           ast::SourceLocation where);
    void pass_turn(const Order& order, ast::SourceLocation where);
};

}  // namespace musimd::reader

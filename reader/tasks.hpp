#pragma once

#include <functional>
#include <map>
#include <optional>
#include <vector>

#include "reader/canonical_loop.hpp"
#include "reader/clauses.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Tasks, and what waits for them. The thread that meets a task executes it at once; acts say where it begins
/// and what orders it.
class Tasks : public Reader {
  public:
    using Reader::Reader;

    /// Whether it is a directive of tasks, which has been read.
    bool directive(const ast::OMPExecutableDirective* directive);
    /// Whether the variable is in memory since tasks share it, or depend on it.
    bool needs_memory(const ast::VarDecl* v) const;
    /// A private number that needs memory; `initial` may be null.
    void own_number(const ast::DeclRefExpr* name, Expr initial);
    /// Here is a new object of the thread: what was there before was another one.
    void note_object(BufferId buffer, const Expr& base, std::int64_t cells, ast::SourceLocation where);
    /// It ends with what is around its declaration.
    void note_automatic(const ast::VarDecl* v, const Pointer& object);
    /// Objects that are declared in the called function end with it.
    bool has_scope(const ast::FunctionDecl* callee) const;
    void act(TeamAct action, ast::SourceLocation where);
    /// Several levels of threads may be active.
    void will_nest(bool is) { allows_nesting_ = is; }
    bool allows_nesting() const { return allows_nesting_; }
    /// Whether the region, inside of a region, has threads of its own.
    bool has_inner_team(const ast::OMPExecutableDirective* directive) const;
    void inner_region(const ast::OMPExecutableDirective* directive);
    /// Constructs that must stand directly in such a region.
    static bool is_of_inner_team(llvm::omp::Directive kind);
    /// What `read` reads has partial values, by `in_reduction` of a target region.
    void reduce(const ast::OMPExecutableDirective* directive, const std::function<void()>& read);
    /// `omp_in_final`.
    Expr in_final(const ast::CallExpr* e);
    /// `omp_fulfill_event`.
    void fulfil(const ast::CallExpr* e);

  private:
    /// Whether tasks of a construct wait for their parent, or make others that do.
    struct Conditions {
        Expr deferred;  ///< null: they are
        Expr final;     ///< null: they are not
    };
    /// A partial value of a task, and where it goes.
    struct PartOfSum {
        ReductionOperator by;
        VariableId partial;
        Place original;
        std::uint64_t identity_bits = 0;
        // Of an array: `original` is its first element that is reduced.
        std::optional<Pointer> array = {};  ///< this one of the partial values
        Expr elements = {};
    };
    struct Loop;

    /// Whether observers know of objects of threads, which their tasks may share.
    bool follows_objects() const;
    void note_name(const ast::VarDecl* v, const Pointer& object);
    bool is_alone() const { return here_.alone || here_.team == nullptr; }
    void act_about(const Expr& value, TeamAct action, ast::SourceLocation where);
    void store_about(const Expr& value, ast::SourceLocation where);
    void task(const ast::OMPExecutableDirective* directive);
    void wait(const ast::OMPExecutableDirective* directive);
    void group(const ast::OMPExecutableDirective* directive);
    Conditions conditions(const ast::OMPExecutableDirective* directive);
    void begin(const Conditions& conditions, ast::SourceLocation where);
    /// Returns what the variable of `omp_in_final` was before; null: it is not requested.
    Expr begin_final(const Conditions& conditions, ast::SourceLocation where);
    void end_final(const Expr& before, ast::SourceLocation where);
    Expr final_variable(ast::SourceLocation where);
    void depend(const ast::OMPDependClause* clause);
    void depend(TeamAct kind, const ast::Expr* e);
    void depobj(const ast::OMPDepobjDirective* directive);
    Expr place_of_dependence(const ast::Expr* e);
    Pointer start(const ast::Expr* e);
    void iterate(const ast::OMPIteratorExpr* iterators, unsigned from, const std::function<void()>& body);
    void own_variables(const ast::OMPExecutableDirective* directive);
    void first_private(const ast::DeclRefExpr* name, const ast::Stmt* body);
    void copy_array(const Pointer& to, const Pointer& from, const ast::DeclRefExpr* name);
    void detach(const ast::OMPDetachClause* clause);
    PartOfSum array_sum(const ReductionOperator& by, const ast::Expr* e);
    template <typename Clause>
    void begin_sums(const Clause* clause, std::vector<PartOfSum>& sums);
    void end_sums(const std::vector<PartOfSum>& sums, ast::SourceLocation where);
    void add_to(const Place& to, const ReductionOperator& by, const Expr& partial, ast::SourceLocation where);
    void loop(const ast::OMPLoopDirective* directive);
    void loop(const ast::OMPLoopDirective* directive, const Conditions& when, bool waits);
    /// A region with an inner team, while it is read.
    struct Inner {
        const ast::OMPExecutableDirective* directive;
        Conditions when;
        Expr count;  ///< of threads
    };
    void inner_team(const Inner& inner);
    void inner_body(const Inner& inner);
    void inner_construct(const Inner& inner, const ast::OMPExecutableDirective* directive);
    void inner_sections(const Inner& inner, const ast::OMPExecutableDirective* directive);
    void inner_threads(const Inner& inner, const std::function<void()>& read);
    void repeat(const std::vector<const ast::DeclStmt*>& declarations, const ast::Stmt* s);
    [[noreturn]] void fail_to_keep(const ast::VarDecl* v, ast::SourceLocation where) const;
    void check_kept_values(const Inner& inner, const std::vector<const ast::Stmt*>& parts) const;
    static bool is_counter(const ast::OMPExecutableDirective* directive, const ast::VarDecl* v);
    Expr chunk_of_threads(const ast::OMPLoopDirective* directive, const Expr& count);
    Expr is_one_task(const ast::OMPLoopDirective* directive, const Expr& count);
    void read_clauses(const ast::OMPLoopDirective* directive, Loop& l);
    void iterations(const Loop& l, ast::SourceLocation where);
    void end_iteration(const Loop& l, const Expr& number, ast::SourceLocation where);

    /// A `depobj`, as it was initialised last in the text.
    struct Depobj {
        TeamAct kind = TeamAct::depend_out;
        Expr place;
    };
    std::map<const ast::VarDecl*, Depobj> depobjs_;
    std::map<const ast::VarDecl*, std::int64_t> names_;  ///< stand for addresses of what is not in memory
    std::optional<VariableId> final_of_host_;
    bool allows_nesting_ = false;
};

}  // namespace musimd::reader

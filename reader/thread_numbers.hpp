#pragma once

#include <cstdint>
#include <optional>

#include "reader/reader.hpp"

namespace musimd::reader {

constexpr std::uint32_t kMaxTeams = 1024;

/// How many threads regions have, and the clause or call that says so.
class ThreadNumbers : public Reader {
  public:
    /// `usual`: of a region that names no number.
    ThreadNumbers(Readers& readers, std::uint32_t usual) : Reader(readers), usual_threads_(usual) {}
    /// Whether the function sets the number of threads.
    void will_be_set(bool is) { sets_number_ = is; }

    Expr number_of_threads(const ast::OMPExecutableDirective* directive);
    /// A parallel region begins; the surroundings know it.
    void enter(const ast::OMPExecutableDirective* directive, bool asks_threads);
    /// The number that clauses or calls say, or null if they say nothing: then there are several.
    Expr known_threads(const ast::OMPExecutableDirective* directive);
    /// How many threads, of all teams, share the iterations of a parallel loop; null: several.
    Expr known_sharers(const ast::OMPExecutableDirective* directive);
    Expr count_of_teams(const ast::OMPExecutableDirective* directive);
    std::uint32_t number_of_teams(const ast::OMPExecutableDirective* directive) const;
    Expr set_default_threads(const ast::CallExpr* e);
    Expr default_threads(SourcePoint at);
    Expr own_now(ast::SourceLocation where);
    void set_own(const Expr& count, ast::SourceLocation where);
    Expr thread_query(const ast::CallExpr* e, bool number);
    std::optional<std::int64_t> omp_constant(llvm::StringRef name) const;
    /// `omp_get_team_num` and `omp_get_num_teams`, where the teams are known; else null.
    Expr team_query(const ast::CallExpr* e, bool number) const;

  private:
    Expr own_threads(ast::SourceLocation where);
    Expr default_of_program(SourcePoint at);
    Expr inner_query(const ast::CallExpr* e, bool number);
    Expr if_parallel(const ast::OMPExecutableDirective* directive, Expr count);

    std::uint32_t usual_threads_;
    bool sets_number_ = false;  ///< the function sets the number of threads
    std::optional<VariableId> default_threads_;
};

}  // namespace musimd::reader

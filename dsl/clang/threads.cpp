#include "dsl/clang/body_reader.hpp"

// Parallel regions in which each thread runs the same code, without constructs that share work or wait: they
// are parallel loops over the numbers of the threads. Parallel sections are loops over the sections.

namespace musimd::dsl::clang {

/// Each thread runs the statement: an iteration of a loop over their numbers.
void BodyReader::threads(const ast::OMPExecutableDirective* directive) {
    function_.counts_threads = true;
    threads(directive, number_of_threads(directive), [&] { statement(directive->getRawStmt()); });
}

/// The same for teams, of which there are 2 if nothing says otherwise.
void BodyReader::threads_of_teams(const ast::OMPExecutableDirective* directive) {
    function_.counts_threads = true;
    Expr count = literal(Type::i64, 2, context_.line(directive->getBeginLoc()));
    if (const auto* clause = directive->getSingleClause<ast::OMPNumTeamsClause>())
        count = settle(as_i64(value(clause->getNumTeams())), clause->getNumTeams());
    threads(directive, count, [&] {
        here_.threads = nullptr;  // each is the only thread of its team
        statement(directive->getRawStmt());
    });
}

void BodyReader::sections(const ast::OMPExecutableDirective* directive) {
    std::vector<const ast::Stmt*> parts;
    for (const ast::Stmt* part : llvm::cast<ast::CompoundStmt>(directive->getRawStmt())->body()) {
        const auto* section = llvm::dyn_cast<ast::OMPSectionDirective>(part);
        parts.push_back(section == nullptr ? part : section->getRawStmt());
    }
    Expr count = literal(Type::i64, parts.size(), context_.line(directive->getBeginLoc()));
    threads(directive, count, [&] {
        for (std::size_t k = 0; k < parts.size(); ++k) {
            Block body = block([&] { statement(parts[k]); });
            of_thread(k, std::move(body), parts[k]->getBeginLoc());
        }
    });
}

/// Only this thread runs the block.
void BodyReader::of_thread(std::uint64_t number, Block body, ast::SourceLocation where) {
    Statement& result = emit(Statement::Kind::if_, where);
    result.value = apply(Function::eq, {element_number(result.line), literal(Type::i64, number, result.line)},
                         true, result.line);
    result.body = std::move(body);
}

void BodyReader::threads(const ast::OMPExecutableDirective* directive, const Expr& count,
                         const std::function<void()>& read) {
    const Scope scope(here_);
    const Clauses found = clauses(directive, false);
    here_.threads = count;
    parallel(
        {directive, found, count, 0, {}}, [&] { privatize(found); }, read);
}

/// `omp_get_thread_num` and `omp_get_num_threads`.
Expr BodyReader::thread_query(const ast::CallExpr* e, bool number) {
    if (here_.region == 0 || here_.alone) return literal(Type::i32, number ? 0 : 1, line(e));
    if (here_.threads == nullptr)
        context_.fail(e->getExprLoc(),
                      "this is not supported yet in a parallel loop, whose iterations any thread may run");
    function_.counts_threads = true;
    return convert(number ? element_number(line(e)) : here_.threads, Type::i32, line(e));
}

}  // namespace musimd::dsl::clang

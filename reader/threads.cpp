#include "reader/readers.hpp"
#include "reader/survey.hpp"

// Parallel regions in which each thread runs the same code, without constructs that share work or wait: they
// are parallel loops over the numbers of the threads. Parallel sections are loops over the sections.

namespace musimd::reader {

/// An iteration of a loop over the numbers of the threads.
void Threads::region(const ast::OMPExecutableDirective* directive, const std::function<void()>& read) {
    function_.counts_threads = true;
    const Expr count = readers_.thread_numbers.number_of_threads(directive);
    const llvm::SaveAndRestore level(here_.level, here_.level + 1);
    const llvm::SaveAndRestore threads(here_.level_threads, count);
    region(directive, count, "thread", read);
}

/// The same for teams, of which there are 2 if nothing says otherwise.
void Threads::threads_of_teams(const ast::OMPExecutableDirective* directive) {
    function_.counts_threads = true;
    const Expr count = readers_.thread_numbers.count_of_teams(directive);
    region(directive, count, "team", [&] {
        here_.threads = nullptr;  // each is the only thread of its team
        here_.team_count = count;
        here_.team_number = settled(element_number(count->line), directive->getBeginLoc());
        statement(directive->getRawStmt());
    });
}

void Threads::sections(const ast::OMPExecutableDirective* directive) {
    std::vector<const ast::Stmt*> parts;
    for (const ast::Stmt* part : llvm::cast<ast::CompoundStmt>(directive->getRawStmt())->body()) {
        const auto* section = llvm::dyn_cast<ast::OMPSectionDirective>(part);
        parts.push_back(section == nullptr ? part : section->getRawStmt());
    }
    Expr count = literal(Type::i64, parts.size(), context_.line(directive->getBeginLoc()));
    const llvm::SaveAndRestore level(here_.level, here_.level);
    const llvm::SaveAndRestore threads(here_.level_threads, here_.level_threads);
    if (ast::isOpenMPParallelDirective(directive->getDirectiveKind()))
        readers_.thread_numbers.enter(directive, survey(directive->getRawStmt()).asks_threads);
    region(directive, count, "section", [&] {
        for (std::size_t k = 0; k < parts.size(); ++k) {
            Block body = block([&] { statement(parts[k]); });
            of_thread(k, std::move(body), parts[k]->getBeginLoc());
        }
    });
}

/// Only this thread runs the block.
void Threads::of_thread(std::uint64_t number, Block body, ast::SourceLocation where) {
    Statement& result = emit(Statement::Kind::if_, where);
    result.value = apply(Function::eq, {element_number(result.line), literal(Type::i64, number, result.line)},
                         true, result.line);
    result.body = std::move(body);
}

void Threads::region(const ast::OMPExecutableDirective* directive, const Expr& count, const char* part,
                     const std::function<void()>& read) {
    const NestedScope scope(here_);
    const Clauses found = readers_.clauses.read(directive, false);
    here_.threads = count;
    readers_.parallel_loops.parallel(
        {.directive = directive, .clauses = found, .count = count, .loops = {}, .part = part},
        [&] { readers_.privates.privatize(found); }, read);
}

}  // namespace musimd::reader

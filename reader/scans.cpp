#include "reader/scans.hpp"

#include "reader/readers.hpp"

// `reduction(inscan, …)` of parallel loops.

namespace musimd::reader {
namespace {

Pointer at_number(Pointer p, const Expr& number, SourcePoint at) {
    p.index = plus(p.index, number, at);
    return p;
}

bool is_inclusive(const ast::OMPScanDirective* scan) {
    return scan->hasClausesOfKind<ast::OMPInclusiveClause>();
}

}  // namespace

const ast::OMPScanDirective* scan_in(const ast::Stmt* body) {
    const auto* list = llvm::dyn_cast<ast::CompoundStmt>(body);
    if (list == nullptr) return llvm::dyn_cast<ast::OMPScanDirective>(body);
    for (const ast::Stmt* part : list->body()) {
        if (const auto* scan = llvm::dyn_cast<ast::OMPScanDirective>(part)) return scan;
    }
    return nullptr;
}

std::vector<const ast::OMPReductionClause*> Scans::take(Clauses& found) {
    std::vector<const ast::OMPReductionClause*> result;
    std::erase_if(found.reductions, [&](const ast::OMPReductionClause* clause) {
        const bool is = clause->getModifier() == ast::OMPC_REDUCTION_inscan;
        if (is) result.push_back(clause);
        return is;
    });
    return result;
}

std::vector<ScanVariable> Scans::begin(const std::vector<const ast::OMPReductionClause*>& clauses,
                                       const Expr& count, Block& outside) {
    std::vector<ScanVariable> result;
    for (const ast::OMPReductionClause* clause : clauses) {
        for (const ast::Expr* e : clause->varlists()) {
            attempt([&] {
                const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts());
                if (name == nullptr || !context_.number(name->getType()) ||
                    declared_reduction(clause, e) != nullptr)
                    context_.fail(e->getExprLoc(),
                                  "`inscan` of a parallel loop is supported only for numbers and operators");
                check_assignable(name);
                ScanVariable s{.name = name,
                               .by = readers_.clauses.operator_of_reduction(clause),
                               .original = place(name),
                               .memory = {}};
                into(outside, [&] {
                    s.memory = emitter_.new_array("scan_" + name->getDecl()->getNameAsString(),
                                                  s.original.type, count, false, name->getExprLoc());
                });
                result.push_back(std::move(s));
            });
        }
    }
    return result;
}

VariableId Scans::own_variable(const ScanVariable& s, Expr first) {
    const VariableId own =
        new_variable(s.name->getDecl()->getNameAsString(), ValueType::number(s.original.type));
    declare(own, std::move(first), s.name->getExprLoc());
    readers_.bindings.note_region(own, here_.region);
    bind(named_variable(s.name), {.kind = Binding::Kind::variable,
                                  .variable = own,
                                  .pointer = {},
                                  .value = {},
                                  .region = here_.region});
    return own;
}

void Scans::input_phase(const std::vector<ScanVariable>& scanned, const Expr& number, const ast::Stmt* body) {
    std::vector<VariableId> own;
    for (const ScanVariable& s : scanned)
        own.push_back(
            own_variable(s, literal(s.original.type, s.by.identity(s.original.type), line(s.name))));
    Block inside = block([&] { read_phase(body, true); });  // a call, because `continue` ends it alone
    emit(Statement::Kind::call, body->getBeginLoc()).body = std::move(inside);
    for (std::size_t i = 0; i < scanned.size(); ++i) {
        const ScanVariable& s = scanned[i];
        const Expr added = read(own[i], ValueType::number(s.original.type), line(s.name));
        store(at_number(s.memory, number, line(s.name)), added, s.name->getExprLoc());
    }
}

void Scans::scan_phase(const std::vector<ScanVariable>& scanned, const Expr& number, const ast::Stmt* body) {
    for (const ScanVariable& s : scanned) {
        const Pointer at = at_number(s.memory, number, line(s.name));
        own_variable(s, readers_.places.element_of(at, s.original.type, line(s.name)));
    }
    read_phase(body, false);
}

void Scans::between(const std::vector<ScanVariable>& scanned, const Expr& count, const ast::Stmt* body) {
    const ast::OMPScanDirective* scan = scan_in(body);
    for (const ScanVariable& s : scanned) {
        const ast::SourceLocation where = s.name->getExprLoc();
        const SourcePoint at = line(s.name);
        const Expr sum = settled(read_place(s.original, s.name), where);
        emitter_.count_up(count, where, [&](const Expr& k) {
            const Pointer here = at_number(s.memory, k, at);
            const Expr added = settled(readers_.places.element_of(here, s.original.type, at), where);
            if (!is_inclusive(scan)) store(here, sum, where);
            set(sum->variable, s.by.combined(sum, added, at), where);
            if (is_inclusive(scan)) store(here, sum, where);
        });
        write_place(s.original, sum, s.name);
    }
}

/// What comes before `scan`, or after it.
void Scans::read_phase(const ast::Stmt* body, bool is_input) {
    const ast::OMPScanDirective* scan = scan_in(body);
    const auto* list = llvm::dyn_cast<ast::CompoundStmt>(body);
    if (list == nullptr || scan == nullptr)
        context_.fail(body->getBeginLoc(), "`scan` must be a statement of the body of the loop");
    const bool wants_first = is_input == is_inclusive(scan);
    bool is_first = true;
    for (const ast::Stmt* part : list->body()) {
        if (part == scan)
            is_first = false;
        else if (is_first == wants_first)
            statement(part);
    }
}

}  // namespace musimd::reader

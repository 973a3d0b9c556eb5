#include <clang/AST/DeclCXX.h>
#include <clang/AST/StmtCXX.h>

#include "reader/readers.hpp"
#include "reader/survey.hpp"

// Conditionals, loops, and how control leaves them.

namespace musimd::reader {
namespace {

std::string name_of(const ast::Stmt* s) {
    switch (s->getStmtClass()) {
        case ast::Stmt::GotoStmtClass:
        case ast::Stmt::IndirectGotoStmtClass:
            return "`goto`";
        case ast::Stmt::LabelStmtClass:
        case ast::Stmt::CaseStmtClass:
        case ast::Stmt::DefaultStmtClass:
            return "a label";
        case ast::Stmt::GCCAsmStmtClass:
            return "`asm`";
        case ast::Stmt::CXXTryStmtClass:
            return "`try`";
        default:  // of Clang's statements, not ours
            return "this statement";
    }
}

/// What has the same meaning in every region.
bool is_plain(const ast::OMPExecutableDirective* directive) {
    return (llvm::isa<ast::OMPOrderedDirective>(directive) && is_ordered_simd(directive)) ||
           llvm::isa<ast::OMPScanDirective>(directive);
}

}  // namespace

bool continues(const ast::Stmt* s) {
    if (s == nullptr || llvm::isa<ast::ForStmt, ast::WhileStmt, ast::DoStmt, ast::Expr>(s)) return false;
    if (llvm::isa<ast::ContinueStmt>(s)) return true;
    return std::ranges::any_of(s->children(), [](const ast::Stmt* part) { return continues(part); });
}

void Statements::statement(const ast::Stmt* s) {
    if (s == nullptr || llvm::isa<ast::NullStmt>(s)) return;
    if (here_.depth > Surroundings::kMaxDepth)
        context_.fail(s->getBeginLoc(),
                      "more than " + std::to_string(Surroundings::kMaxDepth) + " nested statements");
    const llvm::SaveAndRestore deeper(here_.depth, here_.depth + 1);
    attempt([&] {
        if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s)) {
            if (Jumps::has_labels(list)) return readers_.jumps.list(list);
            const std::size_t living = readers_.destructors.living();
            for (const ast::Stmt* part : list->body()) statement(part);
            readers_.destructors.end_scope(living, list->getRBracLoc());
        } else if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) {
            for (const ast::Decl* d : declarations->decls()) {
                if (const auto* v = llvm::dyn_cast<ast::VarDecl>(d))
                    attempt([&] { readers_.declarations.declaration(v); });
                const auto* whole = llvm::dyn_cast<ast::DecompositionDecl>(d);
                for (const ast::BindingDecl* part :
                     whole == nullptr ? llvm::ArrayRef<ast::BindingDecl*>() : whole->bindings()) {
                    if (const ast::VarDecl* v = part->getHoldingVar())  // what `get` of a tuple returns
                        attempt([&] { readers_.declarations.declaration(v); });
                }
            }
        } else if (const auto* attributed = llvm::dyn_cast<ast::AttributedStmt>(s)) {
            statement(attributed->getSubStmt());
        } else if (const auto* expression = llvm::dyn_cast<ast::Expr>(s)) {
            effects(expression);
        } else if (const auto* if_ = llvm::dyn_cast<ast::IfStmt>(s)) {
            conditional(if_);
        } else if (const auto* while_ = llvm::dyn_cast<ast::WhileStmt>(s)) {
            while_loop(while_);
        } else if (const auto* do_ = llvm::dyn_cast<ast::DoStmt>(s)) {
            do_loop(do_);
        } else if (const auto* for_ = llvm::dyn_cast<ast::ForStmt>(s)) {
            for_loop(for_);
        } else if (const auto* range = llvm::dyn_cast<ast::CXXForRangeStmt>(s)) {
            range_for(range);
        } else if (const auto* choice = llvm::dyn_cast<ast::SwitchStmt>(s)) {
            readers_.switches.switch_(choice);
        } else if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s);
                   directive != nullptr && here_.region == 0) {
            readers_.host_directives.host_directive(directive);
        } else if (directive != nullptr && here_.team != nullptr && !is_plain(directive) &&
                   readers_.regions.team_directive(directive)) {
            // It has been read.
        } else if (directive != nullptr && readers_.device.of_thread(directive)) {
            // The same.
        } else if (llvm::isa<ast::OMPSimdDirective, ast::OMPGenericLoopDirective>(s)) {
            readers_.simd_loops.simd_loop(llvm::cast<ast::OMPLoopDirective>(s));
        } else if (here_.threads != nullptr &&
                   llvm::isa<ast::OMPMasterDirective, ast::OMPMaskedDirective>(s)) {
            readers_.regions.masked(llvm::cast<ast::OMPExecutableDirective>(s));
        } else if (directive != nullptr && readers_.tasks.directive(directive)) {
            // Likewise.
        } else if (const auto* changed = llvm::dyn_cast<ast::OMPLoopTransformationDirective>(s)) {
            readers_.loops.transformation(changed);
        } else if (const auto* error = llvm::dyn_cast<ast::OMPErrorDirective>(s)) {
            readers_.host_directives.error(error);
        } else if (llvm::isa<ast::OMPScanDirective>(s)) {
            // The iterations are executed in the order of C.
        } else if (const auto* ordered = llvm::dyn_cast<ast::OMPOrderedDirective>(s);
                   ordered != nullptr && is_ordered_simd(ordered)) {
            readers_.in_order.ordered_simd(ordered);
        } else if (llvm::isa<ast::OMPFlushDirective>(s)) {
            // Memory is sequentially consistent.
        } else if (const auto* atomically = llvm::dyn_cast<ast::OMPAtomicDirective>(s)) {
            readers_.atomics.atomic(atomically);
        } else if (llvm::isa<ast::BreakStmt, ast::ContinueStmt>(s)) {
            leave(s);
        } else if (const auto* back = llvm::dyn_cast<ast::ReturnStmt>(s)) {
            return_(back);
        } else if (const auto* jump = llvm::dyn_cast<ast::GotoStmt>(s)) {
            readers_.jumps.jump(jump);
        } else if (const auto* assembly = llvm::dyn_cast<ast::GCCAsmStmt>(s);
                   assembly && kernel_ != nullptr) {
            readers_.ptx.assembly(assembly);
        } else if (assembly != nullptr && is_clock(assembly)) {
            for (unsigned i = 0; i < assembly->getNumOutputs(); ++i) set_to_zero(assembly->getOutputExpr(i));
        } else if (const auto* attempted = llvm::dyn_cast<ast::CXXTryStmt>(s);
                   attempted && kernel_ == nullptr) {
            readers_.exceptions.try_(attempted);
        } else {
            unsupported(s);
        }
    });
}

/// What sets nothing, or the time: it is always 0.
bool Statements::is_clock(const ast::GCCAsmStmt* s) {
    const llvm::StringRef text = s->getAsmString()->getString();
    return text.trim().empty() || (text.trim().starts_with("rdtsc") && s->getNumInputs() == 0);
}

void Statements::set_to_zero(const ast::Expr* number) {
    const Place to = place(number);
    write_place(to, literal(to.type, 0, line(number)), number);
}

void Statements::unsupported(const ast::Stmt* s) const {
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
        const llvm::StringRef name = llvm::omp::getOpenMPDirectiveName(directive->getDirectiveKind());
        context_.fail(s->getBeginLoc(),
                      "`#pragma omp " + name.str() +
                          "` is not supported yet in a parallel loop; `simd` and `atomic` are");
    }
    context_.fail(s->getBeginLoc(),
                  name_of(s) + " is not supported yet" +
                      (here_.region == 0 || kernel_ != nullptr ? "" : " in a parallel loop"));
}

void Statements::conditional(const ast::IfStmt* s) {
    if (readers_.everywhere.everywhere_block(s)) return;
    Expr test = literal(true);
    if (s->getInit() != nullptr) statement(s->getInit());
    if (s->getConditionVariableDeclStmt() != nullptr) statement(s->getConditionVariableDeclStmt());
    if (s->isConstexpr()) {
        const auto holds = context_.integer(s->getCond());
        return statement(holds && *holds != 0 ? s->getThen() : s->getElse());
    }
    if (const auto known = readers_.library.known_condition(s->getCond()))
        return statement(*known ? s->getThen() : s->getElse());
    attempt([&] { test = condition(s->getCond()); });
    Block then = block([&] { statement(s->getThen()); });
    Block otherwise = block([&] { statement(s->getElse()); });
    Statement& result = emit(Statement::Kind::if_, s->getBeginLoc());
    result.value = std::move(test);
    result.body = std::move(then);
    result.otherwise = std::move(otherwise);
}

// ---- loops

void Statements::while_loop(const ast::WhileStmt* s) {
    loop(s, s->getCond(), {s->getBody()}, nullptr);
}

void Statements::for_loop(const ast::ForStmt* s) {
    statement(s->getInit());
    loop(s, s->getCond(), {s->getBody()}, s->getInc());
}

void Statements::loop(const ast::Stmt* s, const ast::Expr* test, const std::vector<const ast::Stmt*>& body,
                      const ast::Expr* step) {
    Expr goes_on = literal(true, context_.line(s->getBeginLoc()));
    Block head = block([&] {
        if (test != nullptr) attempt([&] { goes_on = condition(test); });
    });
    Block inside = block_in(Around::loop, [&] {
        for (const ast::Stmt* part : body) statement(part);
    });
    Block after = block([&] { statement(step); });
    Statement& result = emit(Statement::Kind::while_, s->getBeginLoc());
    result.head = std::move(head);
    result.value = std::move(goes_on);
    result.body = std::move(inside);
    result.step = std::move(after);
}

// `continue` goes to the condition, which is therefore computed in the step.
void Statements::do_loop(const ast::DoStmt* s) {
    const VariableId again = new_variable("again", ValueType::of_condition());
    declare(again, literal(true, context_.line(s->getBeginLoc())), s->getBeginLoc());
    Block inside = block_in(Around::loop, [&] { statement(s->getBody()); });
    Block after =
        block([&] { attempt([&] { set(again, condition(s->getCond()), s->getCond()->getBeginLoc()); }); });
    Statement& result = emit(Statement::Kind::while_, s->getBeginLoc());
    result.value = read(again, ValueType::of_condition(), result.line);
    result.body = std::move(inside);
    result.step = std::move(after);
}

void Statements::leave(const ast::Stmt* s) {
    const Around inside = here_.around.back();
    readers_.destructors.leave_loop(s->getBeginLoc(), llvm::isa<ast::BreakStmt>(s));
    if (llvm::isa<ast::ContinueStmt>(s)) return continue_(s);
    if (inside == Around::segment) return readers_.jumps.leave(s);
    readers_.everywhere.must_not_leave_everywhere(s->getBeginLoc(), "break");
    if (inside != Around::loop && inside != Around::switch_)
        // Clang reports it, unless in a part that it does not check
        context_.fail(s->getBeginLoc(), "`break` cannot leave a parallel or simd loop");
    emit(Statement::Kind::break_, s->getBeginLoc());
}

void Statements::continue_(const ast::Stmt* s) {
    const ast::SourceLocation where = s->getBeginLoc();
    readers_.everywhere.must_not_leave_everywhere(where, "continue");
    if (here_.around.back() == Around::segment) return readers_.jumps.leave(s);
    if (here_.around.back() == Around::switch_) {
        set(readers_.switches.continue_flag(), literal(true, context_.line(where)), where);
        emit(Statement::Kind::break_, where);
        return;
    }
    // Of a parallel loop: the rest of this iteration is all that there is.
    const bool ends_iteration = here_.around.back() == Around::parallel;
    emit(ends_iteration ? Statement::Kind::return_ : Statement::Kind::continue_, where);
}

void Statements::return_(const ast::ReturnStmt* s) {
    for (auto at = here_.around.rbegin(); at != here_.around.rend() && *at != Around::call; ++at) {
        if (*at == Around::simd || *at == Around::parallel)
            context_.fail(s->getBeginLoc(), "`return` cannot leave a parallel or simd loop");
        if (*at == Around::everywhere)
            context_.fail(s->getBeginLoc(),
                          "`return` cannot leave an `everywhere` block; let the block set a "
                          "variable, and return after it");
    }
    if (kernel_ != nullptr && readers_.calls.is_in_outermost()) {
        readers_.device_calls.end_of_thread(s->getBeginLoc());
        emit(Statement::Kind::instruction, s->getBeginLoc()).instruction = {.opcode = Opcode::exit};
        return;
    }
    if (const ast::Expr* e = s->getRetValue()) {
        const std::optional<Pointer> to = readers_.calls.current().structure;
        const ast::VarDecl* same = s->getNRVOCandidate();
        if (to && same != nullptr && same->isNRVOVariable() && readers_.destructors.working(same->getType()))
            ;  // it has been made there
        else if (to && !is_copyable(e->getType()))
            initialise(*to, e->getType(), e);
        else if (to)
            readers_.objects.copy_structure(*to, e->getType(), e);
        else if (readers_.calls.current().result && kernel_ != nullptr && e->getType()->isPointerType() &&
                 !readers_.calls.current().wanted)
            return_pointer(e);
        else if (readers_.calls.current().result)
            set(*readers_.calls.current().result, readers_.calls.returned_value(e), s->getBeginLoc());
        else if (readers_.calls.current().function->getReturnType()->isReferenceType())
            readers_.calls.return_reference(e);
        else
            effects(e);
    }
    readers_.destructors.leave_call(s->getBeginLoc());
    end_call(s);
}

void Statements::return_pointer(const ast::Expr* e) {
    if (auto address = readers_.calls.return_pointer(e))
        set(*readers_.calls.current().result, *std::move(address), e->getExprLoc());
}

void Statements::end_call(const ast::ReturnStmt* s) {
    if (readers_.jumps.is_in_segment()) return readers_.jumps.leave(s);
    emit(Statement::Kind::return_, s->getBeginLoc());
}

void Statements::leave_list(const ast::Stmt* s) {
    if (const auto* back = llvm::dyn_cast<ast::ReturnStmt>(s)) return end_call(back);
    if (const auto* jump = llvm::dyn_cast<ast::GotoStmt>(s)) return readers_.jumps.jump(jump);
    if (llvm::isa<ast::SwitchStmt>(s)) return continue_(s);  // of a `continue` in it
    leave(s);
}

void Statements::range_for(const ast::CXXForRangeStmt* s) {
    for (const ast::Stmt* part :
         {static_cast<const ast::Stmt*>(s->getInit()), static_cast<const ast::Stmt*>(s->getRangeStmt()),
          static_cast<const ast::Stmt*>(s->getBeginStmt()), static_cast<const ast::Stmt*>(s->getEndStmt())})
        statement(part);
    loop(s, s->getCond(), {s->getLoopVarStmt(), s->getBody()}, s->getInc());
}

}  // namespace musimd::reader

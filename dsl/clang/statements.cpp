#include <clang/AST/StmtCXX.h>

#include "dsl/clang/body_reader.hpp"

// Declarations, conditionals, loops, and how control leaves them.

namespace musimd::dsl::clang {
namespace {

constexpr unsigned kMaxDepth = 1000;
constexpr unsigned kMaxStatements = 100'000;

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

}  // namespace

bool continues(const ast::Stmt* s) {
    if (s == nullptr || llvm::isa<ast::ForStmt, ast::WhileStmt, ast::DoStmt, ast::Expr>(s)) return false;
    if (llvm::isa<ast::ContinueStmt>(s)) return true;
    return std::ranges::any_of(s->children(), [](const ast::Stmt* part) { return continues(part); });
}

// ---- writing

Statement& BodyReader::emit(Statement::Kind kind, ast::SourceLocation where) {
    if (++statements_ > kMaxStatements) {
        context_.report(where, "more than " + std::to_string(kMaxStatements) +
                                   " statements, including those of called functions");
        throw TooLarge{};
    }
    Statement& result = out_->emplace_back();
    result.kind = kind;
    result.line = context_.line(where);
    return result;
}

VariableId BodyReader::new_variable(std::string name, ValueType type) {
    function_.variables.push_back({std::move(name), type});
    return static_cast<VariableId>(function_.variables.size() - 1);
}

void BodyReader::declare(VariableId v, Expr value, ast::SourceLocation where) {
    Statement& s = emit(Statement::Kind::declare, where);
    s.variable = v;
    s.value = std::move(value);
}

void BodyReader::set(VariableId v, Expr value, ast::SourceLocation where) {
    Statement& s = emit(Statement::Kind::set, where);
    s.variable = v;
    s.value = std::move(value);
    if (const auto flag = flags_.find(v); flag != flags_.end())
        set(flag->second, literal(Type::u8, 1, context_.line(where)), where);
}

// ---- statements

void BodyReader::statement(const ast::Stmt* s) {
    if (s == nullptr || llvm::isa<ast::NullStmt>(s)) return;
    if (here_.depth > kMaxDepth)
        context_.fail(s->getBeginLoc(), "more than " + std::to_string(kMaxDepth) + " nested statements");
    const llvm::SaveAndRestore deeper(here_.depth, here_.depth + 1);
    attempt([&] {
        if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s)) {
            for (const ast::Stmt* part : list->body()) statement(part);
        } else if (const auto* declarations = llvm::dyn_cast<ast::DeclStmt>(s)) {
            for (const ast::Decl* d : declarations->decls()) {
                if (const auto* v = llvm::dyn_cast<ast::VarDecl>(d)) attempt([&] { declaration(v); });
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
            switch_(choice);
        } else if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s);
                   directive != nullptr && here_.region == 0) {
            host_directive(directive);
        } else if (directive != nullptr && here_.team != nullptr && team_directive(directive)) {
            // It has been read.
        } else if (const auto* simd = llvm::dyn_cast<ast::OMPSimdDirective>(s)) {
            simd_loop(simd);
        } else if (here_.threads != nullptr &&
                   llvm::isa<ast::OMPMasterDirective, ast::OMPMaskedDirective>(s)) {
            const auto* first = llvm::cast<ast::OMPExecutableDirective>(s);
            of_thread(0, block([&] { statement(first->getRawStmt()); }), s->getBeginLoc());
        } else if (llvm::isa<ast::OMPFlushDirective>(s)) {
            // Memory is sequentially consistent.
        } else if (const auto* atomically = llvm::dyn_cast<ast::OMPAtomicDirective>(s)) {
            atomic(atomically);
        } else if (llvm::isa<ast::BreakStmt, ast::ContinueStmt>(s)) {
            leave(s);
        } else if (const auto* back = llvm::dyn_cast<ast::ReturnStmt>(s)) {
            return_(back);
        } else {
            unsupported(s);
        }
    });
}

void BodyReader::unsupported(const ast::Stmt* s) const {
    if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s)) {
        const llvm::StringRef name = llvm::omp::getOpenMPDirectiveName(directive->getDirectiveKind());
        context_.fail(s->getBeginLoc(),
                      "`#pragma omp " + name.str() +
                          "` is not supported yet in a parallel loop; `simd` and `atomic` are");
    }
    if (llvm::isa<ast::GCCAsmStmt>(s) && kernel_ != nullptr)
        context_.fail(s->getBeginLoc(), "`asm` is not supported; CUDA C++ has functions for most of PTX");
    context_.fail(s->getBeginLoc(),
                  name_of(s) + " is not supported yet" +
                      (here_.region == 0 || kernel_ != nullptr ? "" : " in a parallel loop"));
}

void BodyReader::declaration(const ast::VarDecl* v) {
    const ast::QualType type = v->getType();
    if (v->hasExternalStorage() || v->isStaticLocal()) return;  // bound at its first mention
    if (type->isReferenceType()) return bind(v, reference(v->getInit()));
    if (type->isArrayType() && here_.region == 0 && !type->isConstantArrayType()) return array(v, false);
    if (type->isArrayType() || type->isRecordType() || !is_split(v)) return declare_object(v);
    if (type->isPointerType()) return declare_pointer(v);
    context_.number(type, v->getLocation());
    Expr initial = v->getInit() == nullptr ? nullptr : value(v->getInit());
    if (declared_before_.erase(v) == 0) return declare_number(v, std::move(initial));
    if (initial == nullptr) return;
    const Binding& known = here_.bindings.at(v);
    if (known.kind == Binding::Kind::cell) return store(known.pointer, std::move(initial), v->getLocation());
    set(known.variable, std::move(initial), v->getLocation());
}

void BodyReader::declare_number(const ast::VarDecl* v, Expr initial) {
    if (shared_.contains(v) && here_.region == 0) return declare_cell(v, std::move(initial));
    const Type type = scalar(context_, v->getType(), v->getLocation());
    const bool is_result = initial != nullptr && initial->kind == Expression::Kind::variable &&
                           initial->type == ValueType::number(type) && !out_->empty() &&
                           out_->back().kind == Statement::Kind::instruction &&
                           out_->back().variable == initial->variable;
    // The result of an instruction, which may be undefined, is not copied.
    const VariableId id =
        is_result ? initial->variable : new_variable(v->getNameAsString(), ValueType::number(type));
    regions_[id] = here_.region;
    bind(v, {.kind = Binding::Kind::variable,
             .variable = id,
             .pointer = {},
             .value = {},
             .region = here_.region});
    if (!is_result) declare(id, std::move(initial), v->getLocation());
}

void BodyReader::declare_pointer(const ast::VarDecl* v) {
    const ast::Expr* init = v->getInit();
    if (init == nullptr) return declare_number(v, nullptr);
    const auto made = allocation(init, {type_of_memory(v), v->getNameAsString()});
    if (is_assigned(v)) return declare_number(v, made ? address(*made, init) : value(init));
    const Pointer to = made ? *made : settled(pointer(init), init);
    bind(v,
         {.kind = Binding::Kind::pointer, .variable = 0, .pointer = to, .value = {}, .region = here_.region});
}

void BodyReader::conditional(const ast::IfStmt* s) {
    if (everywhere_block(s)) return;
    Expr test = literal(true);
    if (s->getInit() != nullptr) statement(s->getInit());
    if (s->isConstexpr()) {
        const auto holds = context_.integer(s->getCond());
        return statement(holds && *holds != 0 ? s->getThen() : s->getElse());
    }
    if (const auto known = known_condition(s->getCond()))
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

void BodyReader::while_loop(const ast::WhileStmt* s) {
    loop(s, s->getCond(), {s->getBody()}, nullptr);
}

void BodyReader::for_loop(const ast::ForStmt* s) {
    statement(s->getInit());
    loop(s, s->getCond(), {s->getBody()}, s->getInc());
}

void BodyReader::loop(const ast::Stmt* s, const ast::Expr* test, const std::vector<const ast::Stmt*>& body,
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
void BodyReader::do_loop(const ast::DoStmt* s) {
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

void BodyReader::leave(const ast::Stmt* s) {
    if (llvm::isa<ast::ContinueStmt>(s)) return continue_(s->getBeginLoc());
    const Around inside = here_.around.back();
    must_not_leave_everywhere(s->getBeginLoc(), "break");
    if (inside != Around::loop && inside != Around::switch_)
        // Clang reports it, unless in a part that it does not check
        context_.fail(s->getBeginLoc(), "`break` cannot leave a parallel or simd loop");
    emit(Statement::Kind::break_, s->getBeginLoc());
}

void BodyReader::continue_(ast::SourceLocation where) {
    must_not_leave_everywhere(where, "continue");
    if (here_.around.back() == Around::switch_) {
        set(continues_.back(), literal(true, context_.line(where)), where);
        emit(Statement::Kind::break_, where);
        return;
    }
    // Of a parallel loop: the rest of this iteration is all that there is.
    const bool ends_iteration = here_.around.back() == Around::parallel;
    emit(ends_iteration ? Statement::Kind::return_ : Statement::Kind::continue_, where);
}

Expr BodyReader::returned_value(const ast::Expr* e) {
    const std::optional<Wanted> wanted = calls_.back().wanted;
    const auto made = wanted ? allocation(e, *wanted) : std::nullopt;
    return made ? address(*made, e) : value(e);
}

void BodyReader::return_(const ast::ReturnStmt* s) {
    for (auto at = here_.around.rbegin(); at != here_.around.rend() && *at != Around::call; ++at) {
        if (*at == Around::simd || *at == Around::parallel)
            context_.fail(s->getBeginLoc(), "`return` cannot leave a parallel or simd loop");
        if (*at == Around::everywhere)
            context_.fail(s->getBeginLoc(),
                          "`return` cannot leave an `everywhere` block; let the block set a "
                          "variable, and return after it");
    }
    if (kernel_ != nullptr && calls_.size() == 1) {
        end_of_thread(s->getBeginLoc());
        emit(Statement::Kind::instruction, s->getBeginLoc()).instruction = {.opcode = Opcode::exit};
        return;
    }
    if (const ast::Expr* e = s->getRetValue()) {
        const std::optional<Pointer> to = calls_.back().structure;
        if (to && !is_copyable(e->getType()))
            initialise(*to, e->getType(), e);
        else if (to)
            copy_structure(*to, e->getType(), e);
        else if (calls_.back().result)
            set(*calls_.back().result, returned_value(e), s->getBeginLoc());
        else if (calls_.back().function->getReturnType()->isReferenceType())
            return_reference(e);
        else
            effects(e);
    }
    emit(Statement::Kind::return_, s->getBeginLoc());
}

// The body of a simd loop that continues: nothing leaves the body, so it is inside of a loop of one trip.
void BodyReader::one_trip(const ast::ForStmt* loop) {
    const bool wrapped = continues(loop->getBody());
    Block inside = block_in(wrapped ? Around::loop : Around::simd, [&] { statement(loop->getBody()); });
    if (!wrapped) {
        std::ranges::move(inside, std::back_inserter(*out_));
        return;
    }
    once(loop->getBeginLoc(), std::move(inside));
}

void BodyReader::once(ast::SourceLocation where, Block inside) {
    const VariableId once = new_variable("once", ValueType::of_condition());
    declare(once, literal(true, context_.line(where)), where);
    Block after = block([&] { set(once, literal(false, context_.line(where)), where); });
    Statement& result = emit(Statement::Kind::while_, where);
    result.value = read(once, ValueType::of_condition(), result.line);
    result.body = std::move(inside);
    result.step = std::move(after);
}

}  // namespace musimd::dsl::clang

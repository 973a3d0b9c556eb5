#include "dsl/clang/body_reader.hpp"

// Code outside of parallel loops, and directives around them.

namespace musimd::dsl::clang {
namespace {

bool is_parallel_loop(ast::OpenMPDirectiveKind kind) {
    switch (kind) {
        case llvm::omp::OMPD_parallel_for:
        case llvm::omp::OMPD_parallel_for_simd:
        case llvm::omp::OMPD_target_parallel_for:
        case llvm::omp::OMPD_target_parallel_for_simd:
        case llvm::omp::OMPD_teams_distribute_parallel_for:
        case llvm::omp::OMPD_teams_distribute_parallel_for_simd:
        case llvm::omp::OMPD_target_teams_distribute_parallel_for:
        case llvm::omp::OMPD_target_teams_distribute_parallel_for_simd:
            return true;
        default:  // of OpenMP's directives
            return false;
    }
}

/// Clauses that say where data is, on a machine with one memory, or who runs what.
bool has_no_effect(llvm::omp::Clause kind) {
    static constexpr llvm::omp::Clause kNoEffect[] = {
        llvm::omp::OMPC_map,    llvm::omp::OMPC_to,        llvm::omp::OMPC_from,
        llvm::omp::OMPC_device, llvm::omp::OMPC_nowait,    llvm::omp::OMPC_default,
        llvm::omp::OMPC_shared, llvm::omp::OMPC_num_teams, llvm::omp::OMPC_thread_limit};
    return std::ranges::find(kNoEffect, kind) != std::end(kNoEffect);
}

constexpr const char* kLost =
    "its value is lost at the end of the target region; name it in `map(tofrom: …)`";

/// The variables of `map` that a target region may change.
std::set<const ast::VarDecl*> mapped(const ast::OMPExecutableDirective* directive) {
    std::set<const ast::VarDecl*> result;
    for (const auto* clause : directive->getClausesOfKind<ast::OMPMapClause>()) {
        for (const ast::Expr* e : clause->varlists()) result.insert(named_variable(e));
    }
    return result;
}

}  // namespace

void BodyReader::function_body(const ast::FunctionDecl* f) {
    std::optional<VariableId> result;
    if (!f->getReturnType()->isVoidType()) {
        const Type type = context_.number(f->getReturnType(), f->getLocation());
        result = function_.result = new_variable("result", ValueType::number(type));
    }
    calls_.push_back({.function = f, .result = result});
    find_shared(f->getBody());
    sets_number_ = survey(f->getBody()).sets_number;
    function_.body = block_in(Around::call, [&] {
        assigned_parameters(f);
        if (f->isMain() && result) declare(*result, literal(Type::i32, 0), f->getLocation());
        statement(f->getBody());
    });
    calls_.pop_back();
    Block& body = function_.body;
    body.insert(body.begin(), std::make_move_iterator(prologue_.begin()),
                std::make_move_iterator(prologue_.end()));
    if (!body.empty() && body.back().kind == Statement::Kind::return_) body.pop_back();
}

/// Parameters that are pointers and are assigned are variables.
void BodyReader::assigned_parameters(const ast::FunctionDecl* f) {
    for (const ast::ParmVarDecl* p : f->parameters()) {
        const auto known = here_.bindings.find(p);
        if (known == here_.bindings.end() || known->second.kind != Binding::Kind::pointer || !is_assigned(p))
            continue;
        Expr address = address_of(known->second.pointer.buffer, context_.line(p->getLocation()));
        declare_number(p, std::move(address));
    }
}

std::string BodyReader::unique_buffer_name(const std::string& wanted) const {
    std::string name = wanted;
    for (int n = 2;
         std::ranges::find(function_.buffers, name, &KernelBuffer::name) != function_.buffers.end(); ++n)
        name = wanted + "_" + std::to_string(n);
    return name;
}

/// The sizes of an array are those at its declaration.
void BodyReader::settle_sizes(ast::QualType type) {
    const ast::ArrayType* array = context_.tree().getAsArrayType(type);
    if (array == nullptr) return;
    if (const auto* variable = llvm::dyn_cast<ast::VariableArrayType>(array);
        variable != nullptr && variable->getSizeExpr() != nullptr) {
        const ast::Expr* size = variable->getSizeExpr();
        sizes_[size] = settle(as_i64(value(size)), size);
    }
    settle_sizes(array->getElementType());
}

/// An array of fixed or variable size is a buffer of its own. With an initialiser, the elements that it does
/// not name are 0.
void BodyReader::array(const ast::VarDecl* v, bool zeros) {
    const ast::QualType element = context_.tree().getBaseElementType(v->getType());
    const Type type = cells_of(context_, element, v->getLocation()).front().type;
    settle_sizes(v->getType());
    Expr size = elements_in(v->getType(), v->getLocation());
    const Pointer at = new_array(v->getNameAsString(), type, std::move(size),
                                 zeros || v->getInit() != nullptr, v->getLocation());
    bind(v,
         {.kind = Binding::Kind::pointer, .variable = 0, .pointer = at, .value = {}, .region = here_.region});
    if (v->getInit() != nullptr) initialise_zeroed(at, v->getType(), v->getInit());
}

/// A buffer of its own, whose elements are 0 or undefined. Returns its first element.
Pointer BodyReader::new_array(const std::string& name, Type type, Expr size, bool zeros,
                              ast::SourceLocation where) {
    const auto buffer = static_cast<BufferId>(function_.buffers.size());
    function_.buffers.push_back({unique_buffer_name(name), type});
    Statement& s = emit(Statement::Kind::array, where);
    s.element.buffer = buffer;
    s.value = std::move(size);
    s.zeros = zeros;
    return {buffer, literal(Type::i64, 0, s.line)};
}

// ---- directives

void BodyReader::host_directive(const ast::OMPExecutableDirective* directive) {
    const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
    if (is_parallel_loop(kind)) return parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive), {});
    switch (kind) {
        case llvm::omp::OMPD_atomic:
            return atomic(llvm::cast<ast::OMPAtomicDirective>(directive));
        case llvm::omp::OMPD_flush:
            return;
        case llvm::omp::OMPD_simd:
            return simd_loop(llvm::cast<ast::OMPSimdDirective>(directive));
        case llvm::omp::OMPD_target_update:
        case llvm::omp::OMPD_target_enter_data:
        case llvm::omp::OMPD_target_exit_data:
            return check_data_clauses(directive);
        case llvm::omp::OMPD_target_data:
            check_data_clauses(directive);
            return statement(directive->getRawStmt());
        case llvm::omp::OMPD_target:
            return target(directive);
        case llvm::omp::OMPD_parallel:
        case llvm::omp::OMPD_target_parallel:
            return parallel_region(directive);
        case llvm::omp::OMPD_parallel_sections:
            return parallel_sections(directive);
        case llvm::omp::OMPD_sections:
            if (here_.parallel != nullptr) return sections(directive);
            by_one_thread(directive);
            return;
        case llvm::omp::OMPD_teams:
        case llvm::omp::OMPD_target_teams:
            return teams(directive);
        case llvm::omp::OMPD_distribute:
        case llvm::omp::OMPD_teams_distribute:
        case llvm::omp::OMPD_target_teams_distribute:
            return distribute(llvm::cast<ast::OMPLoopDirective>(directive));
        case llvm::omp::OMPD_distribute_parallel_for:
        case llvm::omp::OMPD_distribute_parallel_for_simd:
            return parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive), {});
        case llvm::omp::OMPD_for:
        case llvm::omp::OMPD_for_simd:
            if (here_.parallel != nullptr)
                return parallel_loop(llvm::cast<ast::OMPLoopDirective>(directive), *here_.parallel);
            by_one_thread(directive);
            return;
        case llvm::omp::OMPD_barrier:
            return;
        default:  // of OpenMP's directives
            if (by_one_thread(directive)) return;
    }
    const std::string name = llvm::omp::getOpenMPDirectiveName(kind).str();
    context_.fail(directive->getBeginLoc(), "`#pragma omp " + name + "` is not supported here yet");
}

/// Constructs of teams outside of regions: the team is one thread. Whether it is such a construct.
bool BodyReader::by_one_thread(const ast::OMPExecutableDirective* directive) {
    const llvm::SaveAndRestore alone(here_.alone, true);
    bool known = false;
    attempt([&] { known = team_directive(directive); });
    return known;
}

void BodyReader::parallel_sections(const ast::OMPExecutableDirective* directive) {
    const Survey inside = survey(directive->getRawStmt());
    if (!inside.threads_meet() && !inside.names_thread && !inside.barriers) return sections(directive);
    team_region(directive, [&] {
        Clauses found;
        found.last_privates = clauses(directive, false, true).last_privates;
        shared_sections(directive, found);
    });
}

void BodyReader::check_data_clauses(const ast::OMPExecutableDirective* directive) const {
    for (const ast::OMPClause* clause : directive->clauses()) {
        if (clause == nullptr || clause->isImplicit() || has_no_effect(clause->getClauseKind())) continue;
        const std::string name = llvm::omp::getOpenMPClauseName(clause->getClauseKind()).str();
        context_.report(clause->getBeginLoc(), "the clause `" + name + "` is not supported here yet");
    }
}

/// From here on, an assignment to one of the variables that are visible now is an error, with this reason.
void BodyReader::freeze(const char* reason) {
    for (auto& [variable, binding] : here_.bindings) {
        const bool is_scalar = binding.kind == Binding::Kind::variable || binding.kind == Binding::Kind::cell;
        if (is_scalar) here_.frozen[variable] = reason;
    }
}

void BodyReader::target(const ast::OMPExecutableDirective* directive) {
    const Scope scope(here_);
    check_data_clauses(directive);
    freeze(kLost);
    for (const ast::VarDecl* v : mapped(directive)) here_.frozen.erase(v);
    statement(directive->getRawStmt());
}

namespace {

/// Whether the teams share loops, and other code is around them, but no threads of theirs do anything.
bool distributes_only(const ast::Stmt* s) {
    if (llvm::isa<ast::OMPExecutableDirective>(s)) return false;
    bool any = false;
    bool others = false;
    const std::function<void(const ast::Stmt*)> look = [&](const ast::Stmt* part) {
        if (part == nullptr) return;
        if (const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(part)) {
            const ast::OpenMPDirectiveKind kind = directive->getDirectiveKind();
            any = any || kind == llvm::omp::OMPD_distribute;
            others = others || ast::isOpenMPParallelDirective(kind);
            if (directive->hasAssociatedStmt()) look(directive->getRawStmt());
            return;
        }
        for (const ast::Stmt* child : part->children()) look(child);
    };
    look(s);
    return any && !others;
}

}  // namespace

// Teams run the same code, unless it is distributed. If each is one thread, they are the threads of a region;
// nothing orders them.
void BodyReader::teams(const ast::OMPExecutableDirective* directive) {
    if (!survey(directive->getRawStmt()).threads_meet()) return threads_of_teams(directive);
    const llvm::SaveAndRestore outside(here_.teams, number_of_teams(directive));
    if (distributes_only(directive->getRawStmt())) {
        team_region(directive, [&] { statement(directive->getRawStmt()); });
    } else {
        attempt([&] { teams_of_regions(directive); });
    }
}

// What teams reduce has one partial value.
void BodyReader::teams_of_regions(const ast::OMPExecutableDirective* directive) {
    const Scope scope(here_);
    const Clauses found = clauses(directive, false);
    freeze("all teams assign it");
    region_privates(found);
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* name : clause->varlists()) here_.frozen.erase(named_variable(name));
    }
    check_shared(directive->getRawStmt(), {}, "teams");
    statement(directive->getRawStmt());
}

// The iterations of a distributed loop run one after the other, and each launches its parallel loops.
void BodyReader::distribute(const ast::OMPLoopDirective* directive) {
    const Scope scope(here_);
    const Clauses found = clauses(directive, false);
    if (found.collapse != 1 || !found.last_privates.empty() || !found.linear.empty())
        context_.fail(directive->getBeginLoc(),
                      "`collapse`, `lastprivate` and `linear` are not supported for this directive yet");
    const auto* loop = llvm::dyn_cast<ast::ForStmt>(directive->getRawStmt());
    if (loop == nullptr)
        context_.fail(directive->getBeginLoc(),
                      "only a `for` loop is supported directly under this directive");
    freeze("all iterations of the distributed loop assign it; name it in `private`");
    block([&] { here_.frozen.erase(canonical(loop).variable); });
    for (const auto* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) here_.frozen.erase(named_variable(e));
    }
    region_privates(found);
    for_loop(loop);
}

/// Fresh variables of a region that is host code.
void BodyReader::region_privates(const Clauses& found) {
    for (const auto* names : {&found.privates, &found.first_privates}) {
        for (const ast::DeclRefExpr* name : *names) {
            attempt([&] {
                here_.frozen.erase(named_variable(name));
                rebind_private(name, names == &found.first_privates);
            });
        }
    }
}

// Every thread runs the code between the worksharing loops. It has no effects of its own.
void BodyReader::parallel_region(const ast::OMPExecutableDirective* directive) {
    const Survey inside = survey(directive->getRawStmt());
    const bool copies = directive->hasClausesOfKind<ast::OMPCopyinClause>();
    if (!inside.threads_meet() && !copies) return threads(directive);
    if (copies || !only_shares_loops(directive))
        return team_region(directive, [&] { statement(directive->getRawStmt()); });
    const Scope scope(here_);
    const Clauses found = clauses(directive, false);
    freeze("all threads assign it");
    region_privates(found);
    here_.parallel = &found;
    statement(directive->getRawStmt());
}

/// The names in the clauses of a `parallel` region are those of a loop in it. What is private in the region
/// has one value in all iterations, unless they assign it.
void BodyReader::take_names_of(const Clauses& region, const ast::Stmt* loop, Clauses& found) {
    std::set<const ast::VarDecl*> before = std::exchange(assigned_, {});
    find_assigned(loop);
    const std::set<const ast::VarDecl*> assigned = std::exchange(assigned_, std::move(before));
    for (const auto* names : {&region.privates, &region.first_privates}) {
        for (const ast::DeclRefExpr* name : *names) {
            if (assigned.contains(named_variable(name))) found.privates.push_back(name);
        }
    }
    found.reductions.insert(found.reductions.end(), region.reductions.begin(), region.reductions.end());
    const auto unfreeze = [&](const ast::Expr* name) {
        const auto frozen = here_.frozen.find(named_variable(name));
        if (frozen != here_.frozen.end() && frozen->second != kLost) here_.frozen.erase(frozen);
    };
    for (const auto* clause : found.reductions) std::ranges::for_each(clause->varlists(), unfreeze);
    for (const auto* clause : found.linear) std::ranges::for_each(clause->varlists(), unfreeze);
    std::ranges::for_each(found.last_privates, unfreeze);
}

/// Only loops and directives may be between the directive and the loops that are shared.
void BodyReader::check_shared(const ast::Stmt* s, const std::vector<const ast::DeclRefExpr*>& privates,
                              const std::string& directive) const {
    if (llvm::isa<ast::NullStmt, ast::OMPExecutableDirective>(s)) return;
    if (const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s)) {
        for (const ast::Stmt* part : list->body()) check_shared(part, privates, directive);
        return;
    }
    if (const auto* loop = llvm::dyn_cast<ast::ForStmt>(s)) {
        const auto* first = llvm::dyn_cast_or_null<ast::BinaryOperator>(loop->getInit());
        const ast::VarDecl* v = first == nullptr ? nullptr : named_variable(first->getLHS());
        const bool is_private = std::ranges::any_of(
            privates, [&](const ast::DeclRefExpr* name) { return named_variable(name) == v; });
        if (llvm::isa_and_nonnull<ast::DeclStmt>(loop->getInit()) || (v != nullptr && is_private))
            return check_shared(loop->getBody(), privates, directive);
    }
    context_.fail(s->getBeginLoc(), "directly under `#pragma omp " + directive +
                                        "`, only directives and loops with private variables are supported");
}

}  // namespace musimd::dsl::clang

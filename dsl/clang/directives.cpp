#include "dsl/clang/body_reader.hpp"

// Clauses, and simd loops.

namespace musimd::dsl::clang {
namespace {

/// The largest value of a type, or the smallest; of floats, the infinities.
std::uint64_t extreme(Type type, bool largest) {
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    if (is_float(type)) return largest ? infinity_of(type) : infinity_of(type) | sign;
    if (is_signed_integer(type)) return largest ? sign - 1 : sign;
    return largest ? sign | (sign - 1) : 0;
}

std::uint64_t one(Type type) {
    return type == Type::f64 ? 0x3ff0'0000'0000'0000 : type == Type::f32 ? 0x3f80'0000 : 1;
}

std::optional<Function> function_of(const ast::DeclarationName& name) {
    if (name.getNameKind() == ast::DeclarationName::CXXOperatorName) {
        switch (name.getCXXOverloadedOperator()) {
            case ast::OO_Plus:
                return Function::add;
            case ast::OO_Star:
                return Function::mul;
            case ast::OO_Amp:
                return Function::andb;
            case ast::OO_Pipe:
                return Function::orb;
            case ast::OO_Caret:
                return Function::xorb;
            default:  // of C++'s operators
                return std::nullopt;
        }
    }
    const std::string text = name.getAsString();
    if (text == "min") return Function::min;
    if (text == "max") return Function::max;
    return std::nullopt;
}

std::uint64_t identity(Function function, Type type) {
    switch (function) {
        case Function::mul:
            return one(type);
        case Function::andb:
            return extreme(type, false) | extreme(type, true);
        case Function::min:
            return extreme(type, true);
        case Function::max:
            return extreme(type, false);
        default:  // add, orb, xorb
            return 0;
    }
}

template <typename Clause>
void add_names(const ast::OMPClause* clause, std::vector<const ast::DeclRefExpr*>& names) {
    for (const ast::Expr* e : llvm::cast<Clause>(clause)->varlists()) {
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()))
            names.push_back(name);
    }
}

}  // namespace

// ---- clauses

std::uint32_t BodyReader::Clauses::width(std::uint32_t otherwise) const {
    if (simdlen != 0) return simdlen;
    return safelen != 0 ? std::min<std::uint32_t>(safelen, 32) : otherwise;
}

BodyReader::Clauses BodyReader::clauses(const ast::OMPExecutableDirective* directive, bool simd) const {
    Clauses result;
    for (const ast::OMPClause* clause : directive->clauses()) {
        // Clang adds clauses for what the directive implies.
        const bool parallel = directive->getDirectiveKind() != llvm::omp::OMPD_simd;
        if (clause != nullptr && !clause->isImplicit()) read_clause(clause, simd, parallel, result);
    }
    return result;
}

void BodyReader::read_clause(const ast::OMPClause* clause, bool simd, bool parallel, Clauses& found) const {
    const auto number = [&](const ast::Expr* e) { return context_.integer(e).value_or(1); };
    const auto width = [&](const ast::Expr* e) {
        return static_cast<std::uint32_t>(std::min<std::int64_t>(number(e), 1u << 16));
    };
    const llvm::omp::Clause kind = clause->getClauseKind();
    if (kind == llvm::omp::OMPC_private) return add_names<ast::OMPPrivateClause>(clause, found.privates);
    if (simd && kind == llvm::omp::OMPC_simdlen) {
        found.simdlen = width(llvm::cast<ast::OMPSimdlenClause>(clause)->getSimdlen());
    } else if (simd && kind == llvm::omp::OMPC_safelen) {
        found.safelen = width(llvm::cast<ast::OMPSafelenClause>(clause)->getSafelen());
    } else if (kind == llvm::omp::OMPC_collapse) {
        const ast::Expr* depth = llvm::cast<ast::OMPCollapseClause>(clause)->getNumForLoops();
        found.collapse = number(depth);
        if (!parallel && found.collapse != 1)
            context_.report(clause->getBeginLoc(),
                            "the clause `collapse` is not supported yet for simd loops");
    } else if (kind == llvm::omp::OMPC_reduction) {
        found.reductions.push_back(llvm::cast<ast::OMPReductionClause>(clause));
    } else if (!parallel && kind == llvm::omp::OMPC_linear) {
        found.linear.push_back(llvm::cast<ast::OMPLinearClause>(clause));
    } else if (parallel && kind == llvm::omp::OMPC_firstprivate) {
        add_names<ast::OMPFirstprivateClause>(clause, found.first_privates);
    } else {
        static constexpr llvm::omp::Clause kNoEffect[] = {
            llvm::omp::OMPC_map,         llvm::omp::OMPC_shared,    llvm::omp::OMPC_default,
            llvm::omp::OMPC_schedule,    llvm::omp::OMPC_num_teams, llvm::omp::OMPC_thread_limit,
            llvm::omp::OMPC_num_threads, llvm::omp::OMPC_device,    llvm::omp::OMPC_nowait};
        if (parallel && std::ranges::find(kNoEffect, kind) != std::end(kNoEffect)) return;
        context_.report(clause->getBeginLoc(), "the clause `" + llvm::omp::getOpenMPClauseName(kind).str() +
                                                   "` is not supported yet");
    }
}

void BodyReader::privatize(const Clauses& found) {
    for (const ast::DeclRefExpr* name : found.privates) attempt([&] { privatize(name, false); });
    for (const ast::DeclRefExpr* name : found.first_privates) attempt([&] { privatize(name, true); });
}

void BodyReader::privatize(const ast::DeclRefExpr* name, bool first) {
    const ast::VarDecl* v = named_variable(name);
    const auto known = bindings_.find(v);
    if (known != bindings_.end() && known->second.region == region_) return;  // the loop's variable
    rebind_private(name, first);
}

void BodyReader::rebind_private(const ast::DeclRefExpr* name, bool first) {
    const ast::VarDecl* v = named_variable(name);
    if (first && v->getType()->isPointerType()) return;  // nobody assigns pointers
    const Type type = context_.number(v->getType(), name->getExprLoc());
    Expr initial = first ? read_place(place(name), name) : nullptr;
    const VariableId id = new_variable(v->getNameAsString(), ValueType::number(type));
    declare(id, std::move(initial), name->getExprLoc());
    bind(v, {.kind = Binding::Kind::variable, .variable = id, .pointer = {}, .value = {}, .region = region_});
}

// ---- simd loops

void BodyReader::simd_loop(const ast::OMPSimdDirective* directive) {
    if (region_ == 2)
        context_.fail(directive->getBeginLoc(), "a simd loop in a simd loop is not supported yet");
    const Clauses found = clauses(directive, true);
    const auto* loop = llvm::dyn_cast<ast::ForStmt>(directive->getRawStmt());
    if (loop == nullptr)
        context_.fail(directive->getBeginLoc(),
                      "only a `for` loop is supported directly under this directive");
    CanonicalLoop parts = canonical(loop);
    check_linear(found, parts.variable);
    // The body computes the variable from these in each iteration.
    if (!parts.declared || parts.low->kind != Expression::Kind::variable)
        parts.low = settle(parts.low, loop->getCond());
    parts.step = settle(parts.step, loop->getCond());
    if (!parts.declared) {
        parts.count = settle(parts.count, loop->getCond());
        binding(parts.variable, loop->getBeginLoc());
        check_assignable(llvm::cast<ast::BinaryOperator>(loop->getInit())->getLHS());
    }
    Statement result;
    result.kind = Statement::Kind::simd;
    result.line = context_.line(directive->getBeginLoc());
    result.width = found.width(0);
    result.value = parts.count;
    result.variable = new_variable("iteration", ValueType::number(Type::i64));
    const std::optional<VariableId> outer =
        parts.declared ? std::nullopt : std::optional(binding(parts.variable, loop->getBeginLoc()).variable);
    {
        const Scope scope(*this);
        result.reductions = reductions(found, 2);
        region_ = 2;
        result.body = block([&] {
            declare_loop_variable(parts, read(result.variable, ValueType::number(Type::i64), result.line));
            privatize(found);
            one_trip(loop);
        });
    }
    out_->push_back(std::move(result));
    if (outer) set(*outer, loop_value(parts, parts.count), loop->getBeginLoc());
}

void BodyReader::check_linear(const Clauses& found, const ast::VarDecl* variable) const {
    for (const ast::OMPLinearClause* clause : found.linear) {
        for (const ast::Expr* name : clause->varlists()) {
            if (named_variable(name) != variable)
                context_.report(name->getExprLoc(),
                                "`linear` is not supported yet for variables other than the loop's own");
        }
    }
}

/// Binds their names to the partial values.
std::vector<Reduction> BodyReader::reductions(const Clauses& found, unsigned region) {
    std::vector<Reduction> result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        std::vector<const ast::DeclRefExpr*> names;
        add_names<ast::OMPReductionClause>(clause, names);
        if (names.size() != clause->varlist_size())
            context_.report(clause->getBeginLoc(), "a reduction of parts of arrays is not supported yet");
        for (const ast::DeclRefExpr* name : names)
            attempt([&] { result.push_back(reduction(clause, name, region)); });
    }
    return result;
}

/// After a parallel loop: what it has reduced into copies, for numbers in memory.
void BodyReader::store_reduced(ast::SourceLocation where) {
    for (const auto& [to, from] : std::exchange(reduced_, {}))
        store(to.pointer, read(from, ValueType::number(to.type)), where);
}

Reduction BodyReader::reduction(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name,
                                unsigned region) {
    const auto function = function_of(clause->getNameInfo().getName());
    if (!function || clause->getModifierLoc().isValid())
        context_.fail(clause->getNameInfo().getLoc(),
                      "this reduction is not supported yet; those with + * min max & | ^ are");
    check_assignable(name);
    Place original = place(name);
    if (!original.variable) {
        if (region != 1) context_.fail(name->getExprLoc(), "this reduction is not supported yet");
        Place in_memory = original;
        Expr before = read_place(original, name);
        const VariableId copy =
            new_variable(name->getDecl()->getNameAsString(), ValueType::number(original.type));
        declare(copy, std::move(before), name->getExprLoc());
        original.variable = copy;
        reduced_.emplace_back(std::move(in_memory), copy);
    }
    const VariableId partial =
        new_variable(name->getDecl()->getNameAsString(), ValueType::number(original.type));
    bind(
        named_variable(name),
        {.kind = Binding::Kind::variable, .variable = partial, .pointer = {}, .value = {}, .region = region});
    return {.original = *original.variable,
            .partial = partial,
            .function = *function,
            .identity_bits = identity(*function, original.type)};
}

}  // namespace musimd::dsl::clang

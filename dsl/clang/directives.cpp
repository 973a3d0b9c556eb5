#include "dsl/clang/body_reader.hpp"

// Clauses, and simd loops.

namespace musimd::dsl::clang {
namespace {

constexpr std::uint32_t kDefaultWidth = 16;  ///< of a simd loop that names none

/// The largest value of a type, or the smallest; of floats, the infinities.
std::uint64_t extreme(Type type, bool largest) {
    const std::uint64_t sign = std::uint64_t{1} << (width_of(type) - 1);
    if (is_float(type)) return largest ? infinity_of(type) : infinity_of(type) | sign;
    if (is_signed_integer(type)) return largest ? sign - 1 : sign;
    return largest ? sign | (sign - 1) : 0;
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

template <typename Clause>
void add_names(const ast::OMPClause* clause, std::vector<const ast::DeclRefExpr*>& names) {
    for (const ast::Expr* e : llvm::cast<Clause>(clause)->varlists()) {
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts()))
            names.push_back(name);
    }
}

bool is_of_loops(const ast::DeclRefExpr* name, const std::vector<CanonicalLoop>& loops) {
    return std::ranges::find(loops, named_variable(name), &CanonicalLoop::variable) != loops.end();
}

}  // namespace

std::uint64_t identity(Function function, Type type) {
    switch (function) {
        case Function::mul:
            return pattern_of_one(type);
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

// ---- clauses

std::uint32_t Clauses::width(std::uint32_t otherwise) const {
    if (one_at_a_time) return 1;
    if (simdlen != 0) return simdlen;
    return safelen != 0 ? std::min<std::uint32_t>(safelen, 32) : otherwise;
}

namespace {

/// Clauses that regions and constructs of threads read themselves.
bool is_of_teams(llvm::omp::Clause kind) {
    switch (kind) {
        case llvm::omp::OMPC_ordered:
        case llvm::omp::OMPC_copyin:
        case llvm::omp::OMPC_copyprivate:
        case llvm::omp::OMPC_filter:
            return true;
        default:  // of OpenMP's clauses
            return false;
    }
}

}  // namespace

Clauses BodyReader::clauses(const ast::OMPExecutableDirective* directive, bool simd, bool team) const {
    Clauses result;
    for (const ast::OMPClause* clause : directive->clauses()) {
        if (team && clause != nullptr && is_of_teams(clause->getClauseKind())) continue;
        if (team && clause != nullptr && clause->getClauseKind() == llvm::omp::OMPC_lastprivate) {
            add_names<ast::OMPLastprivateClause>(clause, result.last_privates);
            continue;
        }
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
    if (kind == llvm::omp::OMPC_if) return read_if(llvm::cast<ast::OMPIfClause>(clause), simd, found);
    if (kind == llvm::omp::OMPC_private) return add_names<ast::OMPPrivateClause>(clause, found.privates);
    if (simd && kind == llvm::omp::OMPC_simdlen) {
        found.simdlen = width(llvm::cast<ast::OMPSimdlenClause>(clause)->getSimdlen());
    } else if (simd && kind == llvm::omp::OMPC_safelen) {
        found.safelen = width(llvm::cast<ast::OMPSafelenClause>(clause)->getSafelen());
    } else if (kind == llvm::omp::OMPC_collapse) {
        const ast::Expr* depth = llvm::cast<ast::OMPCollapseClause>(clause)->getNumForLoops();
        found.collapse = number(depth);
    } else if (kind == llvm::omp::OMPC_reduction) {
        found.reductions.push_back(llvm::cast<ast::OMPReductionClause>(clause));
    } else if (kind == llvm::omp::OMPC_linear) {
        found.linear.push_back(llvm::cast<ast::OMPLinearClause>(clause));
    } else if (kind == llvm::omp::OMPC_lastprivate) {
        const auto* last = llvm::cast<ast::OMPLastprivateClause>(clause);
        const bool conditional = last->getKind() == ast::OMPC_LASTPRIVATE_conditional;
        if (conditional && !parallel)
            context_.report(clause->getBeginLoc(),
                            "`lastprivate` with `conditional` is not supported for simd loops yet");
        add_names<ast::OMPLastprivateClause>(clause, found.last_privates);
        if (conditional) add_names<ast::OMPLastprivateClause>(clause, found.conditional);
    } else if (parallel && kind == llvm::omp::OMPC_firstprivate) {
        add_names<ast::OMPFirstprivateClause>(clause, found.first_privates);
    } else {
        static constexpr llvm::omp::Clause kNoEffect[] = {llvm::omp::OMPC_map,
                                                          llvm::omp::OMPC_shared,
                                                          llvm::omp::OMPC_default,
                                                          llvm::omp::OMPC_schedule,
                                                          llvm::omp::OMPC_num_teams,
                                                          llvm::omp::OMPC_thread_limit,
                                                          llvm::omp::OMPC_num_threads,
                                                          llvm::omp::OMPC_device,
                                                          llvm::omp::OMPC_nowait,
                                                          llvm::omp::OMPC_proc_bind,
                                                          llvm::omp::OMPC_defaultmap,
                                                          llvm::omp::OMPC_is_device_ptr,
                                                          llvm::omp::OMPC_has_device_addr,
                                                          llvm::omp::OMPC_uses_allocators,
                                                          llvm::omp::OMPC_allocate,
                                                          llvm::omp::OMPC_dist_schedule};
        static constexpr llvm::omp::Clause kPromises[] = {llvm::omp::OMPC_order, llvm::omp::OMPC_aligned,
                                                          llvm::omp::OMPC_nontemporal};
        if (parallel && std::ranges::find(kNoEffect, kind) != std::end(kNoEffect)) return;
        if (std::ranges::find(kPromises, kind) != std::end(kPromises)) return;
        context_.report(clause->getBeginLoc(), "the clause `" + llvm::omp::getOpenMPClauseName(kind).str() +
                                                   "` is not supported yet");
    }
}

// Of a simd loop, `if(0)` is one iteration at a time. Nothing else depends on it: the iterations of a
// parallel loop are independent of each other in any case.
void BodyReader::read_if(const ast::OMPIfClause* clause, bool simd, Clauses& found) const {
    const auto modifier = clause->getNameModifier();
    const bool of_simd = modifier == llvm::omp::OMPD_unknown || modifier == llvm::omp::OMPD_simd;
    if (simd && of_simd && context_.integer(clause->getCondition()) == 0) found.one_at_a_time = true;
}

void BodyReader::privatize(const Clauses& found) {
    for (const ast::DeclRefExpr* name : found.privates) attempt([&] { privatize(name, false); });
    for (const ast::DeclRefExpr* name : found.first_privates) attempt([&] { privatize(name, true); });
}

void BodyReader::privatize(const ast::DeclRefExpr* name, bool first) {
    const ast::VarDecl* v = named_variable(name);
    const auto known = here_.bindings.find(v);
    if (known != here_.bindings.end() && known->second.region == here_.region) return;  // the loop's variable
    rebind_private(name, first);
}

void BodyReader::rebind_private(const ast::DeclRefExpr* name, bool first) {
    const ast::VarDecl* v = named_variable(name);
    if (first && v->getType()->isPointerType() && !is_assigned(v)) return;
    if (v->getType()->isArrayType() || v->getType()->isRecordType()) return privatize_object(name, v, first);
    const Type type = scalar(context_, v->getType(), name->getExprLoc());
    Expr initial = first ? first_value(name) : nullptr;
    const VariableId id = new_variable(v->getNameAsString(), ValueType::number(type));
    declare(id, std::move(initial), name->getExprLoc());
    bind(v, {.kind = Binding::Kind::variable,
             .variable = id,
             .pointer = {},
             .value = {},
             .region = here_.region});
}

Expr BodyReader::first_value(const ast::DeclRefExpr* name) {
    const Binding& b = binding(named_variable(name), name->getExprLoc());
    if (b.kind == Binding::Kind::pointer) return address(b.pointer, name);
    return read_place(place(name), name);
}

void BodyReader::privatize_object(const ast::DeclRefExpr* name, const ast::VarDecl* v, bool first) {
    const Pointer own = new_object(v->getNameAsString(), v->getType(), is_split(v), name->getExprLoc());
    if (first && v->getType()->isArrayType())
        context_.fail(name->getExprLoc(), "`firstprivate` is not supported for arrays yet");
    if (first) copy_structure(own, v->getType(), name);
    bind(v,
         {.kind = Binding::Kind::object, .variable = 0, .pointer = own, .value = {}, .region = here_.region});
}

// ---- simd loops

void BodyReader::simd_loop(const ast::OMPSimdDirective* directive) {
    const Clauses found = clauses(directive, true);
    std::vector<CanonicalLoop> loops = nest(directive, found.collapse);
    Statement result;
    result.kind = Statement::Kind::simd;
    result.line = context_.line(directive->getBeginLoc());
    result.width = found.width(0);
    result.safelen = found.one_at_a_time ? 1 : found.safelen;
    result.variable = new_variable("iteration", ValueType::number(Type::i64));
    const std::vector<LinearVariable> linear = linear_variables(found, loops);
    for (CanonicalLoop& loop : loops) {
        // The body computes the variable from these in each iteration.
        const ast::Expr* at = loop.loop->getCond();
        if (!loop.declared || loop.low->kind != Expression::Kind::variable) loop.low = settle(loop.low, at);
        loop.step = settle(loop.step, at);
        if (!loop.declared || loops.size() > 1 || !linear.empty()) loop.count = settle(loop.count, at);
        if (!loop.declared) {
            binding(loop.variable, loop.where());
            check_assignable(llvm::cast<ast::BinaryOperator>(loop.loop->getInit())->getLHS());
        }
        result.value = result.value == nullptr ? loop.count : times(result.value, loop.count, result.line);
    }
    const Expr count =
        loops.size() == 1 ? loops.front().count : settle(result.value, loops.front().loop->getCond());
    result.value = count;
    const Expr number = read(result.variable, ValueType::number(Type::i64), result.line);
    Copies copies;
    {
        const Scope scope(here_);
        Reductions reduced = reductions(found, here_.region + 1);
        result.reductions = std::move(reduced.list);
        copies = std::move(reduced.copies);
        const auto originals = originals_of(found, loops);
        ++here_.region;
        if (here_.lane == nullptr) {
            here_.lanes = result.width == 0 ? kDefaultWidth : result.width;
            const Expr lanes = literal(Type::i64, static_cast<std::uint64_t>(here_.lanes), result.line);
            here_.lane = apply(Function::rem, {number, lanes}, true, result.line);
        }
        here_.simd_locals = &result.locals;
        result.body = block([&] {
            declare_loop_variables(loops, number);
            privatize(found);
            for (const LinearVariable& v : linear) declare_linear(v, number);
            for (const auto& [name, original] : originals) {
                privatize(name, false);
                result.last_values.emplace_back(original, here_.bindings.at(named_variable(name)).variable);
            }
            one_trip(loops.back().loop);
        });
    }
    out_->push_back(std::move(result));
    store_reduced(copies, directive->getBeginLoc());
    set_loop_variables(loops);
    for (const LinearVariable& v : linear) write_place(v.original, linear_value(v, count), v.at);
}

/// The variables of loops that do not declare them, after the last iteration.
void BodyReader::set_loop_variables(const std::vector<CanonicalLoop>& loops) {
    for (const CanonicalLoop& loop : loops) {
        if (loop.declared) continue;
        const ast::Expr* name = llvm::cast<ast::BinaryOperator>(loop.loop->getInit())->getLHS();
        attempt([&] { write_place(place(name), loop_value(loop, loop.count), name); });
    }
}

// ---- `linear` and `lastprivate`

/// Those that are not the loops' own. Their steps and first values are computed here.
std::vector<BodyReader::LinearVariable> BodyReader::linear_variables(
    const Clauses& found, const std::vector<CanonicalLoop>& loops) {
    std::vector<LinearVariable> result;
    for (const ast::OMPLinearClause* clause : found.linear) {
        for (const ast::Expr* e : clause->varlists()) {
            const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenImpCasts());
            if (name == nullptr || is_of_loops(name, loops)) continue;
            attempt([&] {
                check_assignable(name);
                Place original = place(name);
                if (name->getType()->isPointerType())
                    context_.fail(name->getExprLoc(), "`linear` is not supported for pointers yet");
                Expr first = settle(read_place(original, name), name);
                Expr step = literal(Type::i64, 1, line(name));
                if (clause->getStep() != nullptr) step = as_i64(value(clause->getStep()));
                const Type type = original.type;
                result.push_back({.name = named_variable(name),
                                  .original = std::move(original),
                                  .first = std::move(first),
                                  .type = type,
                                  .step = settle(std::move(step), name),
                                  .at = name});
            });
        }
    }
    return result;
}

/// Before iteration `number`.
Expr BodyReader::linear_value(const LinearVariable& v, const Expr& number) const {
    return plus(v.first, convert(times(number, v.step, line(v.at)), v.type, line(v.at)), line(v.at));
}

void BodyReader::declare_linear(const LinearVariable& v, const Expr& number) {
    const VariableId own = new_variable(v.name->getNameAsString(), ValueType::number(v.type));
    declare(own, linear_value(v, number), v.at->getExprLoc());
    bind(v.name, {.kind = Binding::Kind::variable,
                  .variable = own,
                  .pointer = {},
                  .value = {},
                  .region = here_.region});
}

/// The variables that `lastprivate` names, but for the loops' own, which have their values in any case.
std::vector<std::pair<const ast::DeclRefExpr*, VariableId>> BodyReader::originals_of(
    const Clauses& found, const std::vector<CanonicalLoop>& loops) {
    std::vector<std::pair<const ast::DeclRefExpr*, VariableId>> result;
    for (const ast::DeclRefExpr* name : found.last_privates) {
        if (is_of_loops(name, loops)) continue;
        attempt([&] {
            check_assignable(name);
            const Place original = place(name);
            if (!original.variable)
                context_.fail(name->getExprLoc(), "`lastprivate` is not supported for this variable yet");
            result.emplace_back(name, *original.variable);
        });
    }
    return result;
}

// ---- reductions

/// Binds their names to the partial values.
BodyReader::Reductions BodyReader::reductions(const Clauses& found, unsigned region) {
    Reductions result;
    for (const ast::OMPReductionClause* clause : found.reductions) {
        for (const ast::Expr* e : clause->varlists()) {
            const ast::Expr* name = e->IgnoreParenImpCasts();
            if (is_element(name)) {
                attempt([&] {
                    result.list.push_back(reduction_of_element(clause, name, region, result.copies));
                });
            } else if (!is_array_reduction(name)) {
                attempt([&] {
                    const auto* variable = llvm::cast<ast::DeclRefExpr>(name);
                    result.list.push_back(reduction(clause, variable, region, result.copies));
                });
            } else if (region != 1) {
                context_.fail(clause->getBeginLoc(),
                              "a reduction of an array by a simd loop is not supported yet");
            }
        }
    }
    return result;
}

/// A number in memory as a variable, which is stored after the loop.
VariableId BodyReader::copy_to_reduce(const Place& original, const std::string& name, const ast::Expr* at,
                                      Copies& copies) {
    Expr before = read_place(original, at);
    const VariableId copy = new_variable(name, ValueType::number(original.type));
    declare(copy, std::move(before), at->getExprLoc());
    copies.emplace_back(original, copy);
    return copy;
}

void BodyReader::store_reduced(const Copies& copies, ast::SourceLocation where) {
    for (const auto& [to, from] : copies) store(to.pointer, read(from, ValueType::number(to.type)), where);
}

Reduction BodyReader::reduction(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name,
                                unsigned region, Copies& copies) {
    function_of_reduction(clause);  // its error comes first
    check_assignable(name);
    Place original = place(name);
    if (!original.variable) {
        if (region != 1) context_.fail(name->getExprLoc(), "this reduction is not supported yet");
        original.variable = copy_to_reduce(original, name->getDecl()->getNameAsString(), name, copies);
    }
    Reduction result = partial_of(clause, name, original.type, region);
    result.original = *original.variable;
    return result;
}

/// Binds the name to a partial value. It has no original.
Reduction BodyReader::partial_of(const ast::OMPReductionClause* clause, const ast::DeclRefExpr* name,
                                 Type type, unsigned region) {
    const Function function = function_of_reduction(clause);
    const VariableId partial = new_variable(name->getDecl()->getNameAsString(), ValueType::number(type));
    bind(
        named_variable(name),
        {.kind = Binding::Kind::variable, .variable = partial, .pointer = {}, .value = {}, .region = region});
    return {
        .original = 0, .partial = partial, .function = function, .identity_bits = identity(function, type)};
}

Function BodyReader::function_of_reduction(const ast::OMPReductionClause* clause) const {
    const auto function = function_of(clause->getNameInfo().getName());
    if (!function || clause->getModifierLoc().isValid())
        context_.fail(clause->getNameInfo().getLoc(),
                      "this reduction is not supported yet; the supported operators are + * min max & | ^");
    return *function;
}

}  // namespace musimd::dsl::clang

#include "reader/simd_promises.hpp"

#include <clang/AST/Attr.h>

#include "dsl/openmp/promise.hpp"
#include "reader/readers.hpp"

// `uniform` and `linear` of `declare simd`. Host code runs the iterations of a simd loop one after the other,
// and remembers the arguments of the last call.

namespace musimd::reader {
namespace {

/// The only variant of the function; null: it has none, or a caller may choose.
const ast::OMPDeclareSimdDeclAttr* only_variant(const ast::FunctionDecl* f) {
    for (const ast::FunctionDecl* declared : f->redecls()) {
        const ast::OMPDeclareSimdDeclAttr* result = nullptr;
        unsigned count = 0;
        for (const auto* attribute : declared->specific_attrs<ast::OMPDeclareSimdDeclAttr>()) {
            result = attribute;
            ++count;
        }
        if (count != 0) return count == 1 ? result : nullptr;
    }
    return nullptr;
}

const ast::ParmVarDecl* parameter_of(const ast::Expr* name, const ast::FunctionDecl* f) {
    const auto* p = llvm::dyn_cast_or_null<ast::ParmVarDecl>(named_variable(name));
    return p == nullptr ? nullptr : f->getParamDecl(p->getFunctionScopeIndex());
}

}  // namespace

void SimdPromises::check(const ast::CallExpr* e, const ast::FunctionDecl* callee, Statement& call) {
    if (here_.before_simd == nullptr || kernel_ != nullptr) return;
    const auto* variant = only_variant(callee);
    if (variant == nullptr) return;
    const std::string of = " of '" + callee->getNameAsString() + "'";
    for (const ast::Expr* name : variant->uniforms()) {
        if (const auto* p = parameter_of(name, callee))
            check(e, p, call, {"`uniform(" + p->getNameAsString() + ")`" + of, 0});
    }
    auto step = variant->steps_begin();
    for (const ast::Expr* name : variant->linears()) {
        const ast::Expr* by = step == variant->steps_end() ? nullptr : *step++;
        const auto* p = parameter_of(name, callee);
        const auto known = by == nullptr ? std::optional<std::int64_t>(1) : context_.integer(by);
        if (p == nullptr || !known || p->getType()->isReferenceType()) continue;
        check(e, p, call,
              {"`linear(" + p->getNameAsString() + ": " + std::to_string(*known) + ")`" + of, *known});
    }
}

/// A pointer's value is an address. Null: it is not checked.
Expr SimdPromises::argument(const ast::CallExpr* e, const ast::ParmVarDecl* parameter, Statement& call) {
    const ast::Expr* given = e->getArg(argument_number(e, parameter->getFunctionScopeIndex()));
    const Binding& b = here_.bindings.at(parameter);
    if (b.kind == Binding::Kind::value) return b.value;
    if (b.kind == Binding::Kind::pointer)
        return b.pointer.to == Pointer::To::variables ? nullptr : settle(address(b.pointer, given), given);
    if (b.kind != Binding::Kind::variable) return nullptr;
    for (auto& [variable, passed] : call.arguments) {
        if (variable != b.variable) continue;
        passed = settle(passed, given);
        return passed;
    }
    return nullptr;
}

void SimdPromises::check(const ast::CallExpr* e, const ast::ParmVarDecl* parameter, Statement& call,
                         const Promise& promise) {
    Expr value = argument(e, parameter, call);
    if (value == nullptr || value->type.condition) return;
    const ast::SourceLocation where = e->getExprLoc();
    const SourcePoint at = line(e);
    const bool is_number = is_float(value->type.type);
    value = is_number ? apply(Function::reinterpret, Type::i64, {convert(value, Type::f64, at)}, at)
                      : as_i64(value);
    value = settled(std::move(value), where);
    std::int64_t step = promise.step;
    if (parameter->getType()->isPointerType()) {
        const auto cells =
            literal_integer(readers_.pointers.elements_in(parameter->getType()->getPointeeType(), where));
        if (!cells) return;
        step *= *cells;
    }
    const ValueType type = ValueType::number(Type::i64);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    const auto kept = [&](const char* name, std::int64_t first) {
        const VariableId v = new_variable(name, type);
        into(*here_.before_simd, [&] { declare(v, number(first), where); });
        return dsl::read(v, type, at);
    };
    const Expr last = kept("last_iteration", -1);
    const Expr last_value = kept("last_value", 0);
    std::vector<Expr> broken = {kept("is_broken", 0)};
    for (const char* name : {"broken_by", "wanted", "iteration", "value_before", "iteration_before"})
        broken.push_back(kept(name, 0));
    const Expr now = here_.simd_number;
    Expr concerns = apply(Function::ge, {last, number(0)}, true, at);
    if (here_.simd_width > 0) {
        const Expr width = number(here_.simd_width);
        concerns = apply(Function::andl,
                         {concerns, apply(Function::eq,
                                          {apply(Function::div, {now, width}, true, at),
                                           apply(Function::div, {last, width}, true, at)},
                                          true, at)},
                         true, at);
    }
    const Expr wanted = plus(last_value, times(minus(now, last, at), number(step), at), at);
    const Expr first = apply(Function::eq, {broken[0], number(0)}, true, at);
    const Expr differs =
        apply(Function::andl, {apply(Function::ne, {value, wanted}, true, at), first}, true, at);
    emitter_.when(apply(Function::andl, {concerns, differs}, true, at), where, [&] {
        const Expr found[] = {number(1), value, wanted, now, last_value, last};
        for (std::size_t i = 0; i < broken.size(); ++i) set(broken[i]->variable, found[i], where);
    });
    set(last->variable, now, where);
    set(last_value->variable, value, where);
    Statement& s = here_.after_simd->emplace_back();
    s.kind = Statement::Kind::team;
    s.line = at;
    s.width = openmp::kPromise;
    s.function = promise.text;
    s.is_new = is_number;
    s.operands = std::move(broken);
    s.operands.push_back(number(here_.simd_line));
}

}  // namespace musimd::reader

#include "reader/simd_promises.hpp"

#include <clang/AST/Attr.h>

#include <optional>

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

/// Whether the call is under a condition of the simd loop around it; nothing: it is in none.
class Branches {
  public:
    explicit Branches(const ast::CallExpr* call) : call_(call) {}

    void look(const ast::Stmt* s, bool in_loop, bool in_branch) {
        if (s == nullptr) return;
        if (s == call_ && in_loop) found = in_branch;
        const auto* directive = llvm::dyn_cast<ast::OMPExecutableDirective>(s);
        if (directive != nullptr && directive->hasAssociatedStmt()) {
            const bool is_simd = ast::isOpenMPSimdDirective(directive->getDirectiveKind());
            return look(directive->getRawStmt(), in_loop || is_simd, in_branch && !is_simd);
        }
        for (const ast::Stmt* part : s->children()) look(part, in_loop, in_branch || is_under(s, part));
    }

    std::optional<bool> found;

  private:
    static bool is_under(const ast::Stmt* s, const ast::Stmt* part) {
        if (const auto* branch = llvm::dyn_cast<ast::IfStmt>(s)) return part != branch->getCond();
        if (const auto* branch = llvm::dyn_cast<ast::SwitchStmt>(s)) return part != branch->getCond();
        if (const auto* branch = llvm::dyn_cast<ast::ConditionalOperator>(s))
            return part != branch->getCond();
        const auto* binary = llvm::dyn_cast<ast::BinaryOperator>(s);
        return binary != nullptr && binary->isLogicalOp() && part == binary->getRHS();
    }

    const ast::CallExpr* call_;
};

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
    if (variant->getBranchState() != ast::OMPDeclareSimdDeclAttr::BS_Undefined)
        check_branch(e, of, variant->getBranchState() == ast::OMPDeclareSimdDeclAttr::BS_Inbranch);
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

/// `inbranch` and `notinbranch`: the text says whether they hold, the run whether there is such a call.
void SimdPromises::check_branch(const ast::CallExpr* e, const std::string& of, bool promised) {
    Branches branches(e);
    branches.look(readers_.calls.current().function->getBody(), false, false);
    if (!branches.found || *branches.found == promised) return;
    const ast::SourceLocation where = e->getExprLoc();
    const SourcePoint at = line(e);
    const VariableId called = new_variable("is_called", ValueType::number(Type::i64));
    into(*here_.before_simd, [&] { declare(called, literal(Type::i64, 0, at), where); });
    set(called, literal(Type::i64, 1, at), where);
    Statement& s = here_.after_simd->emplace_back();
    s.kind = Statement::Kind::team;
    s.line = at;
    s.width = openmp::kPromise;
    s.function = promised ? "`inbranch`" + of + " does not hold: this call is under no condition"
                          : "`notinbranch`" + of + " does not hold: this call is under a condition";
    s.operands = {dsl::read(called, ValueType::number(Type::i64), at)};
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

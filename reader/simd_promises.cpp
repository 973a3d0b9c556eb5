#include "reader/simd_promises.hpp"

#include <clang/AST/Attr.h>

#include <optional>

#include "dsl/openmp/promise.hpp"
#include "reader/readers.hpp"

// `declare simd`. Host code runs the iterations of a simd loop one after the other, and remembers the
// arguments of the last call. Iterations of a parallel loop store them; those that call once are checked
// after the loop.

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
    auto alignment = variant->alignments_begin();
    for (const ast::Expr* name : variant->aligneds()) {
        const ast::Expr* by = alignment == variant->alignments_end() ? nullptr : *alignment++;
        const auto bytes = by == nullptr ? std::nullopt : context_.integer(by);
        const auto* p = parameter_of(name, callee);
        if (p != nullptr && bytes) check_alignment(e, p, call, of, *bytes);
    }
}

Expr SimdPromises::kept(const char* name, std::int64_t first, ast::SourceLocation where) {
    const ValueType type = ValueType::number(Type::i64);
    const SourcePoint at = context_.line(where);
    const VariableId v = new_variable(name, type);
    into(*here_.before_simd,
         [&] { declare(v, literal(Type::i64, static_cast<std::uint64_t>(first), at), where); });
    return dsl::read(v, type, at);
}

void SimdPromises::note_broken(std::string message, const Expr& broken, ast::SourceLocation where) {
    Statement& s = here_.after_simd->emplace_back();
    s.kind = Statement::Kind::team;
    s.line = context_.line(where);
    s.width = openmp::kPromise;
    s.function = std::move(message);
    s.operands = {broken};
}

void SimdPromises::each_call(const Expr& value, ast::SourceLocation where,
                             const std::function<void(const Expr&, const Expr&)>& read) {
    if (here_.simd_count == nullptr) return read(value, here_.simd_number);
    const SourcePoint at = context_.line(where);
    const Expr one = literal(Type::i64, 1, at);
    Pointer passed;
    Pointer calls;
    into(*here_.before_simd, [&] {
        passed = emitter_.new_array("passed", Type::i64, here_.simd_count, true, where);
        calls = emitter_.new_array("calls", Type::i64, here_.simd_count, true, where);
    });
    passed.index = calls.index = here_.simd_number;
    store(passed, value, where);
    store(calls, plus(readers_.places.element_of(calls, Type::i64, at), one, at), where);
    into(*here_.after_simd, [&] {
        emitter_.count_up(here_.simd_count, where, [&](const Expr& k) {
            passed.index = calls.index = k;
            const Expr count = readers_.places.element_of(calls, Type::i64, at);
            emitter_.when(apply(Function::eq, {count, one}, true, at), where, [&] {
                read(settled(readers_.places.element_of(passed, Type::i64, at), where), k);
            });
        });
    });
}

/// Objects of the machine begin at multiples of 32 numbers.
void SimdPromises::check_alignment(const ast::CallExpr* e, const ast::ParmVarDecl* parameter, Statement& call,
                                   const std::string& of, std::int64_t bytes) {
    constexpr std::int64_t kAligned = 32;
    const ast::QualType type = parameter->getType();
    const std::int64_t size = type->isPointerType() ? bytes_of_each(context_, type->getPointeeType()) : 0;
    const Expr value = size == 0 || size * kAligned % bytes != 0 ? nullptr : argument(e, parameter, call);
    if (value == nullptr) return;
    const ast::SourceLocation where = e->getExprLoc();
    const SourcePoint at = line(e);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    const Expr broken = kept("is_broken", 0, where);
    each_call(value, where, [&](const Expr& address, const Expr&) {
        const Expr rest = apply(Function::rem, {times(address, number(size), at), number(bytes)}, true, at);
        emitter_.when(apply(Function::ne, {rest, number(0)}, true, at), where,
                      [&] { set(broken->variable, number(1), where); });
    });
    note_broken("`aligned(" + parameter->getNameAsString() + ": " + std::to_string(bytes) + ")`" + of +
                    " does not hold: a call here passes an address that is not a multiple of " +
                    std::to_string(bytes),
                broken, where);
}

/// `inbranch` and `notinbranch`: the text says whether they hold, the run whether there is such a call.
void SimdPromises::check_branch(const ast::CallExpr* e, const std::string& of, bool promised) {
    Branches branches(e);
    branches.look(readers_.calls.current().function->getBody(), false, false);
    if (!branches.found || *branches.found == promised) return;
    const ast::SourceLocation where = e->getExprLoc();
    const Expr called = kept("is_called", 0, where);
    const Expr one = literal(Type::i64, 1, line(e));
    each_call(one, where, [&](const Expr&, const Expr&) { set(called->variable, one, where); });
    note_broken(promised ? "`inbranch`" + of + " does not hold: this call is under no condition"
                         : "`notinbranch`" + of + " does not hold: this call is under a condition",
                called, where);
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
    std::vector<Expr> broken = {kept("is_broken", 0, where)};
    for (const char* name : {"broken_by", "wanted", "iteration", "value_before", "iteration_before"})
        broken.push_back(kept(name, 0, where));
    const Expr last = kept("last_iteration", -1, where);
    const Expr last_value = kept("last_value", 0, where);
    each_call(value, where, [&](const Expr& passed, const Expr& now) {
        compare(passed, now, step, last, last_value, broken, where);
        set(last->variable, now, where);
        set(last_value->variable, passed, where);
    });
    note_broken(promise.text, broken.front(), where);
    Statement& s = here_.after_simd->back();
    s.is_new = is_number;
    s.operands = std::move(broken);
    s.operands.push_back(literal(Type::i64, here_.simd_line, at));
}

/// With the call before it, if both may be at the same time.
void SimdPromises::compare(const Expr& value, const Expr& now, std::int64_t step, const Expr& last,
                           const Expr& last_value, const std::vector<Expr>& broken,
                           ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    const auto both = [&](const Expr& a, const Expr& b) { return apply(Function::andl, {a, b}, true, at); };
    Expr concerns = apply(Function::ge, {last, number(0)}, true, at);
    if (here_.simd_width > 0) {
        const Expr width = number(here_.simd_width);
        const auto group = [&](const Expr& n) { return apply(Function::div, {n, width}, true, at); };
        concerns = both(concerns, apply(Function::eq, {group(now), group(last)}, true, at));
    }
    const Expr wanted = plus(last_value, times(minus(now, last, at), number(step), at), at);
    const Expr first = apply(Function::eq, {broken[0], number(0)}, true, at);
    const Expr differs = both(apply(Function::ne, {value, wanted}, true, at), first);
    emitter_.when(both(concerns, differs), where, [&] {
        const Expr found[] = {number(1), value, wanted, now, last_value, last};
        for (std::size_t i = 0; i < broken.size(); ++i) set(broken[i]->variable, found[i], where);
    });
}

}  // namespace musimd::reader

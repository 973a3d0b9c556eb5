#include <clang/AST/StmtOpenMP.h>

#include <functional>

#include "reader/readers.hpp"
#include "reader/types.hpp"

// Nests of loops that a directive makes one: perfect ones, those with statements between the loops, and those
// whose inner bounds depend on outer variables.

namespace musimd::reader {
namespace {

bool is_loop(const ast::Stmt* s) {
    return llvm::isa<ast::ForStmt, ast::CXXForRangeStmt>(s) ||
           llvm::isa<ast::OMPLoopTransformationDirective>(s);
}

/// The loop in a body, and the statements before it and after it; null without one, or with several.
const ast::Stmt* loop_in(const ast::Stmt* s, std::vector<const ast::Stmt*>& before,
                         std::vector<const ast::Stmt*>& after) {
    if (const auto* attributed = llvm::dyn_cast<ast::AttributedStmt>(s))
        return loop_in(attributed->getSubStmt(), before, after);
    const auto* list = llvm::dyn_cast<ast::CompoundStmt>(s);
    if (list == nullptr) return is_loop(s) ? s : nullptr;
    const ast::Stmt* found = nullptr;
    for (const ast::Stmt* part : list->body()) {
        const bool may_have = is_loop(part) || llvm::isa<ast::CompoundStmt, ast::AttributedStmt>(part);
        const ast::Stmt* loop = may_have ? loop_in(part, before, after) : nullptr;
        if (loop != nullptr && found != nullptr) return nullptr;
        if (loop != nullptr)
            found = loop;
        else
            (found == nullptr ? before : after).push_back(part);
    }
    return found;
}

/// The first name of an outer loop's variable in the bounds of an inner one.
const ast::DeclRefExpr* outer_name(const std::vector<CanonicalLoop>& outer, const ast::Stmt* inner) {
    const std::function<const ast::DeclRefExpr*(const ast::Stmt*)> look =
        [&](const ast::Stmt* s) -> const ast::DeclRefExpr* {
        if (s == nullptr) return nullptr;
        if (const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(s)) {
            const bool is_outer = std::ranges::any_of(
                outer, [&](const CanonicalLoop& loop) { return loop.variable == name->getDecl(); });
            if (is_outer) return name;
        }
        for (const ast::Stmt* part : s->children()) {
            if (const ast::DeclRefExpr* found = look(part)) return found;
        }
        return nullptr;
    };
    if (const auto* range = llvm::dyn_cast<ast::CXXForRangeStmt>(inner)) return look(range->getRangeStmt());
    const auto* loop = llvm::cast<ast::ForStmt>(inner);
    const ast::DeclRefExpr* in_start = look(loop->getInit());
    return in_start != nullptr ? in_start : look(loop->getCond());
}

}  // namespace

std::vector<CanonicalLoop> CanonicalLoops::nest(const ast::OMPLoopDirective* directive, std::int64_t depth) {
    std::vector<CanonicalLoop> result;
    const ast::Stmt* at = directive->getRawStmt();
    while (std::ssize(result) < depth) {
        std::vector<const ast::Stmt*> before;
        std::vector<const ast::Stmt*> after;
        const ast::Stmt* loop = loop_in(at, before, after);
        std::vector<const ast::VarDecl*> variables;
        if (loop != nullptr) loop = transformed(loop, variables);
        if (loop == nullptr || !is_loop(loop) || (result.empty() && !(before.empty() && after.empty())))
            context_.fail(at->getBeginLoc(), "only `for` loops are supported directly under this directive");
        const bool depends = outer_name(result, loop) != nullptr;
        if (!result.empty()) result.back().before = std::move(before);
        if (!result.empty()) result.back().after = std::move(after);
        result.push_back(depends ? dependent(result, loop) : canonical(loop));
        result.back().variables = std::move(variables);
        at = result.back().body();
    }
    return result;
}

/// Where the order of the iterations is that of `depend(sink)`, or each has a value of its own.
void CanonicalLoops::check_rectangular(const std::vector<CanonicalLoop>& loops) const {
    for (std::size_t i = 0; i < loops.size(); ++i) {
        if (!loops[i].depends) continue;
        const std::vector<CanonicalLoop> outer(loops.begin(), loops.begin() + static_cast<std::ptrdiff_t>(i));
        const ast::DeclRefExpr* name = outer_name(outer, loops[i].loop);
        context_.fail(name->getExprLoc(),
                      "with `ordered(n)` or `linear`, the bounds of an inner loop must not depend on the "
                      "outer loop variable '" +
                          name->getDecl()->getNameAsString() + "'; omit `collapse`");
    }
}

// ---- bounds that depend on outer variables

/// It is numbered as if it had the most iterations that it can have. Its bounds are computed in the body,
/// where numbers past its end are iterations that do not exist. Bounds are linear, so that the most is found
/// at the first and last values of the outer variables.
CanonicalLoop CanonicalLoops::dependent(const std::vector<CanonicalLoop>& outer, const ast::Stmt* loop) {
    if (!llvm::isa<ast::ForStmt>(loop))
        context_.fail(loop->getBeginLoc(), "the range of this loop must not depend on the loop around it");
    const SourcePoint at = context_.line(loop->getBeginLoc());
    const VariableId most = new_variable("most", ValueType::number(Type::i64));
    declare(most, literal(Type::i64, 0, at), loop->getBeginLoc());
    const Expr known = read(most, ValueType::number(Type::i64), at);
    CanonicalLoop result;
    at_corners(outer, 0, [&] {
        result = canonical(loop);
        set(most, apply(Function::max, {known, result.count}, false, at), loop->getBeginLoc());
    });
    if (result.first) context_.fail(loop->getBeginLoc(), "the bounds of this loop must be integers");
    result.depends = true;
    result.low = literal(result.type, 0, at);
    result.step = literal(Type::i64, 1, at);
    result.count = known;
    return result;
}

void CanonicalLoops::at_corners(const std::vector<CanonicalLoop>& outer, std::size_t k,
                                const std::function<void()>& read) {
    if (k == outer.size()) return read();
    for (const bool at_end : {false, true}) {
        const NestedScope scope(here_);
        const CanonicalLoop loop = outer[k].depends ? canonical(outer[k].loop) : outer[k];
        const SourcePoint at = context_.line(loop.where());
        const Expr none = literal(Type::i64, 0, at);
        const Expr last =
            apply(Function::max, {none, minus(loop.count, literal(Type::i64, 1, at), at)}, false, at);
        declare_loop_variable(loop, at_end ? settle(last, loop.condition()) : none);
        at_corners(outer, k + 1, read);
    }
}

/// From the end on, it looks for one.
Expr CanonicalLoops::up_to_last(const std::vector<CanonicalLoop>& loops, Expr count,
                                ast::SourceLocation where) {
    if (std::ranges::none_of(loops, &CanonicalLoop::depends)) return count;
    const SourcePoint at = context_.line(where);
    const Expr one = literal(Type::i64, 1, at);
    const VariableId v = new_variable("end", ValueType::number(Type::i64));
    declare(v, std::move(count), where);
    const Expr end = read(v, ValueType::number(Type::i64), at);
    Block body = block_in(Around::loop, [&] {
        const NestedScope scope(here_);
        declare_loop_variables(loops, settled(minus(end, one, at), where));
        emitter_.when(exists_[loops.back().loop], where, [&] { emit(Statement::Kind::break_, where); });
    });
    Block step = block([&] { set(v, minus(end, one, at), where); });
    Statement& look = emit(Statement::Kind::while_, where);
    look.value = apply(Function::gt, {end, literal(Type::i64, 0, at)}, true, at);
    look.body = std::move(body);
    look.step = std::move(step);
    return end;
}

/// The loop has run last in the last iterations of those around it.
void CanonicalLoops::set_dependent_variable(const std::vector<CanonicalLoop>& loops, std::size_t k) {
    const ast::Expr* name = llvm::cast<ast::BinaryOperator>(loops[k].loop->getInit())->getLHS();
    const SourcePoint at = line(name);
    const Place target = place(name);
    const NestedScope scope(here_);
    Expr ran = literal(true, at);
    for (std::size_t i = 0; i < k; ++i) {
        const CanonicalLoop outer = loops[i].depends ? canonical(loops[i].loop) : loops[i];
        const Expr last = settle(minus(outer.count, literal(Type::i64, 1, at), at), name);
        declare_loop_variable(outer, last);
        ran = apply(Function::andl, {ran, apply(Function::ge, {last, literal(Type::i64, 0, at)}, true, at)},
                    true, at);
    }
    emitter_.when(ran, name->getExprLoc(), [&] {
        const CanonicalLoop own = canonical(loops[k].loop);
        write_place(target, loop_value(own, own.count), name);
    });
}

// ---- in the body

// The last loop's variable runs fastest.
std::vector<Expr> CanonicalLoops::declare_loop_variables(const std::vector<CanonicalLoop>& loops,
                                                         const Expr& number) {
    Expr rest = number;
    std::vector<Expr> numbers(loops.size());
    for (std::size_t i = loops.size(); i-- > 1;) {
        const SourcePoint at = context_.line(loops[i].where());
        numbers[i] = apply(Function::rem, {rest, loops[i].count}, true, at);
        rest = settle(apply(Function::div, {rest, loops[i].count}, true, at), loops[i].condition());
    }
    numbers.front() = rest;
    Expr exists;
    for (std::size_t i = 0; i < loops.size(); ++i) {
        declare_afresh(loops[i].variables, loops[i].where());
        if (!loops[i].depends) {
            declare_loop_variable(loops[i], numbers[i]);
            continue;
        }
        const CanonicalLoop own = canonical(loops[i].loop);
        const SourcePoint at = context_.line(own.where());
        declare_loop_variable(own, settle(numbers[i], own.condition()));
        Expr is_one = apply(Function::lt, {numbers[i], own.count}, true, at);
        exists = exists == nullptr ? is_one : apply(Function::andl, {exists, is_one}, true, at);
    }
    exists_[loops.back().loop] = exists == nullptr ? nullptr : settle(exists, loops.back().condition());
    return numbers;
}

/// What an iteration executes, after its variables have been declared. Statements between the loops are
/// executed in each iteration of all loops.
void CanonicalLoops::read_body(const std::vector<CanonicalLoop>& loops, const std::function<void()>& inner) {
    const ast::SourceLocation where = loops.back().where();
    const bool has_after =
        std::ranges::any_of(loops, [](const CanonicalLoop& loop) { return !loop.after.empty(); });
    const auto read = [&] {
        for (const CanonicalLoop& loop : loops) {
            for (const ast::Stmt* s : loop.before) statement(s);
        }
        if (has_after && continues(loops.back().body()))
            emitter_.once(where, block_in(Around::loop, inner));
        else
            inner();
        for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
            for (const ast::Stmt* s : loop->after) statement(s);
        }
    };
    const Expr exists = loops.back().loop == nullptr ? nullptr : exists_[loops.back().loop];
    if (exists == nullptr) return read();
    emitter_.when(exists, where, read);
}

// ---- `tile`, `unroll`, `reverse` and `interchange`

namespace {

void find_variables(const ast::Stmt* loop, unsigned depth, std::vector<const ast::VarDecl*>& found) {
    std::vector<const ast::Stmt*> before;
    std::vector<const ast::Stmt*> after;
    const auto* for_ =
        llvm::dyn_cast_or_null<ast::ForStmt>(depth == 0 ? nullptr : loop_in(loop, before, after));
    if (for_ == nullptr) return;
    if (const auto* s = llvm::dyn_cast_or_null<ast::DeclStmt>(for_->getInit()); s && s->isSingleDecl())
        found.push_back(llvm::dyn_cast<ast::VarDecl>(s->getSingleDecl()));
    else if (const auto* first = llvm::dyn_cast_or_null<ast::BinaryOperator>(for_->getInit()))
        found.push_back(named_variable(first->getLHS()));
    find_variables(for_->getBody(), depth - 1, found);
}

}  // namespace

/// The loops that Clang produces from them; null: the directive leaves no loop. `variables`: of the loops in
/// the text, of which each iteration has its own.
const ast::Stmt* CanonicalLoops::transformed(const ast::Stmt* loop,
                                             std::vector<const ast::VarDecl*>& variables) {
    while (const auto* directive = llvm::dyn_cast_or_null<ast::OMPLoopTransformationDirective>(loop)) {
        find_variables(directive->getRawStmt(), directive->getNumAssociatedLoops(), variables);
        std::erase(variables, nullptr);
        declare_afresh(variables, loop->getBeginLoc());
        statement(directive->getPreInits());
        loop = directive->getTransformedStmt();
        while (const auto* list = llvm::dyn_cast_or_null<ast::CompoundStmt>(loop)) {
            if (list->body_empty()) return nullptr;
            for (const ast::Stmt* part : list->body()) {
                if (part != list->body_back()) statement(part);
            }
            loop = list->body_back();
        }
        readers_.uses.find_assigned(loop);
    }
    return loop;
}

void CanonicalLoops::declare_afresh(const std::vector<const ast::VarDecl*>& variables,
                                    ast::SourceLocation where) {
    for (const ast::VarDecl* v : variables) {
        here_.frozen.erase(v);
        attempt([&] {
            const Type type = scalar(context_, v->getType(), where);
            const VariableId own = new_variable(v->getNameAsString(), ValueType::number(type));
            declare(own, nullptr, where);
            readers_.bindings.note_region(own, here_.region);
            bind(v, {.kind = Binding::Kind::variable,
                     .variable = own,
                     .pointer = {},
                     .value = {},
                     .region = here_.region});
        });
    }
}

/// A complete `unroll` leaves the loop of the text.
void CanonicalLoops::transformation(const ast::OMPLoopTransformationDirective* directive) {
    const NestedScope names(here_);
    std::vector<const ast::VarDecl*> variables;
    if (directive->getTransformedStmt() == nullptr) return statement(directive->getRawStmt());
    statement(transformed(directive, variables));
}

}  // namespace musimd::reader

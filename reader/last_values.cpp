#include "reader/readers.hpp"
#include "reader/types.hpp"

// `lastprivate` of parallel loops and sections: the last iteration leaves its value in memory, from which one
// thread takes it after the loop. With `conditional`, every iteration that assigns the variable does.

namespace musimd::reader {

namespace {

Expr index_of(std::int64_t n, SourcePoint line) {
    return literal(Type::i64, static_cast<std::uint64_t>(n), line);
}

}  // namespace

/// Those that are not variables of the loops.
std::vector<LastValue> LastValues::begin(const Clauses& found, const std::vector<CanonicalLoop>& loops,
                                         const Expr& count) {
    std::vector<LastValue> result;
    for (const ast::DeclRefExpr* name : found.last_privates) {
        const ast::VarDecl* v = named_variable(name);
        if (std::ranges::find(loops, v, &CanonicalLoop::variable) != loops.end()) continue;
        attempt([&] {
            const ast::SourceLocation where = name->getExprLoc();
            if (name->getType()->isArrayType() || is_composed(name->getType()))
                return result.push_back(begin_object(name));
            check_assignable(name);
            const bool conditional = std::ranges::find(found.conditional, name) != found.conditional.end();
            LastValue last{.name = name, .original = place(name), .memory = {}, .assigned = {}};
            const Expr size = conditional ? count : index_of(1, line(name));
            last.memory =
                emitter_.new_array("last_" + v->getNameAsString(), last.original.type, size, false, where);
            if (conditional)
                last.assigned =
                    emitter_.new_array("assigned_" + v->getNameAsString(), Type::u8, size, true, where);
            result.push_back(std::move(last));
        });
    }
    return result;
}

/// An array or a structure.
LastValue LastValues::begin_object(const ast::DeclRefExpr* name) {
    const ast::SourceLocation where = name->getExprLoc();
    check_assignable(name);
    const std::vector<Cell> cells = cells_of(context_, name->getType(), where);
    LastValue result{.name = name, .original = {}, .memory = {}, .assigned = {}, .object = lvalue(name)};
    result.memory = emitter_.new_array("last_" + name->getDecl()->getNameAsString(), cells.front().type,
                                       index_of(std::ssize(cells), line(name)), false, where);
    return result;
}

/// The body of a parallel loop, and what its last values need after it. The body is a call, because
/// `continue` ends it alone.
void LastValues::iteration(std::vector<LastValue>& last, const Expr& count, ast::SourceLocation where,
                           const std::function<void()>& body) {
    if (last.empty()) return body();
    for (LastValue& v : last) {
        attempt([&] { readers_.privates.privatize(v.name, false); });
        if (!v.assigned) continue;
        v.flag = new_variable("assigned", ValueType::number(Type::u8));
        declare(v.flag, literal(Type::u8, 0, line(v.name)), where);
        emitter_.set_with(here_.bindings.at(named_variable(v.name)).variable, v.flag);
    }
    Block inside = block(body);
    Statement& call = emit(Statement::Kind::call, where);
    call.body = std::move(inside);
    for (const LastValue& v : last) store_last(v, count);
}

void LastValues::store_last(const LastValue& last, const Expr& count) {
    const ast::SourceLocation where = last.name->getExprLoc();
    const SourcePoint at = line(last.name);
    const ValueType type = ValueType::number(last.original.type);
    const Expr number = element_number(at);
    if (last.object) {
        const Expr ends = apply(Function::eq, {number, minus(count, index_of(1, at), at)}, true, at);
        return emitter_.when(ends, where, [&] {
            const Pointer& own = here_.bindings.at(named_variable(last.name)).pointer;
            readers_.privates.copy_object(last.memory, own, last.name->getType(), last.name);
        });
    }
    const Expr own = read(here_.bindings.at(named_variable(last.name)).variable, type, at);
    Expr is_last = apply(Function::eq, {number, minus(count, index_of(1, at), at)}, true, at);
    Block stores = block([&] { store(last.memory, own, where); });
    if (last.assigned) {
        const ValueType of_flag = ValueType::number(Type::u8);
        is_last = apply(Function::ne, {read(last.flag, of_flag, at), literal(Type::u8, 0, at)}, true, at);
        const auto here = [&](Pointer p) {
            p.index = plus(p.index, number, at);
            return p;
        };
        stores = block([&] {
            store(here(last.memory), own, where);
            store(here(*last.assigned), literal(Type::u8, 1, at), where);
        });
    }
    Statement& branch = emit(Statement::Kind::if_, where);
    branch.value = std::move(is_last);
    branch.body = std::move(stores);
}

/// After the loop.
void LastValues::take_last(const LastValue& last, const Expr& count) {
    const ast::SourceLocation where = last.name->getExprLoc();
    const SourcePoint at = line(last.name);
    if (last.object)
        return emitter_.when(apply(Function::lt, {index_of(0, at), count}, true, at), where, [&] {
            readers_.privates.copy_object(*last.object, last.memory, last.name->getType(), last.name);
        });
    const auto take_if = [&](Expr holds, const Pointer& from) {
        Block taken = block([&] {
            write_place(last.original, readers_.places.element_of(from, last.original.type, at), last.name);
        });
        Statement& branch = emit(Statement::Kind::if_, where);
        branch.value = std::move(holds);
        branch.body = std::move(taken);
    };
    if (!last.assigned) return take_if(apply(Function::lt, {index_of(0, at), count}, true, at), last.memory);
    emitter_.count_up(count, where, [&](const Expr& k) {
        const auto here = [&](Pointer p) {
            p.index = plus(p.index, k, at);
            return p;
        };
        const Expr was = readers_.places.element_of(here(*last.assigned), Type::u8, at);
        take_if(apply(Function::ne, {was, literal(Type::u8, 0, at)}, true, at), here(last.memory));
    });
}

}  // namespace musimd::reader

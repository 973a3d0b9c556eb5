#include "dsl/openmp/throw.hpp"
#include "reader/readers.hpp"
#include "reader/shapes.hpp"

// What threads wait for: locks, and `critical`.

namespace musimd::reader {

// ---- locks
//
// A lock is an i64, and then the number of its owner, from 1: of the i64, the low half is the number of the
// thread that has it, or may take it, and the high half the number that the next to come gets. So threads
// have it in the order in which they come.

namespace {

Expr half(const Expr& lock, bool high) {
    const SourcePoint at = lock->line;
    if (!high) return apply(Function::andb, {lock, literal(Type::i64, 0xffff'ffff, at)}, true, at);
    return apply(Function::shr, {lock, literal(Type::i32, 32, at)}, true, at);
}

constexpr std::uint64_t kNextNumber = std::uint64_t{1} << 32;

}  // namespace

void Locks::lock(const Pointer& at, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    if (here_.region == 0) check_free(at, where);
    const Expr old = readers_.places.atomically(at, Type::i64, where, [&](const Expr& lock) {
        return plus(lock, literal(Type::i64, kNextNumber, line), line);
    });
    const Expr mine = settled(half(old, true), where);
    readers_.places.wait_while(at, Type::i64, where, [&](const Expr& lock) {
        return apply(Function::ne, {half(lock, false), mine}, true, line);
    });
    readers_.places.atomically(at, Type::i64, where, nullptr, true, false);
}

void Locks::unlock(const Pointer& at, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    readers_.places.atomically(
        at, Type::i64, where, [&](const Expr& lock) { return plus(lock, literal(Type::i64, 1, line), line); },
        false, true);
}

/// Nobody else runs beside host code: what has the lock keeps it.
void Locks::check_free(const Pointer& at, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const Expr now = settled(readers_.places.atomically(at, Type::i64, where, nullptr), where);
    Statement& check = emit(Statement::Kind::check, where);
    check.value = apply(Function::eq, {half(now, false), half(now, true)}, true, line);
    check.function = openmp::kLockIsFree;
}

/// All with one name have one lock.
void Locks::critical(const ast::OMPCriticalDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const std::string name = directive->getDirectiveName().getName().getAsString();
    const auto [known, is_new] = criticals_.try_emplace(name);
    if (is_new) {
        into(emitter_.prologue(), [&] {
            known->second = emitter_.new_array("critical" + (name.empty() ? "" : "_" + name), Type::i64,
                                               literal(Type::i64, 1), true, where);
            note_shape(context_, known->second.buffer, name.empty() ? "critical" : "critical (" + name + ")",
                       context_.tree().LongTy, false, function_);
        });
    }
    const Pointer at = known->second;
    lock(at, where);
    statement(directive->getRawStmt());
    unlock(at, where);
}

/// The functions of locks; nothing for another function. A null expression returns nothing.
std::optional<Expr> Locks::lock_function(const ast::CallExpr* e, llvm::StringRef name) {
    const bool nests = name.ends_with("_nest_lock");
    const llvm::StringRef action = name.drop_front(4).drop_back(nests ? 10 : 5);
    const Pointer at = pointer(e->getArg(0));
    if (at.to == Pointer::To::variables)
        context_.fail(e->getExprLoc(), "this lock is not shared by the threads of the region");
    const ast::SourceLocation where = e->getExprLoc();
    if (action == "destroy") return nullptr;
    if (action == "init") {
        for (std::int64_t k = 0; k < (nests ? 3 : 2); ++k)
            store(shifted(at, k, line(e)), literal(Type::i64, 0, line(e)), where);
    } else if (action == "unset") {
        check_owner(at, !nests, where);
        nests ? unset_nest_lock(at, where) : unlock(at, where);
    } else if (action == "test") {
        if (nests) return take_nest_lock(at, false, where);
        const Expr taken = settled(try_lock(at, where), where);
        emitter_.when(apply(Function::ne, {taken, literal(Type::i32, 0, line(e))}, true, line(e)), where,
                      [&] { set_owner(at, this_thread(where), where); });
        return taken;
    } else if (nests) {
        take_nest_lock(at, true, where);
    } else {
        lock(at, where);
        set_owner(at, this_thread(where), where);
    }
    return nullptr;
}

/// Its number, from 1.
Expr Locks::this_thread(ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const Expr number = here_.region == 0 ? literal(Type::i64, 0, at) : element_number(at);
    return settled(plus(number, literal(Type::i64, 1, at), at), where);
}

void Locks::set_owner(const Pointer& at, const Expr& thread, ast::SourceLocation where) {
    readers_.places.atomically(shifted(at, 1, context_.line(where)), Type::i64, where,
                               [&](const Expr&) { return thread; });
}

/// Only the thread that has set a lock may unset it. Then nobody has it; of a lock that nests, see there.
void Locks::check_owner(const Pointer& at, bool releases, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const Expr mine = this_thread(where);
    const auto next = [&](const Expr& owner) { return releases ? literal(Type::i64, 0, line) : owner; };
    const Expr owner =
        settled(readers_.places.atomically(shifted(at, 1, line), Type::i64, where, next), where);
    Statement& check = emit(Statement::Kind::check, where);
    check.value = apply(Function::eq, {owner, mine}, true, line);
    check.function = openmp::kLock;
}

/// Takes it if nobody has it.
Expr Locks::try_lock(const Pointer& at, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const auto is_free = [&](const Expr& lock) {
        return apply(Function::eq, {half(lock, true), half(lock, false)}, true, line);
    };
    const Expr old = readers_.places.atomically(at, Type::i64, where, [&](const Expr& lock) {
        Expr taken = plus(lock, literal(Type::i64, kNextNumber, line), line);
        return apply(Function::select, {is_free(lock), std::move(taken), lock}, false, line);
    });
    const Expr free = settled(is_free(old), where);
    Block body = block([&] { readers_.places.atomically(at, Type::i64, where, nullptr, true, false); });
    Statement& s = emit(Statement::Kind::if_, where);
    s.value = free;
    s.body = std::move(body);
    return apply(Function::to_number, Type::i32, {free}, line);
}

// ---- locks that nest: after the lock come the number of the owner, from 1, and how often it has the lock

/// Adds to how often the owner has it. Returns the sum.
Expr Locks::add_to_nest(const Pointer& at, std::int64_t n, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const Expr added = literal(Type::i64, static_cast<std::uint64_t>(n), line);
    const Expr old =
        readers_.places.atomically(shifted(at, 2, line), Type::i64, where,
                                   [&](const Expr& before) { return plus(before, added, line); });
    return settled(plus(old, added, line), where);
}

void Locks::unset_nest_lock(const Pointer& at, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const Expr zero = literal(Type::i64, 0, line);
    const Expr rest = add_to_nest(at, -1, where);
    emitter_.when(apply(Function::eq, {rest, zero}, true, line), where, [&] {
        readers_.places.atomically(shifted(at, 1, line), Type::i64, where, [&](const Expr&) { return zero; });
        unlock(at, where);
    });
}

/// Takes it, or tries to. Returns how often the thread has it then; 0 if it does not.
Expr Locks::take_nest_lock(const Pointer& at, bool waits, ast::SourceLocation where) {
    const SourcePoint line = context_.line(where);
    const ValueType type = ValueType::number(Type::i64);
    const auto number = [&](std::uint64_t n) { return literal(Type::i64, n, line); };
    const Expr mine = this_thread(where);
    const Expr owner =
        settled(readers_.places.atomically(shifted(at, 1, line), Type::i64, where, nullptr), where);
    emitter_.when(apply(Function::ne, {owner, mine}, true, line), where, [&] {
        if (waits) {
            lock(at, where);
            return set(owner->variable, mine, where);
        }
        const Expr taken = settled(try_lock(at, where), where);
        emitter_.when(apply(Function::ne, {taken, literal(Type::i32, 0, line)}, true, line), where,
                      [&] { set(owner->variable, mine, where); });
    });
    const VariableId times_taken = new_variable("times", type);
    declare(times_taken, number(0), where);
    emitter_.when(apply(Function::eq, {owner, mine}, true, line), where, [&] {
        readers_.places.atomically(shifted(at, 1, line), Type::i64, where, [&](const Expr&) { return mine; });
        set(times_taken, add_to_nest(at, 1, where), where);
    });
    return convert(dsl::read(times_taken, type, line), Type::i32, line);
}

}  // namespace musimd::reader

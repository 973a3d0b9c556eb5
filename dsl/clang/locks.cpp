#include "dsl/clang/body_reader.hpp"

// What threads wait for: locks, `critical`, and values of objects that are accessed atomically.

namespace musimd::dsl::clang {

/// An atomic access. `next` computes the new value from the old one; null: it only reads. Returns the old
/// value.
Expr BodyReader::atomically(const Pointer& to, Type type, ast::SourceLocation where,
                            const std::function<Expr(const Expr&)>& next, bool acquires, bool releases) {
    const ValueType number = ValueType::number(type);
    const Expr old = dsl::read(new_variable("old", number), number, context_.line(where));
    Expr value = next == nullptr ? nullptr : next(old);
    Statement& s = emit(Statement::Kind::atomic, where);
    s.variable = old->variable;
    s.element = {.buffer = to.buffer, .offset = 0};
    s.index = element_index(to, s.line);
    s.value = std::move(value);
    s.acquires = acquires;
    s.releases = releases;
    return old;
}

/// A busy loop, which ends because each thread makes progress by itself.
void BodyReader::wait_while(const Pointer& at, Type type, ast::SourceLocation where,
                            const std::function<Expr(const Expr&)>& waits) {
    const ValueType condition = ValueType::of_condition();
    const VariableId again = new_variable("again", condition);
    declare(again, literal(true, context_.line(where)), where);
    Block body = block([&] { set(again, waits(atomically(at, type, where, nullptr)), where); });
    Statement& loop = emit(Statement::Kind::while_, where);
    loop.value = dsl::read(again, condition, loop.line);
    loop.body = std::move(body);
}

// ---- locks
//
// A lock is an i64: the low half is the number of the thread that has it, or may take it, and the high half
// the number that the next to come gets. So threads have it in the order in which they come.

namespace {

Expr half(const Expr& lock, bool high) {
    const std::uint32_t at = lock->line;
    if (!high) return apply(Function::andb, {lock, literal(Type::i64, 0xffff'ffff, at)}, true, at);
    return apply(Function::shr, {lock, literal(Type::i32, 32, at)}, true, at);
}

constexpr std::uint64_t kNextNumber = std::uint64_t{1} << 32;

}  // namespace

void BodyReader::lock(const Pointer& at, ast::SourceLocation where) {
    const std::uint32_t line = context_.line(where);
    const Expr old = atomically(at, Type::i64, where, [&](const Expr& lock) {
        return plus(lock, literal(Type::i64, kNextNumber, line), line);
    });
    const Expr mine = settled(half(old, true), where);
    wait_while(at, Type::i64, where, [&](const Expr& lock) {
        return apply(Function::ne, {half(lock, false), mine}, true, line);
    });
    atomically(at, Type::i64, where, nullptr, true, false);
}

void BodyReader::unlock(const Pointer& at, ast::SourceLocation where) {
    const std::uint32_t line = context_.line(where);
    atomically(
        at, Type::i64, where, [&](const Expr& lock) { return plus(lock, literal(Type::i64, 1, line), line); },
        false, true);
}

/// All with one name have one lock.
void BodyReader::critical(const ast::OMPCriticalDirective* directive) {
    const ast::SourceLocation where = directive->getBeginLoc();
    const std::string name = directive->getDirectiveName().getName().getAsString();
    const auto [known, is_new] = criticals_.try_emplace(name);
    if (is_new) {
        into(prologue_, [&] {
            known->second = new_array("critical" + (name.empty() ? "" : "_" + name), Type::i64,
                                      literal(Type::i64, 1), true, where);
        });
    }
    const Pointer at = known->second;
    lock(at, where);
    statement(directive->getRawStmt());
    unlock(at, where);
}

/// The functions of locks; nothing for another function. A null expression returns nothing.
std::optional<Expr> BodyReader::lock_function(const ast::CallExpr* e, llvm::StringRef name) {
    const bool nests = name.ends_with("_nest_lock");
    const llvm::StringRef what = name.drop_front(4).drop_back(nests ? 10 : 5);
    const Pointer at = pointer(e->getArg(0));
    if (at.to == Pointer::To::variables)
        context_.fail(e->getExprLoc(), "this lock is not shared by the threads of the region");
    const ast::SourceLocation where = e->getExprLoc();
    if (what == "destroy") return nullptr;
    if (what == "init") {
        for (std::int64_t k = 0; k < (nests ? 3 : 1); ++k)
            store(shifted(at, k, line(e)), literal(Type::i64, 0, line(e)), where);
    } else if (what == "unset") {
        nests ? unset_nest_lock(at, where) : unlock(at, where);
    } else if (what == "test") {
        return nests ? take_nest_lock(at, false, where) : try_lock(at, where);
    } else if (nests) {
        take_nest_lock(at, true, where);
    } else {
        lock(at, where);
    }
    return nullptr;
}

/// Takes it if nobody has it.
Expr BodyReader::try_lock(const Pointer& at, ast::SourceLocation where) {
    const std::uint32_t line = context_.line(where);
    const auto is_free = [&](const Expr& lock) {
        return apply(Function::eq, {half(lock, true), half(lock, false)}, true, line);
    };
    const Expr old = atomically(at, Type::i64, where, [&](const Expr& lock) {
        Expr taken = plus(lock, literal(Type::i64, kNextNumber, line), line);
        return apply(Function::select, {is_free(lock), std::move(taken), lock}, false, line);
    });
    const Expr free = settled(is_free(old), where);
    Block body = block([&] { atomically(at, Type::i64, where, nullptr, true, false); });
    Statement& s = emit(Statement::Kind::if_, where);
    s.value = free;
    s.body = std::move(body);
    return apply(Function::to_number, Type::i32, {free}, line);
}

// ---- locks that nest: after the lock come the number of the owner, from 1, and how often it has the lock

/// Adds to how often the owner has it. Returns the sum.
Expr BodyReader::add_to_nest(const Pointer& at, std::int64_t n, ast::SourceLocation where) {
    const std::uint32_t line = context_.line(where);
    const Expr added = literal(Type::i64, static_cast<std::uint64_t>(n), line);
    const Expr old = atomically(shifted(at, 2, line), Type::i64, where,
                                [&](const Expr& before) { return plus(before, added, line); });
    return settled(plus(old, added, line), where);
}

void BodyReader::unset_nest_lock(const Pointer& at, ast::SourceLocation where) {
    const std::uint32_t line = context_.line(where);
    const Expr zero = literal(Type::i64, 0, line);
    const Expr rest = add_to_nest(at, -1, where);
    when(apply(Function::eq, {rest, zero}, true, line), where, [&] {
        atomically(shifted(at, 1, line), Type::i64, where, [&](const Expr&) { return zero; });
        unlock(at, where);
    });
}

/// Takes it, or tries to. Returns how often the thread has it then; 0 if it does not.
Expr BodyReader::take_nest_lock(const Pointer& at, bool waits, ast::SourceLocation where) {
    const std::uint32_t line = context_.line(where);
    const ValueType type = ValueType::number(Type::i64);
    const auto number = [&](std::uint64_t n) { return literal(Type::i64, n, line); };
    const Expr thread = here_.region == 0 ? number(0) : element_number(line);
    const Expr mine = settled(plus(thread, number(1), line), where);
    const Expr owner = settled(atomically(shifted(at, 1, line), Type::i64, where, nullptr), where);
    when(apply(Function::ne, {owner, mine}, true, line), where, [&] {
        if (waits) {
            lock(at, where);
            return set(owner->variable, mine, where);
        }
        const Expr taken = settled(try_lock(at, where), where);
        when(apply(Function::ne, {taken, literal(Type::i32, 0, line)}, true, line), where,
             [&] { set(owner->variable, mine, where); });
    });
    const VariableId times_taken = new_variable("times", type);
    declare(times_taken, number(0), where);
    when(apply(Function::eq, {owner, mine}, true, line), where, [&] {
        atomically(shifted(at, 1, line), Type::i64, where, [&](const Expr&) { return mine; });
        set(times_taken, add_to_nest(at, 1, where), where);
    });
    return convert(dsl::read(times_taken, type, line), Type::i32, line);
}

void BodyReader::when(Expr holds, ast::SourceLocation where, const std::function<void()>& read) {
    Block body = block(read);
    Statement& s = emit(Statement::Kind::if_, where);
    s.value = std::move(holds);
    s.body = std::move(body);
}

// ---- variables that each thread has of its own

/// `threadprivate`: an array of their copies. That of thread 0 is that of the code outside of regions.
void BodyReader::variable_of_threads(const ast::VarDecl* v) {
    const ast::SourceLocation where = v->getLocation();
    const std::vector<Cell> cells = cells_of(context_, v->getType(), where);
    const auto size = static_cast<std::int64_t>(cells.size());
    const Expr all = literal(Type::i64, static_cast<std::uint64_t>(size * kMaxCopies), context_.line(where));
    const Pointer at = new_array(v->getNameAsString(), cells.front().type, all, true, where);
    cells_of_threads_[at.buffer] = size;
    function_.of_threads.push_back(at.buffer);
    const bool is_array = v->getType()->isArrayType();
    const bool is_structure = v->getType()->isRecordType();
    bind(v, {.kind = is_array       ? Binding::Kind::pointer
                     : is_structure ? Binding::Kind::object
                                    : Binding::Kind::cell,
             .variable = 0,
             .pointer = at,
             .value = {},
             .region = here_.region});
    if (v->getInit() == nullptr) return;
    initialise_zeroed(at, v->getType(), v->getInit());
    copy_to_threads(at.buffer, where);
}

/// The copy of thread 0 to all others.
void BodyReader::copy_to_threads(BufferId buffer, ast::SourceLocation where) {
    const std::uint32_t at = context_.line(where);
    const std::int64_t size = cells_of_threads_.at(buffer);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    const ValueType index = ValueType::number(Type::i64);
    const VariableId i = new_variable("i", index);
    declare(i, number(size), where);
    const Expr to = dsl::read(i, index, at);
    Statement copy;
    copy.kind = Statement::Kind::store;
    copy.element.buffer = buffer;
    copy.index = to;
    copy.line = at;
    const Expr from = apply(Function::rem, {to, number(size)}, true, at);
    copy.value = load(buffer, from, function_.buffers[buffer].element, at);
    Block step = block([&] { set(i, plus(to, number(1), at), where); });
    Statement& loop = emit(Statement::Kind::while_, where);
    loop.value = apply(Function::lt, {to, number(size * kMaxCopies)}, true, at);
    loop.body.push_back(std::move(copy));
    loop.step = std::move(step);
}

void BodyReader::copy_in(const ast::OMPExecutableDirective* directive) {
    for (const auto* clause : directive->getClausesOfKind<ast::OMPCopyinClause>()) {
        for (const ast::Expr* e : clause->varlists()) {
            const Binding& b = binding(named_variable(e), e->getExprLoc());
            copy_to_threads(b.pointer.buffer, e->getExprLoc());
        }
    }
}

}  // namespace musimd::dsl::clang

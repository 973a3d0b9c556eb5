#include "dsl/cuda/device_functions.hpp"
#include "reader/readers.hpp"

// The functions that CUDA C++ has in device code: barriers, what threads of a warp do together, fences, and
// bits of integers.

namespace musimd::reader {
namespace {

/// Those of <cuda/atomic> that order less.
constexpr std::pair<llvm::StringRef, MemoryOrder> kFences[] = {
    {"__musimd_acquire", MemoryOrder::acquire},
    {"__musimd_release", MemoryOrder::release},
    {"__musimd_seq_cst", MemoryOrder::seq_cst},
};

/// Removes `_block` or `_system` from the name.
Scope take_scope(llvm::StringRef& name) {
    if (name.consume_back("_block")) return Scope::block;
    return name.consume_back("_system") ? Scope::system : Scope::grid;
}

}  // namespace

/// The result, in a variable of the type; null without a type.
Expr DeviceCalls::instruction(const MachineInstruction& operation, std::vector<Expr> operands,
                              std::optional<Type> type, const ast::Expr* at) {
    const ValueType number = ValueType::number(type.value_or(Type::i32));
    const VariableId v = type ? new_variable("t", number) : 0;
    Statement& s = emit(Statement::Kind::instruction, at->getExprLoc());
    s.instruction = operation;
    s.operands = std::move(operands);
    s.variable = v;
    return type ? read(v, number, line(at)) : nullptr;
}

/// nullopt: it is not a function of CUDA. Null: it returns nothing.
std::optional<Expr> DeviceCalls::device_call(const ast::CallExpr* e, llvm::StringRef name) {
    if (const auto operation = dsl::cuda::without_mask(name)) return without_mask(e, *operation);
    for (const auto& [prefix, order] : kFences) {
        if (name.starts_with(prefix))
            return without_mask(e, {.opcode = Opcode::fence, .order = order, .scope = take_scope(name)});
    }
    if (name == "__syncwarp") return instruction({.opcode = Opcode::syncwarp}, {lanes(e)}, std::nullopt, e);
    if (const auto operation = dsl::cuda::among_lanes(name)) return among_lanes(e, *operation);
    if (const auto operation = dsl::cuda::shuffle(name)) return readers_.shuffles.shuffle(e, *operation);
    if (name == "__trap" || name == "__assert_fail" || name == "__builtin_unreachable" ||
        name == "__builtin_trap") {
        emit(Statement::Kind::check, e->getExprLoc()).value = literal(false, line(e));
        return nullptr;
    }
    if (name == "__builtin_assume") {
        if (e->getArg(0)->HasSideEffects(context_.tree())) return nullptr;  // then it is not evaluated
        Expr holds = condition(e->getArg(0));
        Statement& check = emit(Statement::Kind::check, e->getExprLoc());
        check.value = std::move(holds);
        check.function = dsl::cuda::kAssume;
        return nullptr;
    }
    if (name == "__nanosleep" || name == "__prof_trigger") return nullptr;
    if (name.starts_with("__cvta_generic_to_"))
        return convert(address(pointer(e->getArg(0)), e->getArg(0)), Type::u64, line(e));
    if (name == "clock" || name == "clock64") return clock(e);
    if (name.starts_with("__musimd_atomic_load")) return atomic_load(e, name);
    if (name.starts_with("__musimd_atomic_store")) return atomic_store(e, name);
    if (name == "__musimd_at_end") return call_at_end(e);
    if (name.ends_with("_copies")) return copies_call(e, name);
    if (name.starts_with("__ld")) return read_place(cell(pointer(e->getArg(0)), e->getType(), e), e);
    if (name.starts_with("atomic")) return atomic_call(e, name);
    if (name == "printf") return readers_.library.print(e, name);
    if (readers_.records.is_launch(e)) return readers_.records.launch(e);
    return bits_call(e, name);
}

/// A mask: bit s is lane s.
Expr DeviceCalls::lanes(const ast::CallExpr* e) {
    const ast::Expr* mask = e->getArg(0);
    return kept(convert(value(mask), Type::u64, line(e)), readers_.uses.changes_after(e, 0), mask);
}

Expr DeviceCalls::argument_of(const ast::CallExpr* e, unsigned number) {
    return kept(value(e->getArg(number)), readers_.uses.changes_after(e, number), e->getArg(number));
}

Expr DeviceCalls::without_mask(const ast::CallExpr* e, const MachineInstruction& operation) {
    if (operation.opcode == Opcode::activemask) {
        const ast::FunctionDecl* in = readers_.calls.current().function;
        if (context_.is_of_system(in->getLocation()))
            kernel_->askers.emplace_back(line(e), in->getNameAsString());
        return convert(instruction(operation, {}, Type::i64, e), Type::u32, line(e));
    }
    if (e->getNumArgs() == 0) return instruction(operation, {}, std::nullopt, e);
    return instruction(operation, {argument_of(e, 0)}, Type::i32, e);
}

Expr DeviceCalls::among_lanes(const ast::CallExpr* e, const MachineInstruction& operation) {
    const bool is_set = dsl::cuda::is_set_of_lanes(operation);
    Expr mask = lanes(e);
    Expr operand = argument_of(e, 1);
    std::optional<Place> all_equal;
    if (e->getNumArgs() == 3) {
        const ast::Expr* to = e->getArg(2);
        all_equal = cell(settled(pointer(to), to), to->getType()->getPointeeType(), to);
    }
    const Type type = context_.number(e->getType(), e->getExprLoc());
    Expr result = instruction(operation, {std::move(mask), std::move(operand)}, is_set ? Type::i64 : type, e);
    if (all_equal) {
        Expr holds = apply(Function::ne, {result, literal(Type::i64, 0, line(e))}, true, line(e));
        write_place(*all_equal, apply(Function::to_number, Type::i32, {std::move(holds)}, line(e)), e);
    }
    return is_set ? convert(std::move(result), type, line(e)) : result;
}

/// popc and clz of a word of 64 bits.
std::optional<Expr> DeviceCalls::bits_call(const ast::CallExpr* e, llvm::StringRef name) {
    const SourcePoint at = line(e);
    const auto number = [&](std::int64_t n) { return literal(Type::u64, static_cast<std::uint64_t>(n), at); };
    const auto of_word = [&](Opcode opcode, Expr word) {
        return instruction({.opcode = opcode}, {word}, Type::i32, e);
    };
    const bool is_long = name.ends_with("ll");
    if (is_long) name = name.drop_back(2);
    const bool counts = name == "__popc" || name == "__clz" || name == "__ffs";
    if (counts) {
        const Type narrow = is_long ? Type::u64 : Type::u32;
        const Expr word = convert(convert(argument_of(e, 0), narrow, at), Type::u64, at);
        if (name == "__popc") return of_word(Opcode::popc, word);
        if (name == "__clz") {
            const Expr zeros = of_word(Opcode::clz, word);
            return is_long ? zeros : apply(Function::sub, {zeros, literal(Type::i32, 32, at)}, true, at);
        }
        // The zeros below the lowest 1.
        const Expr kept_word = settle(word, e);
        const Expr below = apply(Function::andb,
                                 {apply(Function::sub, {kept_word, number(1)}, true, at),
                                  apply(Function::notb, {kept_word}, false, at)},
                                 true, at);
        const Expr place =
            apply(Function::add, {of_word(Opcode::popc, below), literal(Type::i32, 1, at)}, true, at);
        const Expr some = apply(Function::ne, {kept_word, number(0)}, true, at);
        return apply(Function::select, {some, place, literal(Type::i32, 0, at)}, false, at);
    }
    return numbers_call(e, name);
}

/// The same bits, as another type; and products.
std::optional<Expr> DeviceCalls::numbers_call(const ast::CallExpr* e, llvm::StringRef name) {
    const SourcePoint at = line(e);
    if (e->getNumArgs() == 0 || !context_.number(e->getType())) return std::nullopt;
    const Type type = context_.number(e->getType(), e->getExprLoc());
    if (name.starts_with("__") && name.contains("_as_"))
        return apply(Function::reinterpret, type, {argument_of(e, 0)}, at);
    if (name == "min" || name == "max") {
        Expr a = argument_of(e, 0);
        return apply(name == "min" ? Function::min : Function::max, {a, argument_of(e, 1)}, false, at);
    }
    if (name == "__mul24" || name == "__umul24") {
        Expr a = argument_of(e, 0);
        return apply(Function::mul, {a, argument_of(e, 1)}, true, at);
    }
    if (name == "__mulhi" || name == "__umulhi") {
        const Type wide = type == Type::i32 ? Type::i64 : Type::u64;
        const Expr a = convert(argument_of(e, 0), wide, at);
        const Expr product = apply(Function::mul, {a, convert(argument_of(e, 1), wide, at)}, true, at);
        const Function down = type == Type::i32 ? Function::shra : Function::shr;
        return convert(apply(down, {product, literal(Type::i32, 32, at)}, true, at), type, at);
    }
    return std::nullopt;
}

/// A thread's own counter: the machine has no clock. Each call adds so much that loops that wait end soon.
Expr DeviceCalls::clock(const ast::CallExpr* e) {
    constexpr std::uint64_t kTicks = 1000;
    const ValueType type = ValueType::number(Type::u64);
    if (!clock_) {
        clock_ = new_variable("clock", type);
        into(emitter_.prologue(), [&] { declare(*clock_, literal(Type::u64, 0), e->getExprLoc()); });
    }
    Expr next = apply(Function::add, {read(*clock_, type, line(e)), literal(Type::u64, kTicks, line(e))},
                      true, line(e));
    set(*clock_, std::move(next), e->getExprLoc());
    return settle(
        convert(read(*clock_, type, line(e)), context_.number(e->getType(), e->getExprLoc()), line(e)), e);
}

// ---- asynchronous copies

/// Those of the headers: what is assigned between the first two is copied asynchronously.
std::optional<Expr> DeviceCalls::copies_call(const ast::CallExpr* e, llvm::StringRef name) {
    if (name == "__musimd_wait_for_copies") return wait_for_copies(e);
    if (name == "__musimd_commit_copies")
        return instruction({.opcode = Opcode::async_commit}, {}, std::nullopt, e);
    if (name != "__musimd_begin_copies" && name != "__musimd_end_copies") return std::nullopt;
    here_.asynchronous = name == "__musimd_begin_copies";
    return nullptr;
}

/// For all groups but the latest; the instruction has their number as a constant, of which PTX has up to 8.
Expr DeviceCalls::wait_for_copies(const ast::CallExpr* e) {
    constexpr std::int64_t kMost = 8;
    const SourcePoint at = line(e);
    const auto wait = [&](std::int64_t latest) {
        instruction({.opcode = Opcode::async_wait},
                    {literal(Type::i64, static_cast<std::uint64_t>(latest), at)}, std::nullopt, e);
    };
    const Expr latest = argument_of(e, 0);
    if (const auto known = literal_integer(latest)) {
        wait(*known);
        return nullptr;
    }
    const Expr number = settle(convert(latest, Type::i64, at), e);
    for (std::int64_t k = 0; k <= kMost; ++k) {
        const Function is = k == kMost ? Function::ge : Function::eq;
        const Expr bound = literal(Type::i64, static_cast<std::uint64_t>(k), at);
        Block inside = block([&] { wait(k); });
        Statement& test = emit(Statement::Kind::if_, e->getExprLoc());
        test.value = apply(is, {number, bound}, true, at);
        test.body = std::move(inside);
    }
    return nullptr;
}

// ---- atomic accesses

std::optional<Expr> DeviceCalls::atomic_call(const ast::CallExpr* e, llvm::StringRef name) {
    const Scope scope = take_scope(name);
    name.consume_front("atomic");
    const Pointer where = atomic_object(e);
    const Type type = context_.number(e->getType(), e->getExprLoc());
    const Expr a = argument_of(e, 1);
    const Expr b = e->getNumArgs() == 3 ? argument_of(e, 2) : nullptr;
    const auto next = [&](const Expr& old) {
        Expr value = dsl::cuda::atomic_value(name, old, a, b, line(e));
        if (value == nullptr)
            context_.fail(e->getExprLoc(), "the function 'atomic" + name.str() + "' is not supported");
        return value;
    };
    return readers_.places.atomically(where, type, e->getExprLoc(), next, false, false, scope);
}

/// The function without parameters is called where a thread ends.
Expr DeviceCalls::call_at_end(const ast::CallExpr* e) {
    const auto* name = llvm::cast<ast::DeclRefExpr>(e->getArg(0)->IgnoreParenImpCasts());
    if (readers_.kernel->known.at_end == nullptr)
        read_again(context_, {.at_end = llvm::cast<ast::FunctionDecl>(name->getDecl())});
    return nullptr;
}

void DeviceCalls::end_of_thread(ast::SourceLocation where) {
    if (readers_.kernel->known.at_end == nullptr) return;
    const ast::FunctionDecl* callee = readers_.kernel->known.at_end->getDefinition();
    readers_.uses.look_through(callee);
    Statement call_statement;
    call_statement.kind = Statement::Kind::call;
    call_statement.line = context_.line(where);
    readers_.calls.read_called({.function = callee}, call_statement, [&] { statement(callee->getBody()); });
    append(std::move(call_statement));
}

/// Where the first argument points to.
Pointer DeviceCalls::atomic_object(const ast::CallExpr* e) {
    const ast::Expr* at = e->getArg(0);
    Pointer where = pointer(at);
    if (where.to == Pointer::To::variables)
        context_.fail(at->getExprLoc(), "an atomic access to a local variable is not supported");
    where = readers_.views.of_numbers(std::move(where), at);
    where.index = kept(std::move(where.index), readers_.uses.changes_after(e, 0), at);
    return where;
}

Expr DeviceCalls::atomic_load(const ast::CallExpr* e, llvm::StringRef name) {
    const Pointer where = atomic_object(e);
    return readers_.places.atomically(where, context_.number(e->getType(), e->getExprLoc()), e->getExprLoc(),
                                      nullptr, false, false, take_scope(name));
}

/// It returns nothing.
Expr DeviceCalls::atomic_store(const ast::CallExpr* e, llvm::StringRef name) {
    const Pointer where = atomic_object(e);
    readers_.places.store(where, argument_of(e, 1), e->getExprLoc(), take_scope(name));
    return nullptr;
}

}  // namespace musimd::reader

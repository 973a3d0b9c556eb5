#include <clang/AST/ExprCXX.h>

#include "dsl/openmp/throw.hpp"
#include "reader/memory.hpp"
#include "reader/readers.hpp"
#include "reader/shapes.hpp"

// Memory that the program asks for: `malloc` and its relatives, and functions of the file that return what
// these do. Each call is a new object.

namespace musimd::reader {
namespace {

constexpr std::uint64_t kHeapCells = 1 << 20;

}  // namespace

/// If the value of the pointer is new memory: where it is. Memory whose type nothing says has bytes.
std::optional<Pointer> Allocations::allocation(const ast::Expr* e, const Wanted& wanted) {
    const auto* by_new = llvm::dyn_cast<ast::CXXNewExpr>(e->IgnoreParenImpCasts());
    if (by_new != nullptr && kernel_ == nullptr && by_new->getNumPlacementArgs() == 0)
        return new_object_at(by_new, wanted.name);
    const ast::CallExpr* call = call_under_casts(e);
    const ast::QualType to = e->getType();
    if (call == nullptr || !to->isPointerType() || !allocates(call)) return std::nullopt;
    if (kernel_ != nullptr) context_.fail(e->getExprLoc(), reason_against("malloc"));
    Wanted known = {to->isVoidPointerType() ? wanted.type : to->getPointeeType(), wanted.name};
    // A function that returns it does so for a variable of its caller.
    const std::optional<Wanted>& by_caller = readers_.calls.current().wanted;
    if (by_caller && !by_caller->name.empty()) known.name = by_caller->name;
    const ast::FunctionDecl* callee = call->getDirectCallee();
    if (callee->isDefined(callee) && readers_.recursion.is_recursive(callee)) return std::nullopt;
    std::optional<Pointer> memory;
    if (!callee->isDefined(callee)) {
        memory = allocated(call, known);
    } else {
        memory = readers_.calls.inlined(call, callee, true, {.memory = known}).memory;
    }
    if (readers_.calls.current().wanted) readers_.calls.current().memory = memory;
    return memory;
}

Pointer Allocations::allocated(const ast::CallExpr* call, const Wanted& wanted) {
    const llvm::StringRef name = call->getDirectCallee()->getName();
    const bool zeros = name.ends_with("calloc");
    const bool moves = is_library_call(call, "realloc");
    const bool size_is_second = moves || name.contains("aligned") || is_library_call(call, "memalign");
    const unsigned first = size_is_second ? 1 : 0;
    Expr bytes = as_i64(value(call->getArg(first)));
    if (is_library_call(call, "__musimd_new_numbers"))
        bytes = times(std::move(bytes), literal(Type::i64, 8, line(call)), line(call));
    if (zeros) {
        bytes = kept(std::move(bytes), changes(call->getArg(first + 1)), call->getArg(first));
        bytes = times(std::move(bytes), as_i64(value(call->getArg(first + 1))), line(call));
    }
    Pointer memory = new_memory(std::move(bytes), wanted, zeros, call->getExprLoc());
    if (is_library_call(call, "omp_target_alloc") && here_.region == 0) {
        const Expr cells = emitter_.out().back().value;
        readers_.device.allocated(call, memory, cells);
    }
    return moves ? readers_.host_calls.moved_memory(call, settled(std::move(memory), call)) : memory;
}

/// As many objects of the type as fit into the memory.
Pointer Allocations::new_memory(Expr bytes, const Wanted& wanted, bool zeros, ast::SourceLocation where) {
    const SourcePoint at = context_.line(where);
    const auto number = [&](std::int64_t n) { return literal(Type::i64, static_cast<std::uint64_t>(n), at); };
    ast::QualType element = context_.tree().UnsignedCharTy;
    if (!wanted.type.isNull()) element = context_.tree().getBaseElementType(wanted.type);
    const std::vector<Cell> cells = cells_of(context_, element, where);
    if (cells.empty()) context_.fail(where, "an object without members is not supported");
    const std::int64_t size = context_.tree().getTypeSizeInChars(element).getQuantity();
    Expr count = apply(Function::div, {std::move(bytes), number(size)}, true, at);
    count = times(std::move(count), number(std::ssize(cells)), at);
    if (here_.region != 0)
        return from_heap(settled(std::move(count), where), cells.front().type, zeros, where);
    const bool taken =
        std::ranges::find(function_.buffers, wanted.name, &KernelBuffer::name) != function_.buffers.end();
    const Pointer result = emitter_.new_array(taken ? wanted.name + "_memory" : wanted.name,
                                              cells.front().type, std::move(count), zeros, where);
    emitter_.out().back().is_new = true;
    if (!wanted.name.empty())
        note_shape(context_, result.buffer, wanted.name, wanted.type.isNull() ? element : wanted.type, true,
                   function_);
    return result;
}

/// The program has it from its beginning.
void Allocations::make_heap(ast::SourceLocation where) {
    if (heap_) return;
    const llvm::SaveAndRestore outside(here_.region, 0u);
    into(emitter_.prologue(), [&] {
        const Expr size = literal(Type::i64, kHeapCells, context_.line(where));
        heap_ = emitter_.new_array("heap", Type::i64, size, false, where);
        function_.heap = heap_->buffer;
        taken_ = emitter_.new_array("heap_taken", Type::i64, literal(Type::i64, 1), true, where);
    });
}

/// Of a thread: what follows the memory that other calls have got. As in C, null if there is no more.
Pointer Allocations::from_heap(const Expr& cells, Type type, bool zeros, ast::SourceLocation where,
                               HeapUse use) {
    make_heap(where);
    const SourcePoint at = context_.line(where);
    const ValueType number = ValueType::number(Type::i64);
    const Expr begin = read(new_variable("taken", number), number, at);
    Statement& s = emit(Statement::Kind::atomic, where);
    s.variable = begin->variable;
    s.element = {.buffer = taken_->buffer, .offset = 0};
    s.index = literal(Type::i64, 0, at);
    s.value =
        plus(begin, plus(cells, literal(Type::i64, 1, at), at), at);  // what is between belongs to nobody
    const Expr fits =
        apply(Function::le, {plus(begin, cells, at), literal(Type::i64, kHeapCells, at)}, true, at);
    const Expr place = plus(readers_.pointers.address_of(heap_->buffer, at), begin, at);
    if (use == HeapUse::variables) {
        Statement& check = emit(Statement::Kind::check, where);
        check.value = fits;
        check.function = openmp::kHeapHasRoom;
    }
    const Pointer result = readers_.pointers.at_address(
        settled(apply(Function::select, {fits, place, literal(Type::i64, 0, at)}, false, at), where));
    if (zeros)
        emitter_.count_up(cells, where, [&](const Expr& i) {
            store(Pointers::advanced(result, i, at), literal(type, 0, at), where);
        });
    return result;
}

Pointer Allocations::new_object_at(const ast::CXXNewExpr* e, const std::string& name) {
    const ast::QualType type = e->getAllocatedType();
    const SourcePoint at = line(e);
    const std::int64_t size = context_.tree().getTypeSizeInChars(type).getQuantity();
    Expr bytes = literal(Type::i64, static_cast<std::uint64_t>(size), at);
    if (const auto count = e->getArraySize()) bytes = times(as_i64(value(*count)), std::move(bytes), at);
    const auto* construction = llvm::dyn_cast_or_null<ast::CXXConstructExpr>(e->getInitializer());
    const bool is_plain = construction != nullptr && construction->getConstructor()->isTrivial() &&
                          construction->getNumArgs() == 0;
    const bool zeros = e->isArray() && e->hasInitializer() && !is_plain;
    const auto* list = llvm::dyn_cast_or_null<ast::InitListExpr>(e->getInitializer());
    const bool has_values = list != nullptr ? list->getNumInits() != 0 : construction != nullptr && !is_plain;
    if (e->isArray() && has_values)
        context_.fail(e->getExprLoc(),
                      "an array that `new` makes cannot have initial values yet; assign them");
    const Pointer result = settled(new_memory(std::move(bytes), {type, name}, zeros, e->getExprLoc()), e);
    if (!e->isArray() && e->hasInitializer() && !is_plain) initialise(result, type, e->getInitializer());
    return result;
}

/// `posix_memalign(&p, alignment, bytes)`. The machine's memory has no alignment.
Expr Allocations::aligned_memory(const ast::CallExpr* e) {
    const ast::Expr* to = e->getArg(0)->IgnoreParenCasts();
    const auto* unary = llvm::dyn_cast<ast::UnaryOperator>(to);
    if (unary == nullptr || unary->getOpcode() != ast::UO_AddrOf ||
        !unary->getSubExpr()->getType()->isPointerType())
        context_.fail(e->getExprLoc(), "the first argument must be the address of a pointer: `&p`");
    const ast::Expr* pointer = unary->getSubExpr();
    check_assignable(pointer);
    const ast::QualType type = pointer->getType()->isVoidPointerType() ? type_of_memory(pointer)
                                                                       : pointer->getType()->getPointeeType();
    const ast::VarDecl* v = named_variable(pointer);
    std::string name = v == nullptr ? "allocated" : v->getNameAsString();
    const std::optional<Wanted>& by_caller = readers_.calls.current().wanted;
    if (by_caller && !by_caller->name.empty()) name = by_caller->name;
    const Pointer memory = new_memory(as_i64(value(e->getArg(2))), {type, name}, false, e->getExprLoc());
    if (readers_.calls.current().wanted) readers_.calls.current().memory = memory;
    const Place target = place(pointer);
    check_assignable(target, pointer);
    write_place(target, settle(address(memory, e), e), e);
    return literal(Type::i32, 0, line(e));
}

// ---- `void *`

/// The type of the elements of memory that a `void *` points to: that of the first pointer to which it is
/// converted. Null if the text says nothing.
ast::QualType Allocations::type_of_memory(const ast::Expr* e) const {
    if (!e->getType()->isVoidPointerType()) return {};
    const auto* name = llvm::dyn_cast<ast::DeclRefExpr>(e->IgnoreParenCasts());
    const auto* v = name == nullptr ? nullptr : llvm::dyn_cast<ast::VarDecl>(name->getDecl());
    if (v != nullptr && v->getType()->isVoidPointerType()) return type_of_memory(v);
    const ast::QualType returned =
        readers_.calls.current().wanted ? readers_.calls.current().wanted->type : ast::QualType{};
    return FirstConversion(context_, readers_.calls.current().function, returned).of(e);
}

ast::QualType Allocations::type_of_memory(const ast::ValueDecl* pointer) const {
    if (!pointer->getType()->isVoidPointerType()) return {};
    if (const auto known = types_of_memory_.find(pointer);
        known != types_of_memory_.end() && !known->second.isNull())
        return known->second;
    const ast::QualType returned =
        readers_.calls.current().wanted ? readers_.calls.current().wanted->type : ast::QualType{};
    return FirstConversion(context_, readers_.calls.current().function, returned).of(pointer);
}

/// A conversion of a `void *` to another pointer.
Pointer Allocations::pointer_from_void(const ast::CastExpr* e) {
    if (const auto memory = allocation(e, {{}, "allocated"})) return *memory;
    const ast::Expr* from = e->getSubExpr();
    const ast::QualType wanted = e->getType()->getPointeeType();
    const ast::CallExpr* call = call_under_casts(from);
    if (call != nullptr) return pointer(from, {.memory = Wanted{wanted, ""}});  // if it asks for memory
    if (kernel_ != nullptr) return readers_.pointers.reinterpreted(pointer(from), wanted, e);
    const ast::QualType elements = type_of_memory(from);
    if (!elements.isNull() && !same_sizes(context_, elements, wanted))
        context_.fail(e->getExprLoc(), "the first conversion of this memory makes its elements '" +
                                           elements.getAsString() + "'; they cannot be accessed as '" +
                                           wanted.getAsString() + "'");
    return pointer(from);
}

}  // namespace musimd::reader

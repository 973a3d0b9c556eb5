#include "reader/memory.hpp"
#include "reader/readers.hpp"
#include "reader/shapes.hpp"

// Memory that the program asks for: `malloc` and its relatives, and functions of the file that return what
// these do. Each call is a new object.

namespace musimd::reader {

/// If the value of the pointer is new memory: where it is. Memory whose type nothing says has bytes.
std::optional<Pointer> Allocations::allocation(const ast::Expr* e, const Wanted& wanted) {
    const ast::CallExpr* call = call_under_casts(e);
    const ast::QualType to = e->getType();
    if (call == nullptr || !to->isPointerType() || !allocates(call)) return std::nullopt;
    if (kernel_ != nullptr) context_.fail(e->getExprLoc(), reason_against("malloc"));
    if (here_.region != 0)
        context_.fail(e->getExprLoc(), "memory cannot be allocated in a parallel loop yet; declare an array");
    Wanted known = {to->isVoidPointerType() ? wanted.type : to->getPointeeType(), wanted.name};
    // A function that returns it does so for a variable of its caller.
    const std::optional<Wanted>& by_caller = readers_.calls.current().wanted;
    if (by_caller && !by_caller->name.empty()) known.name = by_caller->name;
    const ast::FunctionDecl* callee = call->getDirectCallee();
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
    const bool zeros = is_library_call(call, "calloc");
    Expr bytes = as_i64(value(call->getArg(is_library_call(call, "aligned_alloc") ? 1 : 0)));
    if (zeros) {
        bytes = kept(std::move(bytes), changes(call->getArg(1)), call->getArg(0));
        bytes = times(std::move(bytes), as_i64(value(call->getArg(1))), line(call));
    }
    return new_memory(std::move(bytes), wanted, zeros, call->getExprLoc());
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

/// `posix_memalign(&p, alignment, bytes)`. The machine's memory has no alignment.
Expr Allocations::aligned_memory(const ast::CallExpr* e) {
    if (here_.region != 0)
        context_.fail(e->getExprLoc(), "memory cannot be allocated in a parallel loop yet; declare an array");
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

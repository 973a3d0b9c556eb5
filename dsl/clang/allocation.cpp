#include "dsl/clang/body_reader.hpp"

// Memory that the program asks for: `malloc` and `calloc`. Each call is a new object.

namespace musimd::dsl::clang {
namespace {

const ast::CallExpr* allocating_call(const ast::Expr* e) {
    const auto* call = llvm::dyn_cast<ast::CallExpr>(e->IgnoreParenCasts());
    const ast::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (callee == nullptr || !callee->getDeclName().isIdentifier() || callee->isDefined()) return nullptr;
    const bool allocates = (callee->getName() == "malloc" && call->getNumArgs() == 1) ||
                           (callee->getName() == "calloc" && call->getNumArgs() == 2);
    return allocates ? call : nullptr;
}

}  // namespace

/// If the value of the pointer is new memory: where it is.
std::optional<Pointer> BodyReader::allocation(const ast::Expr* e, const std::string& name) {
    const ast::CallExpr* call = allocating_call(e);
    const ast::QualType to = e->getType();
    if (call == nullptr || !to->isPointerType() || to->isVoidPointerType()) return std::nullopt;
    if (region_ != 0)
        context_.fail(e->getExprLoc(), "memory cannot be allocated in a parallel loop yet; declare an array");
    return allocated(call, to->getPointeeType(), name);
}

/// As many objects of the type as fit into the memory.
Pointer BodyReader::allocated(const ast::CallExpr* call, ast::QualType type, const std::string& name) {
    const ast::SourceLocation where = call->getExprLoc();
    const auto number = [&](std::int64_t n) {
        return literal(Type::i64, static_cast<std::uint64_t>(n), line(call));
    };
    const bool zeros = call->getNumArgs() == 2;
    const ast::QualType element = context_.tree().getBaseElementType(type);
    const std::vector<Cell> cells = cells_of(context_, element, where);
    if (cells.empty()) context_.fail(where, "an object without members is not supported");
    Expr bytes = as_i64(value(call->getArg(0)));
    if (zeros) bytes = times(std::move(bytes), as_i64(value(call->getArg(1))), line(call));
    const std::int64_t size = context_.tree().getTypeSizeInChars(element).getQuantity();
    Expr count = apply(Function::div, {std::move(bytes), number(size)}, true, line(call));
    count = times(std::move(count), number(std::ssize(cells)), line(call));
    const bool taken =
        std::ranges::find(function_.buffers, name, &KernelBuffer::name) != function_.buffers.end();
    const Pointer result =
        new_array(taken ? name + "_memory" : name, cells.front().type, std::move(count), zeros, where);
    out_->back().is_new = true;
    return result;
}

}  // namespace musimd::dsl::clang

#include "dsl/cuda/device_functions.hpp"
#include "reader/readers.hpp"

// (T *)__shfl_sync(mask, (unsigned long long)p, lane): CUDA has no shuffles of pointers. What a pointer
// points to is known, so that its index is exchanged, and not its bits.

namespace musimd::reader {

/// nullopt: it is another conversion of an integer.
std::optional<Pointer> Shuffles::shuffled_pointer(const ast::CastExpr* e) {
    const auto* call = llvm::dyn_cast<ast::CallExpr>(e->getSubExpr()->IgnoreParenImpCasts());
    const ast::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    if (kernel_ == nullptr || callee == nullptr || callee->isDefined(callee)) return std::nullopt;
    const auto operation = cuda::shuffle(callee->getNameAsString());
    if (!operation) return std::nullopt;
    const auto* bits = llvm::dyn_cast<ast::CastExpr>(call->getArg(1)->IgnoreParenImpCasts());
    while (bits != nullptr && bits->getCastKind() == ast::CK_IntegralCast)
        bits = llvm::dyn_cast<ast::CastExpr>(bits->getSubExpr()->IgnoreParenImpCasts());
    if (bits == nullptr || bits->getCastKind() != ast::CK_PointerToIntegral) return std::nullopt;
    const ast::Expr* from = bits->getSubExpr();
    const ast::QualType given = from->getType()->getPointeeType();
    const ast::QualType wanted = e->getType()->getPointeeType();
    if (given->isVoidType() || wanted->isVoidType() || !same_sizes(context_, given, wanted) ||
        context_.tree().getTypeSize(bits->getType()) < 64)
        context_.fail(e->getExprLoc(), "a shuffled pointer must remain a pointer to '" + given.getAsString() +
                                           "', in 64 bits");
    Pointer p = settled(pointer(from), from);
    if (p.to == Pointer::To::variables ||
        (p.to == Pointer::To::buffer && readers_.places.local(p.buffer) != nullptr))
        context_.fail(from->getExprLoc(),
                      "this pointer is to a local variable, which other threads cannot access; shuffle its "
                      "value");
    p.index = shuffle(call, *operation, as_i64(p.index));
    return p;
}

}  // namespace musimd::reader

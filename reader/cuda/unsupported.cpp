#include <clang/AST/ExprCXX.h>

#include "reader/cuda/unsupported.hpp"

// What CUDA C++ has and the reader does not: the reason, and what would be right.

namespace musimd::reader {
namespace {

struct Hint {
    llvm::StringRef prefix;  ///< of the function's name
    const char* text;
};

constexpr Hint kHints[] = {
    {"tex", "this is not supported; read a texture object by `tex1Dfetch`, `tex1D`, `tex2D` or `tex3D`"},
    {"surf", "this is not supported; use a surface object"},
    {"malloc", "allocation in device code is not supported; allocate the memory before the launch"},
    {"free", "allocation in device code is not supported; allocate the memory before the launch"},
    {"cuda", "the CUDA runtime is not supported in device code; call it on the host before the launch"},
    {"__nv_", "libdevice functions are not supported by these names; use those of <math.h>"},
    {"__nvvm_", "compiler built-ins are not supported; use the CUDA C++ functions"},
};

}  // namespace

const char* reason_against(llvm::StringRef function) {
    for (const Hint& hint : kHints) {
        if (function.starts_with(hint.prefix)) return hint.text;
    }
    return nullptr;
}

const char* reason_against(const ast::Expr* e) {
    if (llvm::isa<ast::CXXNewExpr, ast::CXXDeleteExpr>(e))
        return "`new` and `delete` are not supported in device code; allocate the memory before the launch";
    if (llvm::isa<ast::CXXThrowExpr>(e)) return "exceptions are not supported in device code; use `assert`";
    if (llvm::isa<ast::CXXDynamicCastExpr, ast::CXXTypeidExpr>(e))
        return "run-time type information is not supported; pass the type as a template argument";
    const ast::QualType type = e->getType();
    const bool is_function = type->isFunctionType() || type->isFunctionPointerType() ||
                             type->isMemberFunctionPointerType() || type->isMemberPointerType();
    if (is_function)
        return "pointers to functions and members are not supported; pass a lambda to a template";
    return nullptr;
}

}  // namespace musimd::reader

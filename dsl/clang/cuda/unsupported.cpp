#include <clang/AST/ExprCXX.h>

#include "dsl/clang/body_reader.hpp"

// What CUDA C++ has and the reader does not: the reason, and what would be right.

namespace musimd::dsl::clang {
namespace {

struct Hint {
    llvm::StringRef prefix;  ///< of the function's name
    const char* text;
};

constexpr Hint kHints[] = {
    {"tex", "textures are not supported; read the array by an index, or by `__ldg`"},
    {"surf", "surfaces are not supported; pass a pointer to the array"},
    {"malloc", "memory of its own for a thread is not supported; allocate it before the launch"},
    {"free", "memory of its own for a thread is not supported; allocate it before the launch"},
    {"clock", "the machine has no clock; it counts steps, which the report states"},
    {"cuda", "the runtime is not supported in device code; the host can call it before the launch"},
    {"__nv_", "the functions of libdevice are not supported by these names; those of <math.h> are"},
    {"__nvvm_", "built-in functions of the compiler are not supported; CUDA C++ has functions for them"},
};

}  // namespace

/// Null: there is nothing better to say.
const char* BodyReader::reason_against(llvm::StringRef function) const {
    if (kernel_ == nullptr) return nullptr;
    for (const Hint& hint : kHints) {
        if (function.starts_with(hint.prefix)) return hint.text;
    }
    return nullptr;
}

const char* BodyReader::reason_against(const ast::Expr* e) {
    if (llvm::isa<ast::CXXNewExpr, ast::CXXDeleteExpr>(e))
        return "`new` and `delete` are not supported in device code; allocate the memory before the launch";
    if (llvm::isa<ast::CXXThrowExpr>(e)) return "exceptions are not supported in device code; use `assert`";
    if (llvm::isa<ast::CXXDynamicCastExpr, ast::CXXTypeidExpr>(e))
        return "the type of an object at run time is not supported; a template can take the type";
    const ast::QualType type = e->getType();
    const bool is_function = type->isFunctionType() || type->isFunctionPointerType() ||
                             type->isMemberFunctionPointerType() || type->isMemberPointerType();
    if (is_function)
        return "pointers to functions and to members are not supported; a template can take a lambda";
    return nullptr;
}

}  // namespace musimd::dsl::clang

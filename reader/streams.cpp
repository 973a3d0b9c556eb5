#include "reader/streams.hpp"

#include <clang/AST/ExprCXX.h>

#include "reader/readers.hpp"

namespace musimd::reader {

bool Streams::prints(const ast::CallExpr* e) {
    const auto* operator_ = llvm::dyn_cast<ast::CXXOperatorCallExpr>(e);
    const ast::FunctionDecl* callee = e->getDirectCallee();
    return operator_ != nullptr && callee != nullptr && operator_->getOperator() == ast::OO_LessLess &&
           !callee->isDefined() && callee->isInStdNamespace();
}

Pointer Streams::print(const ast::CallExpr* e) {
    const Pointer stream = settled(lvalue(e->getArg(0)), e);
    const bool is_output =
        stream.to != Pointer::To::buffer || function_.buffers[stream.buffer].name == "cout";
    const ast::Expr* const shown = e->getArg(1);
    const std::string format = format_of(shown);
    std::vector<std::pair<VariableId, Expr>> values;
    if (format.ends_with("%s") || shown->getType()->isArithmeticType()) {
        const Expr given = settle(value(shown), shown);
        const VariableId v = new_variable("printed", given->type);
        declare(v, given, shown->getExprLoc());
        values.emplace_back(v, given);
    }
    readers_.library.print_values(format, std::move(values), is_output ? 1 : 2, e->getExprLoc());
    return stream;
}

/// As printf has it.
std::string Streams::format_of(const ast::Expr* shown) const {
    const ast::QualType type = shown->getType();
    if (const ast::RecordDecl* record = type->getAsRecordDecl())
        return record->getName() == "line_end" ? "\n" : "";
    if (type->isPointerType()) {
        const auto* text = llvm::dyn_cast<ast::StringLiteral>(shown->IgnoreParenCasts());
        if (text == nullptr && type->getPointeeType()->isCharType()) return "%s";
        if (text == nullptr) context_.fail(shown->getExprLoc(), "only texts and numbers can be printed");
        return escaped_for_printf(text->getString());
    }
    if (type->isFloatingType()) return "%g";
    if (type->isSpecificBuiltinType(ast::BuiltinType::Char_S)) return "%c";
    const bool is_signed = type->isSignedIntegerType();
    if (context_.tree().getTypeSize(type) == 64) return is_signed ? "%ld" : "%lu";
    return is_signed ? "%d" : "%u";
}

}  // namespace musimd::reader

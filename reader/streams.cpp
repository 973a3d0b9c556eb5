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
    const ast::Expr* const shown = e->getArg(1);
    const Kind kind = kind_of(shown);
    if (here_.region != 0) {
        if (kind.name != "literal") effects(shown);
        function_.prints_in_parallel = true;
        return stream;
    }
    if (kind.name == "literal" && kind.text.empty()) return stream;
    std::vector<HostCalls::Argument> arguments = {{settle(file_of(stream, e), e), "-"}};
    if (kind.name != "literal") arguments.push_back({settle(value(shown), shown), kind.name});
    readers_.host_calls.emit_call("stream_put", arguments, Type::i64, e->getExprLoc());
    if (kind.name == "literal") emitter_.out().back().function = openmp::kPutText + kind.text;
    return stream;
}

/// The number of the stream's file, its first member.
Expr Streams::file_of(const Pointer& stream, const ast::CallExpr* e) {
    if (stream.to == Pointer::To::buffer) {
        const std::string& name = function_.buffers[stream.buffer].name;
        if (name == "cout" || name == "cerr" || name == "clog")
            return literal(Type::i64, name == "cout" ? 1 : 2, line(e));
    }
    return read_place(cell(stream, context_.tree().VoidPtrTy, e), e);
}

Streams::Kind Streams::kind_of(const ast::Expr* shown) const {
    const ast::QualType type = shown->getType();
    if (const ast::RecordDecl* record = type->getAsRecordDecl())
        return {"literal", record->getName() == "line_end" ? "\n" : ""};
    if (type->isPointerType()) {
        const auto* text = llvm::dyn_cast<ast::StringLiteral>(shown->IgnoreParenCasts());
        if (text != nullptr) return {"literal", text->getString().str()};
        return {type->getPointeeType()->isCharType() ? "text" : "pointer", ""};
    }
    if (type->isBooleanType()) return {"boolean", ""};
    return {type->isCharType() ? "character" : "number", ""};
}

}  // namespace musimd::reader

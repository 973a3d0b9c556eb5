#include "reader/readers.hpp"

// `everywhere` blocks: see dsl/cuda/headers/musimd/everywhere.h. The machine has instructions for them.

namespace musimd::reader {
namespace {

/// `if (!__musimd_everywhere()) {} else …`, as the header's macros have it.
bool is_everywhere(const ast::IfStmt* s) {
    const auto* negation = llvm::dyn_cast<ast::UnaryOperator>(s->getCond()->IgnoreParenImpCasts());
    if (negation == nullptr || negation->getOpcode() != ast::UO_LNot || s->getElse() == nullptr) return false;
    const auto* call = llvm::dyn_cast<ast::CallExpr>(negation->getSubExpr()->IgnoreParenImpCasts());
    const ast::FunctionDecl* callee = call == nullptr ? nullptr : call->getDirectCallee();
    return callee != nullptr && callee->getNameAsString() == "__musimd_everywhere";
}

}  // namespace

void EverywhereBlocks::wake(const ast::IfStmt* s, bool begins) {
    emit(Statement::Kind::instruction, s->getBeginLoc()).instruction = {
        .opcode = begins ? Opcode::everywhere : Opcode::end_everywhere};
}

/// The lanes that are active, known to all: each lane that is woken knows of itself whether it was.
Expr EverywhereBlocks::active_before(const ast::IfStmt* s) {
    const SourcePoint at = context_.line(s->getBeginLoc());
    const VariableId active = new_variable("active", ValueType::number(Type::i32));
    wake(s, true);
    declare(active, literal(Type::i32, 0, at), s->getBeginLoc());
    wake(s, false);
    set(active, literal(Type::i32, 1, at), s->getBeginLoc());
    wake(s, true);
    Expr all = readers_.device_calls.instruction({.opcode = Opcode::activemask}, {}, Type::i64, s->getCond());
    return readers_.device_calls.instruction({.opcode = Opcode::vote, .variant = Variant::ballot},
                                             {std::move(all), read(active, ValueType::number(Type::i32), at)},
                                             Type::i64, s->getCond());
}

/// false: it is another `if`.
bool EverywhereBlocks::everywhere_block(const ast::IfStmt* s) {
    if (kernel_ == nullptr || !is_everywhere(s)) return false;
    if (kernel_->everywhere_line == 0) {
        const ast::SourceManager& files = context_.tree().getSourceManager();
        kernel_->everywhere_line = context_.line(s->getBeginLoc());
        kernel_->everywhere_column = files.getExpansionColumnNumber(s->getBeginLoc());
    }
    const auto* given = llvm::dyn_cast_or_null<ast::DeclStmt>(s->getInit());
    const auto* mask = given == nullptr ? nullptr : llvm::dyn_cast<ast::VarDecl>(given->getSingleDecl());
    if (mask == nullptr) {
        wake(s, true);
    } else {
        readers_.declarations.declare_number(
            mask, convert(active_before(s), Type::u32, context_.line(s->getBeginLoc())));
    }
    {
        const Within within(here_, Around::everywhere);
        statement(s->getElse());
    }
    wake(s, false);
    return true;
}

void EverywhereBlocks::must_not_leave_everywhere(ast::SourceLocation where, const char* statement) const {
    if (here_.around.back() != Around::everywhere) return;
    context_.fail(where, "`" + std::string(statement) +
                             "` cannot leave an `everywhere` block; let the block set a variable, and test "
                             "it after the block");
}

}  // namespace musimd::reader

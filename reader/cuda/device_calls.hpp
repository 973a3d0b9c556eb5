#pragma once

#include <optional>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// The functions that CUDA C++ has in device code.
class DeviceCalls : public Reader {
  public:
    using Reader::Reader;

    Expr instruction(const MachineInstruction& operation, std::vector<Expr> operands,
                     std::optional<Type> type, const ast::Expr* at);
    std::optional<Expr> device_call(const ast::CallExpr* e, llvm::StringRef name);
    Expr lanes(const ast::CallExpr* e);
    Expr argument_of(const ast::CallExpr* e, unsigned number);
    void end_of_thread(ast::SourceLocation where);

  private:
    Expr without_mask(const ast::CallExpr* e, const MachineInstruction& operation);
    Expr among_lanes(const ast::CallExpr* e, const MachineInstruction& operation);
    Expr clock(const ast::CallExpr* e);
    std::optional<Expr> copies_call(const ast::CallExpr* e, llvm::StringRef name);
    Expr wait_for_copies(const ast::CallExpr* e);
    Pointer atomic_object(const ast::CallExpr* e);
    Expr atomic_load(const ast::CallExpr* e, llvm::StringRef name);
    Expr atomic_store(const ast::CallExpr* e, llvm::StringRef name);
    Expr call_at_end(const ast::CallExpr* e);
    std::optional<Expr> bits_call(const ast::CallExpr* e, llvm::StringRef name);
    std::optional<Expr> numbers_call(const ast::CallExpr* e, llvm::StringRef name);
    std::optional<Expr> atomic_call(const ast::CallExpr* e, llvm::StringRef name);

    std::optional<VariableId> clock_;  ///< what the last call of clock() has returned
};

}  // namespace musimd::reader

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reader/cuda/ptx_text.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Inline `asm`. Each instruction is a call of the function in dsl/cuda/headers/musimd_ptx.h that has its
/// name.
class InlinePtx : public Reader {
  public:
    using Reader::Reader;

    void assembly(const ast::GCCAsmStmt* s);

  private:
    /// What changes no value here, and is in no function's name.
    struct Modifiers {
        bool is_atomic = false;  ///< of a load or a store: other threads may access the memory, too
        bool acquires = false;
        bool releases = false;
        Scope scope = Scope::grid;
    };

    void instruction(const PtxInstruction& i);
    void execute(const PtxInstruction& i);
    Modifiers take_modifiers(std::vector<std::string>& words) const;
    void fence(Scope scope, MemoryOrder order);
    const ast::FunctionDecl* function_of(const std::string& name, std::size_t parameters) const;
    const ast::FunctionDecl* needed_function(const std::string& name, std::size_t parameters) const;
    Expr call(const ast::FunctionDecl* f, const std::vector<PtxOperand>& operands, std::int64_t element);
    const ast::Expr* address(const PtxOperand& operand, ast::QualType type, std::int64_t element);
    Expr value_before(unsigned result);
    Expr value_of(const PtxOperand& operand, Type type);
    void assign(const PtxOperand& to, Expr value);
    unsigned outer_number(const PtxOperand& operand) const;
    std::string name_of(const PtxOperand& operand) const;
    Expr as(Expr number, Type type) const;

    const ast::GCCAsmStmt* statement_ = nullptr;   ///< that is read
    std::map<std::string, VariableId> registers_;  ///< of the text, and the results: `%0`
};

}  // namespace musimd::reader

#pragma once

#include <llvm/Support/SaveAndRestore.h>

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "dsl/openmp/loop_function.hpp"
#include "reader/context.hpp"
#include "reader/pointer.hpp"

namespace musimd::reader {

/// Writes statements of the tree, and the function's variables and buffers.
class Emitter {
  public:
    Emitter(const Context& context, openmp::LoopFunction& function)
        : context_(context), function_(function) {}

    SourcePoint line(const ast::Expr* e) const { return context_.line(e->getExprLoc()); }

    VariableId new_variable(std::string name, ValueType type);
    /// Under this name or, if another buffer has it, with a number after it.
    BufferId new_buffer(const std::string& name, Type element);
    /// A buffer of its own, whose elements are 0 or undefined. Returns its first element.
    Pointer new_array(const std::string& name, Type type, Expr size, bool zeros, ast::SourceLocation where);

    Statement& emit(Statement::Kind kind, ast::SourceLocation where);
    void append(Statement s) { out_->push_back(std::move(s)); }
    void append(Block block);
    void declare(VariableId v, Expr value, ast::SourceLocation where);
    void set(VariableId v, Expr value, ast::SourceLocation where);
    /// From now on, whatever sets the variable sets the flag, too.
    void set_with(VariableId v, VariableId flag) { flags_[v] = flag; }
    /// The value in a variable of its own, which statements that follow do not change.
    Expr settle(Expr e, const ast::Expr* at);
    Expr settled(Expr e, ast::SourceLocation where);
    void when(Expr holds, ast::SourceLocation where, const std::function<void()>& read);
    /// Ends the program, as a check that fails for this reason.
    void end_program(ast::SourceLocation where, std::string why = {});
    /// A loop that counts from 0.
    void count_up(const Expr& count, ast::SourceLocation where, const std::function<void(const Expr&)>& body);
    /// A loop of one trip, which the statements may leave.
    void once(ast::SourceLocation where, Block inside);

    /// Whether the statement before is an instruction with this result.
    bool is_result_of_last(const Expression& e) const;
    /// Where statements go.
    Block& out() { return *out_; }
    /// What runs before the function.
    Block& prologue() { return prologue_; }
    /// What the function writes.
    template <typename F>
    Block block(const F& read) {
        Block result;
        into(result, read);
        return result;
    }
    /// What the function writes goes there.
    template <typename F>
    void into(Block& block, const F& read) {
        const llvm::SaveAndRestore<Block*> outside(out_, &block);
        read();
    }

  private:
    std::string unique_buffer_name(const std::string& wanted) const;

    const Context& context_;
    openmp::LoopFunction& function_;
    Block* out_ = nullptr;
    Block prologue_;
    unsigned statements_ = 0;
    std::map<VariableId, VariableId> flags_;  ///< set to 1 where the other variable is assigned
};

}  // namespace musimd::reader

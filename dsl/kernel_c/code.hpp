#pragma once

#include <string>
#include <utility>

#include "dsl/cuda/kernel_function.hpp"
#include "dsl/kernel_c/syntax.hpp"
#include "isa/diagnostic.hpp"

namespace musimd::dsl::kernel_c {

/// Writes statements of the tree, and the kernel's variables and buffers. Only the first error of a part is
/// reported: what has one has no expression, and what uses it has none either.
class Code {
  public:
    Code(cuda::KernelFunction& kernel, Diagnostics& errors) : kernel_(kernel), errors_(errors) {}

    cuda::KernelFunction& kernel() { return kernel_; }
    void error(SourcePoint at, std::string message) {
        errors_.error(at.line, at.column - 1, std::move(message));
    }

    VariableId new_variable(std::string name, ValueType type);
    VariableId new_variable(std::string name, Type type) {
        return new_variable(std::move(name), ValueType::number(type));
    }
    /// Under this name or, if another buffer has it, with a number after it.
    BufferId new_buffer(const std::string& name, Type element);

    Statement& emit(Statement::Kind kind, SourcePoint at);
    void append(Block block);
    void declare(VariableId v, Expr value, SourcePoint at);
    void set(VariableId v, Expr value, SourcePoint at);
    void when(Expr holds, SourcePoint at, Block body);
    /// The value in a variable of its own, which statements that follow do not change. Of null, null.
    Expr settle(Expr e, SourcePoint at);
    /// The result, in a variable of the type; null without a type.
    Expr instruction(const MachineInstruction& operation, std::vector<Expr> operands,
                     std::optional<Type> type, SourcePoint at);

    /// How many statements the current block has.
    std::size_t size() const { return out_->size(); }
    /// Whether the statement before is an instruction with this result.
    bool is_result_of_last(const Expr& e) const {
        return e->kind == Expression::Kind::variable && !out_->empty() &&
               out_->back().kind == Statement::Kind::instruction && out_->back().variable == e->variable;
    }

    /// What is written by the function goes there.
    template <typename F>
    void into(Block& block, const F& write) {
        Block* const outside = std::exchange(out_, &block);
        write();
        out_ = outside;
    }
    template <typename F>
    Block block(const F& write) {
        Block result;
        into(result, write);
        return result;
    }

  private:
    cuda::KernelFunction& kernel_;
    Diagnostics& errors_;
    Block* out_ = nullptr;
    unsigned statements_ = 0;
    Block beyond_;  ///< what is too much
};

}  // namespace musimd::dsl::kernel_c

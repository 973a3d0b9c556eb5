#pragma once

#include <string>
#include <vector>

#include "reader/readers.hpp"

// Reads C statements and expressions into the tree. Expressions of the tree are pure: what C computes with
// side effects becomes statements before that of the expression, in the order of the source.

namespace musimd::reader {

/// Reads the body of one function.
class BodyReader {
  public:
    /// `threads`: of a region that names no number. `kernel`: whose code is the function; null: it is C.
    BodyReader(const Context& context, openmp::LoopFunction& function, std::uint32_t threads,
               const KernelSource* kernel = nullptr)
        : readers_(context, function, threads, kernel) {}

    /// Before the parameters are bound: variables that the body assigns, or whose addresses it takes.
    void find_assigned(const ast::Stmt* body) { readers_.uses.find_assigned(body); }
    VariableId new_variable(std::string name, ValueType type) {
        return readers_.emitter.new_variable(std::move(name), type);
    }
    void bind(const ast::VarDecl* v, Binding binding) { readers_.here.bindings[v] = std::move(binding); }
    /// The parameters of `main`, for these arguments of the program.
    void main_parameters(const ast::FunctionDecl* f, const std::vector<std::string>& arguments) {
        readers_.library.main_parameters(f, arguments);
    }

    /// After its parameters are bound.
    void function_body(const ast::FunctionDecl* f);
    /// The same of a kernel.
    void kernel_body(const ast::FunctionDecl* f);

  private:
    void insert_prologue();

    Readers readers_;
};

}  // namespace musimd::reader

#pragma once

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// The text as printf prints it.
std::string escaped_for_printf(llvm::StringRef text);

/// Functions of the C library, and the arguments of the program.
class Library : public Reader {
  public:
    using Reader::Reader;

    /// The parameters of `main`, for these arguments of the program.
    void main_parameters(const ast::FunctionDecl* f, const std::vector<std::string>& arguments);
    bool is_argument_values(const ast::VarDecl* v) const { return v == argument_values_; }
    Binding argument_texts(ast::SourceLocation where);

    std::optional<bool> known_condition(const ast::Expr* e);
    /// The number that an argument of the program is: `atoi(argv[1])`.
    std::optional<Expr> known_argument(const ast::CallExpr* e, llvm::StringRef name);
    std::optional<Expr> library_of_host(const ast::CallExpr* e, llvm::StringRef name);
    Expr print(const ast::CallExpr* e, llvm::StringRef name);
    /// `file`: 1, the standard output, or 2, that of errors. In a parallel loop it prints nothing.
    void print_values(std::string format, std::vector<std::pair<VariableId, Expr>> values, int file,
                      ast::SourceLocation where);

  private:
    const ast::Expr* text_of_choice(const ast::Expr* e) const;
    const ast::ConditionalOperator* open_choice(const ast::CallExpr* e) const;
    Expr print_either(const ast::CallExpr* e, llvm::StringRef name, const ast::ConditionalOperator* choice);
    static bool prints(llvm::StringRef name);
    bool print_is_known(const ast::CallExpr* e, llvm::StringRef name) const;
    Expr exit(const ast::CallExpr* e);
    Expr exit_of_thread(const ast::CallExpr* e);
    Expr time_in(const ast::CallExpr* e, unsigned argument);
    VariableId random_state(const ast::CallExpr* e);
    Expr random(const ast::CallExpr* e);

    std::optional<VariableId> random_state_;
    std::map<const ast::Expr*, bool> choices_;  ///< of texts that are printed: what is chosen where we are
    std::vector<std::string> arguments_;        ///< arguments of the program, without its name
    const ast::ParmVarDecl* argument_count_ = nullptr;
    const ast::ParmVarDecl* argument_values_ = nullptr;
};

}  // namespace musimd::reader

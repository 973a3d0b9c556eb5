#pragma once

#include <map>
#include <optional>
#include <string>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Functions of <omp.h> that ask for settings and numbers, and that set them.
class RuntimeFunctions : public Reader {
  public:
    using Reader::Reader;

    /// nullopt: it is no such function. A null expression: it returns nothing.
    std::optional<Expr> call(const ast::CallExpr* e, llvm::StringRef name);

  private:
    std::optional<Expr> of_levels(const ast::CallExpr* e, llvm::StringRef name);
    std::optional<Expr> of_settings(const ast::CallExpr* e, llvm::StringRef name);
    Expr active(SourcePoint at);
    Expr of_level(const ast::CallExpr* e, const Expr& outermost, const Expr& nested, const Expr& outside);
    Expr setting(const std::string& name, std::int64_t initial, SourcePoint at);
    void set_setting(const std::string& name, std::int64_t initial, Expr value, const ast::CallExpr* e);
    Expr schedule(const ast::CallExpr* e);

    std::map<std::string, VariableId> settings_;
};

}  // namespace musimd::reader

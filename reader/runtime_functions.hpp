#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Functions of <omp.h> that ask for settings and numbers, and that set them.
class RuntimeFunctions : public Reader {
  public:
    using Reader::Reader;

    /// nullopt: it is no such function. A null expression: it returns nothing.
    std::optional<Expr> call(const ast::CallExpr* e, llvm::StringRef name);

    /// Whether a region that is the n-th of those around each other may have several threads.
    Expr allows_level(int n, SourcePoint at);

  private:
    std::optional<Expr> of_levels(const ast::CallExpr* e, llvm::StringRef name);
    std::optional<Expr> of_settings(const ast::CallExpr* e, llvm::StringRef name);
    Expr active_levels(SourcePoint at);
    Expr of_level(const ast::CallExpr* e, const Expr& outermost, const std::vector<Expr>& nested,
                  const Expr& outside);
    std::vector<Expr> of_inner(Expr InnerTeam::*what, const Expr& alone, const ast::CallExpr* e) const;
    Expr setting(const std::string& name, std::int64_t initial, SourcePoint at);
    void set_setting(const std::string& name, std::int64_t initial, Expr value, const ast::CallExpr* e);
    Expr schedule(const ast::CallExpr* e);

    std::map<std::string, VariableId> settings_;
};

}  // namespace musimd::reader

#pragma once

#include <optional>

#include "reader/call.hpp"
#include "reader/reader.hpp"

namespace musimd::reader {

/// Functions of C's library that are text: dsl/openmp/headers/musimd_c.h.
class CLibrary : public Reader {
  public:
    using Reader::Reader;

    /// The library's function or variable of this name, as text; or null.
    const ast::FunctionDecl* function(llvm::StringRef name) const;
    const ast::VarDecl* variable(llvm::StringRef name) const;
    /// A call of such a function.
    std::optional<Called> call(const ast::CallExpr* e, llvm::StringRef name, bool used,
                               const Request& request);
    /// `stdin`, `stdout`, `stderr`: a file's number.
    std::optional<Pointer> standard_file(const ast::VarDecl* v) const;
    Expr memmove(const ast::CallExpr* e);

  private:
    Called sort_or_search(const ast::CallExpr* e, bool sorts, const Request& request);
};

}  // namespace musimd::reader

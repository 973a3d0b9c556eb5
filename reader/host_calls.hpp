#pragma once

#include <optional>
#include <string>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Functions of C's library that use files or formats: the host executes them, between two parts.
class HostCalls : public Reader {
  public:
    using Reader::Reader;

    static bool is_known(llvm::StringRef name);
    Expr call(const ast::CallExpr* e, llvm::StringRef name);
    /// `realloc`: new memory, with what was in the old.
    Pointer moved_memory(const ast::CallExpr* e, Pointer to);

    struct Argument {
        Expr value;
        std::string object;  ///< of a pointer: what it points to, `i32@0,f64@8;16`; else `-`
    };
    /// Its result.
    Expr emit_call(const std::string& name, const std::vector<Argument>& arguments, Type result,
                   ast::SourceLocation where);

  private:
    Argument argument(const ast::Expr* e);
    std::string object_at(const ast::Expr* e) const;
};

}  // namespace musimd::reader

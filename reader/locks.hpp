#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Locks, and `critical`.
class Locks : public Reader {
  public:
    using Reader::Reader;

    void critical(const ast::OMPCriticalDirective* directive);
    std::optional<Expr> lock_function(const ast::CallExpr* e, llvm::StringRef name);

  private:
    void lock(const Pointer& at, ast::SourceLocation where);
    void check_free(const Pointer& at, ast::SourceLocation where);
    void unlock(const Pointer& at, ast::SourceLocation where);
    Expr this_thread(ast::SourceLocation where);
    void set_owner(const Pointer& at, const Expr& thread, ast::SourceLocation where);
    void check_owner(const Pointer& at, bool releases, ast::SourceLocation where);
    Expr add_to_nest(const Pointer& at, std::int64_t n, ast::SourceLocation where);
    void unset_nest_lock(const Pointer& at, ast::SourceLocation where);
    Expr take_nest_lock(const Pointer& at, bool waits, ast::SourceLocation where);
    Expr try_lock(const Pointer& at, ast::SourceLocation where);

    std::map<std::string, Pointer> criticals_;  ///< their locks, by name
};

}  // namespace musimd::reader

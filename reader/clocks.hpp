#pragma once

#include <optional>

#include "reader/reader.hpp"

namespace musimd::reader {

/// The clock of the machine: each question in host code advances it by a microsecond, so that what waits for
/// it ends. In parallel code it stands still.
class Clocks : public Reader {
  public:
    using Reader::Reader;

    /// What a function of C's library, or of OpenMP, says about the time.
    std::optional<Expr> call(const ast::CallExpr* e, llvm::StringRef name);

  private:
    Expr microseconds(const ast::CallExpr* e);
    Expr seconds(const ast::CallExpr* e);
    Expr store_time(const ast::CallExpr* e, unsigned argument, std::int64_t units_per_microsecond);

    std::optional<VariableId> count_;
};

}  // namespace musimd::reader

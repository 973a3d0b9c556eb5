#pragma once

#include "reader/reader.hpp"

namespace musimd::reader {

/// `everywhere` blocks.
class EverywhereBlocks : public Reader {
  public:
    using Reader::Reader;

    bool everywhere_block(const ast::IfStmt* s);
    void must_not_leave_everywhere(ast::SourceLocation where, const char* statement) const;

  private:
    void wake(const ast::IfStmt* s, bool begins);
    Expr active_before(const ast::IfStmt* s);
};

}  // namespace musimd::reader

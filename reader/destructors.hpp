#pragma once

#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Destructors that do something: of local objects where control leaves their block, and of what `delete`
/// ends.
class Destructors : public Reader {
  public:
    using Reader::Reader;

    /// Whether objects of the type have one.
    bool has_work(ast::QualType type) const;
    void enter_block() { blocks_.push_back({here_.around.size(), {}}); }
    /// With the calls, unless no object is in the block.
    void leave_block(ast::SourceLocation where);
    void note_object(const Pointer& at, ast::QualType type);
    /// Of the blocks that a `return` leaves, or a `break`.
    void leave_call(ast::SourceLocation where);
    void leave_loop(ast::SourceLocation where);
    void delete_(const ast::CXXDeleteExpr* e);

  private:
    struct BlockOfObjects {
        std::size_t depth = 0;  ///< of what is around
        std::vector<std::pair<Pointer, ast::QualType>> objects = {};
    };
    void destroy(const BlockOfObjects& block, ast::SourceLocation where);
    void destroy_from(std::size_t depth, ast::SourceLocation where);
    void destroy(const Pointer& at, ast::QualType type, ast::SourceLocation where);
    void destroy_parts(const Pointer& at, const ast::CXXRecordDecl* cls, ast::SourceLocation where);

    std::vector<BlockOfObjects> blocks_;  ///< the innermost is the last one
};

}  // namespace musimd::reader

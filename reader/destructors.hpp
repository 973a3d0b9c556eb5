#pragma once

#include <cstddef>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// Objects whose destructors do something, and what runs them: the end of their scope, what leaves it, and
/// `delete`.
class Destructors : public Reader {
  public:
    using Reader::Reader;

    /// The destructor of the class, or of a part of it, that does something; or null.
    const ast::CXXDestructorDecl* working(ast::QualType type) const;
    /// An error if it would have to run, where it would not.
    void must_not_work(ast::QualType type, ast::SourceLocation where, const char* of_what) const;

    /// The object has begun to live, in the scope around.
    void begin_life(const Pointer& object, ast::QualType type);
    /// An object without a name, which lives as long as a reference to it, if one is declared.
    Pointer temporary(const ast::MaterializeTemporaryExpr* e);
    /// How many objects live.
    std::size_t living() const { return here_.living.size(); }
    /// Ends the lives of all but the first ones.
    void end_scope(std::size_t first, ast::SourceLocation where);
    /// What control leaves dies: what has begun to live inside of the innermost call, or of the innermost
    /// loop (for a `break`, or `switch`).
    void leave_call(ast::SourceLocation where);
    /// What has begun to live at this depth of `around`, or deeper.
    void leave_to(std::size_t depth, ast::SourceLocation where) { leave(depth, where); }
    void leave_loop(ast::SourceLocation where, bool also_switch);

    void destroy(const Pointer& object, ast::QualType type, ast::SourceLocation where);
    void destroy_pointee(const ast::CXXDeleteExpr* e);

  private:
    void leave(std::size_t depth, ast::SourceLocation where);
    void destroy_parts(const Pointer& object, const ast::CXXRecordDecl* cls, ast::SourceLocation where);
    void run(const Pointer& object, const ast::CXXDestructorDecl* body, ast::SourceLocation where);

    std::vector<const ast::CXXDestructorDecl*> running_;
};

}  // namespace musimd::reader

#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// `goto`, to labels of a list of statements around it.
class Jumps : public Reader {
  public:
    using Reader::Reader;

    static bool has_labels(const ast::CompoundStmt* list);
    void list(const ast::CompoundStmt* list);
    /// A block that `return` and others may leave, and what follows it in any case.
    void leavable(ast::SourceLocation where, const std::function<void()>& read,
                  const std::function<void()>& after);
    void jump(const ast::GotoStmt* s);
    /// How control leaves the segment around, whose list it leaves, too.
    void leave(const ast::Stmt* s);
    /// Whether a `return` here leaves a segment.
    bool is_in_segment() const;

  private:
    /// A part of a list, from a label to the next.
    struct Segment {
        std::vector<const ast::LabelDecl*> labels;
        std::vector<const ast::Stmt*> statements;
    };
    /// A list that is read.
    struct List {
        std::vector<Segment> segments;
        VariableId to = 0;     ///< an i32: the first segment that is executed
        VariableId again = 0;  ///< a condition, if some jump goes back
        VariableId exit = 0;   ///< an i32: which of `exits` is next, from 1; 0: none
        bool goes_back = false;
        std::size_t current = 0;  ///< the segment that is read
        std::vector<const ast::Stmt*> exits =
            {};  ///< `return`, `break`, `continue` or `goto` out of the list
    };

    static std::vector<Segment> segments_of(const ast::CompoundStmt* list);
    void declare_in_all(const std::vector<Segment>& segments);
    void segment(std::size_t number);
    Statement segment_call(ast::SourceLocation where, const std::function<void()>& read);
    void take_exits(const List& list);
    Expr number(std::size_t n, ast::SourceLocation where) const;

    std::vector<List> lists_;  ///< the innermost is the last one
};

}  // namespace musimd::reader

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "reader/reader.hpp"

namespace musimd::reader {

/// `switch`.
class Switches : public Reader {
  public:
    using Reader::Reader;

    /// Of the innermost switch that is a loop: set where its body continues.
    VariableId continue_flag() const { return continues_.back(); }

    void switch_(const ast::SwitchStmt* s);

  private:
    struct Segment;

    std::vector<Segment> segments(const ast::SwitchStmt* s) const;
    Expr is_selected(const Segment& part, const Expr& selector) const;
    void chain(const std::vector<Segment>& parts, const Expr& selector);
    Expr entry(const std::vector<Segment>& parts, const Expr& selector, SourcePoint at) const;
    void declare_in_all(const std::vector<Segment>& parts);
    void segments_in_order(const ast::SwitchStmt* s, const std::vector<Segment>& parts, const Expr& selector);
    void segment(const Segment& part, const Expr& first, std::size_t number);

    std::vector<VariableId> continues_;  ///< for each switch that is a loop: set where its body continues
};

}  // namespace musimd::reader

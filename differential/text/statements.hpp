#pragma once

#include <cstddef>
#include <vector>

#include "differential/text/tree.hpp"

namespace musimd::differential::text {

/// Reads the tree of a C-like source from its tokens.
class StatementReader {
  public:
    StatementReader(Tokens tokens, const std::vector<std::size_t>& partner)
        : tokens_(tokens), partner_(partner) {}

    /// The statements of begin … end − 1. `depth`: how many nodes it is in.
    Node sequence(std::size_t begin, std::size_t end, std::size_t depth) const;

  private:
    bool opens(std::size_t i, std::size_t end) const { return partner_[i] > i && partner_[i] < end; }
    bool is_word(std::size_t i, std::string_view word) const;

    Node statement(std::size_t begin, std::size_t end, std::size_t depth) const;
    Node controlled(std::size_t begin, std::size_t end, std::size_t depth) const;
    Node do_loop(std::size_t begin, std::size_t end, std::size_t depth) const;
    Node plain(std::size_t begin, std::size_t end, std::size_t depth) const;
    Node list(std::size_t begin, std::size_t end, std::size_t depth) const;
    Node item(std::size_t begin, std::size_t end, std::size_t depth) const;
    /// What is between the bracket `open` and its partner.
    Node group(std::size_t open, std::size_t depth) const;
    bool has_statements(std::size_t open) const;
    std::size_t end_of_label(std::size_t begin, std::size_t end) const;
    bool ends_after_braces(std::size_t open, std::size_t end) const;

    Tokens tokens_;
    const std::vector<std::size_t>& partner_;
};

}  // namespace musimd::differential::text

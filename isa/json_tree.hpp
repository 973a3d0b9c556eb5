#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/diagnostic.hpp"

// A JSON text as a tree whose nodes know their places.

namespace musimd::json {

/// A value, or a key of an object.
class Node {
  public:
    enum class Kind : std::uint8_t { object, array, string, integer, number, boolean, null };

    Node(Kind kind, std::string_view raw)
        : begin_(raw.data()), length_(static_cast<std::uint32_t>(raw.size())), kind_(kind) {}

    Kind kind() const { return kind_; }
    /// Its text, without blanks around; of an object or array only the first character.
    std::string_view raw() const { return {begin_, length_}; }
    /// Of an array, its elements; of an object, its keys and values in turn.
    const std::vector<Node>& children() const;
    /// Of a string or key, what it stands for.
    std::string text() const;
    /// The value of an object's member; null if it has no such member.
    const Node* find(std::string_view key) const;

    void add(Node child);

  private:
    const char* begin_;
    std::uint32_t length_;
    Kind kind_;
    std::unique_ptr<std::vector<Node>> children_;
};

/// Reads a text, which the nodes point into. Nothing after an error: bad syntax, a key that occurs twice,
/// or more than 64 levels.
std::optional<Node> parse(std::string_view text, Diagnostics& diagnostics);

/// Where a piece of the text is.
struct TextPosition {
    std::uint32_t line = 1;
    std::size_t offset = 0;  ///< bytes from the beginning of the line
    std::string_view text;   ///< the line
};

/// Finds places in a text.
class Places {
  public:
    explicit Places(std::string_view text) : lines_(lines_of(text)) {}
    TextPosition of(const char* where) const;

  private:
    std::vector<std::string_view> lines_;
};

}  // namespace musimd::json

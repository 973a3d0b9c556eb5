#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "differential/text/language.hpp"
#include "differential/text/tokens.hpp"

namespace musimd::differential::text {

/// A part of a source: tokens begin … end − 1. Of a sequence or a list in brackets, these are outside.
struct Node {
    enum class Kind : std::uint8_t {
        sequence,   ///< of statements: a file, or between braces
        list,       ///< of items: between (), [] or {}, with commas
        statement,  ///< also a definition, a directive, a command of Amber; its children are its groups
        item,       ///< of a list
    };
    enum class Form : std::uint8_t {
        plain,
        directive,
        label,   ///< `case 1:`, `default:`, `here:`
        branch,  ///< its children: the condition, a statement, and perhaps that of `else`
        loop,    ///< `for`, `while`, `switch`, `do` and those of ISPC; children: the condition, a statement
        block,   ///< braces, or lines until END: one sequence
    };
    Kind kind = Kind::statement;
    Form form = Form::plain;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::vector<Node> children = {};

    std::size_t size() const { return end - begin; }
};

using Tokens = std::span<const Token>;

/// The number of the bracket that belongs to each one; its own number for other tokens, and for brackets
/// that nothing belongs to.
std::vector<std::size_t> partners(Tokens tokens);

/// Never fails: what is not understood is a plain statement. Deep nests are understood up to a depth.
Node read_tree(Tokens tokens, Language language);

/// Nodes as deep as this are not divided further.
inline constexpr std::size_t kDeepestNode = 150;

}  // namespace musimd::differential::text

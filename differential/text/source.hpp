#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "differential/harness/search.hpp"
#include "differential/text/tree.hpp"

namespace musimd::differential::text {

/// What is reduced.
struct Source {
    Language language = Language::brackets;
    std::string text;
};

/// How large a source is to a reader.
struct Weight {
    std::uint64_t tokens = 0;
    std::uint64_t parts = 0;      ///< 0 is lighter than other numbers, and a number than a word
    std::uint64_t magnitude = 0;  ///< of numbers
    std::uint64_t letters = 0;
    std::uint64_t between = 0;  ///< characters between the tokens: comments and spaces

    friend auto operator<=>(const Weight&, const Weight&) = default;
};

Weight weigh(const Source& source);

/// The value of the digits at its start, at most 2³²; hexadecimal ones, too.
std::uint64_t value_of_number(std::string_view number);

/// Sources as a kind of case that is reduced.
struct SourceKind {
    using Case = Source;
    using Weight = text::Weight;

    static std::optional<Source> normalized(Source source) { return source; }
    static Weight weigh(const Source& source) { return text::weigh(source); }
    static std::string spell(const Source& source) { return source.text; }
};

using TextSearch = harness::Search<Source>;
using TextEdit = harness::Edit<TextSearch>;

/// A source as it was read. It stays where it is, since tokens are parts of the text.
class Reading {
  public:
    explicit Reading(Source source)
        : source_(std::move(source)),
          tokens_(read_tokens(source_.text)),
          tree_(read_tree(tokens_, source_.language)) {}
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    const Source& source() const { return source_; }
    const std::vector<Token>& tokens() const { return tokens_; }
    const Node& tree() const { return tree_; }

  private:
    Source source_;
    std::vector<Token> tokens_;
    Node tree_;
};

/// Tokens begin … end − 1 are replaced by a text, which may be empty.
struct Cut {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string by = {};
};

/// The cuts must not overlap. Lines stay lines, and neighbours do not become one token.
Source changed(const Reading& from, std::vector<Cut> cuts);

/// Calls `visit` for each node, those that are nearer to the root first.
void for_each_node(const Node& tree, const std::function<void(const Node&)>& visit);

/// One candidate: cuts that are made at once.
using Change = std::vector<Cut>;

/// Adds the changes that an edit offers.
using Propose = void (*)(const Reading& reading, std::vector<Change>& changes);

/// Offers each change that is proposed; after an accepted one, those of the new source.
void offer_each(TextSearch& search, Propose propose);

}  // namespace musimd::differential::text

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace musimd {

enum class Severity : std::uint8_t { error, warning };

/// `error`, `warning`
std::string_view to_string(Severity severity);

/// One error or warning about a text.
struct Diagnostic {
    std::uint32_t line = 0;  ///< from 1; 0 if it has no location (a file that cannot be read)
    std::size_t offset = 0;  ///< bytes from the beginning of the line
    std::string message;     ///< what is wrong, then what would be right
    Severity severity = Severity::error;
    std::string id = {};  ///< the kind of warning, as `dead-code`; empty for an error
};

/// The errors and warnings of one text, in the order of its lines.
class Diagnostics {
  public:
    void error(std::uint32_t line, std::size_t offset, std::string message);
    void warning(std::uint32_t line, std::size_t offset, std::string message, std::string id);
    bool empty() const { return list_.empty(); }
    /// Whether render would not show any more; of the others it prints only the number.
    bool full() const { return list_.size() >= kMaxShown; }
    const std::vector<Diagnostic>& list() const { return list_; }
    void sort();

    static constexpr std::size_t kMaxShown = 1000;

  private:
    std::vector<Diagnostic> list_;
};

/// The lines of a text, with neither LF nor the CR before it; a leading byte order mark is left out.
std::vector<std::string_view> lines_of(std::string_view text);

/// The column of the byte at `offset`, in code points, from 1.
std::size_t column_of(std::string_view line, std::size_t offset);

/// The byte at which the code point of `column` begins.
std::size_t offset_of(std::string_view line, std::size_t column);

/// The line, indented, with a caret under the byte at `offset`. Bytes that are unsafe for a terminal are
/// shown as `?`, and a long line is cut around the caret.
std::string excerpt(std::string_view line, std::size_t offset);

/// Every diagnostic, in the form that editors recognize:
///
///     FILE:LINE:COLUMN: error: MESSAGE
///         the line
///         ^
///
/// A warning says `warning:`, and ends with its id: `[dead-code]`. After the first 1,000 only the number of
/// the others is printed.
std::string render(std::string_view file, std::span<const std::string_view> lines,
                   const Diagnostics& diagnostics);

/// An error in parts, for machine-readable output.
struct LocatedError {
    std::string file;          ///< as display_name has it
    std::uint32_t line = 0;    ///< from 1; 0 if the error has no location in the file
    std::uint32_t column = 0;  ///< in code points, from 1; 0 if the line is 0
    std::string message;
};

/// The errors of one text, as text and in parts.
struct TextErrors {
    std::string text;  ///< as `render` prints them
    std::vector<LocatedError> list;
    bool empty() const { return list.empty(); }
};

TextErrors report_errors(std::string_view file, std::span<const std::string_view> lines,
                         const Diagnostics& diagnostics);

/// How messages name a file: `<stdin>` for `-`, and `?` for each byte that is unsafe for a terminal.
std::string display_name(std::string_view file);

/// The candidate nearest to `word` by edit distance, or "" if none is near (a third of its letters or more).
/// An edit inserts, deletes or replaces a letter, or swaps two neighbours.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// "; did you mean 'X'?" for the nearest candidate, or "".
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

/// The length of the well-formed UTF-8 sequence at the beginning of `bytes` (not empty), or 0.
std::size_t utf8_length(std::string_view bytes);

/// The bytes in a form that is safe in a message: printable, at most `limit` code points.
std::string shown(std::string_view bytes, std::size_t limit = 40);

/// `1 step`, `3 steps`
std::string counted(std::uint64_t n, std::string_view thing);

}  // namespace musimd

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isa/diagnostic.hpp"
#include "isa/program.hpp"
#include "isa/syntax.hpp"

namespace musimd {

/// Command-line options that override the directives of a file.
struct ReadOptions {
    std::optional<std::uint32_t> threads;  ///< 1 … kMaxThreads
    std::optional<std::uint32_t> warps;    ///< 1 … kMaxWarps
    std::optional<std::uint32_t> block;    ///< 1 … kMaxBlockThreads; the file must have `.block`
    std::optional<std::uint32_t> grid;     ///< at least 1; the file must have `.block`
    std::optional<ThreadModel> model;
    std::optional<std::string> active;  ///< a list as in `.active`
    std::optional<Word> word;
    std::optional<RegisterMode> registers;
    std::optional<RaceMode> races;
    std::map<std::string, Integer> defines;         ///< overrides of the file's constants
    std::int64_t max_address = kDefaultMaxAddress;  ///< the highest address that directives may name
    std::optional<std::string> program;             ///< which program of a Prolog file
};

enum class Language : std::uint8_t { assembly, prolog, json };

/// The language of a file: `.pl` is a Prolog list, `.json` a program as JSON, anything else assembly;
/// standard input (`-`) by its text.
Language language_of(std::string_view file, std::string_view text);

/// A program, or the errors of its text.
struct ReadResult {
    std::optional<Program> program;  ///< set if there are no errors
    std::string errors;              ///< rendered, in order; empty: the text is correct
    std::vector<LocatedError> list;  ///< the same in parts

    explicit operator bool() const { return program.has_value(); }
};

/// Reads a program; returns either the program or every error of the text.
ReadResult read_program(std::string_view text, std::string_view file, const ReadOptions& options = {});

/// Reads the lines of a text without resolving names, for `musimd fmt`.
syntax::File read_lines(std::string_view text, Language language, const ReadOptions& options,
                        Diagnostics& diagnostics);

/// The names of a Prolog file's programs, in order; empty for assembly.
std::vector<std::string> program_names(std::string_view text, std::string_view file);

/// Reads lines `A: c c c …` (comments and blank lines allowed) and adds them to the program's preloads.
/// Returns the errors; the program is unchanged if there are any.
TextErrors read_memory(std::string_view text, std::string_view file, std::int64_t max_address,
                       Program& program);

/// The names of all rules, traps and statistics that directives may use.
std::vector<std::string_view> rule_names();
std::vector<std::string_view> trap_names();
std::vector<std::string_view> statistic_names();
std::vector<std::string_view> warning_names();

}  // namespace musimd

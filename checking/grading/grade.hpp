#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checking/grading/exercise.hpp"

namespace musimd::grading {

/// The step limit of an input without `.max_steps`.
inline constexpr std::uint64_t kMaxSteps = 100'000;

/// Words of a segment, for statistics, as in `.expect stat`.
inline constexpr std::int64_t kSegment = 32;

/// Words that an input expects, and those that the run left: `_` is an undefined word, `*` any.
struct ComparedWords {
    std::int64_t address = 0;
    std::vector<std::string> wanted;
    std::vector<std::string> got;
};

/// What a grader says about an answer.
struct Verdict {
    std::size_t inputs = 0;             ///< number of inputs of the exercise
    std::size_t passed_inputs = 0;      ///< 0 if the answer was refused before it ran
    std::uint64_t steps = 0;            ///< steps of all runs
    std::optional<std::size_t> input;   ///< the number of the first input that failed
    std::string mistake;                ///< the id of the one that explains the failure, or empty
    std::string message;                ///< one or two sentences
    std::vector<std::string> failures;  ///< rendered errors of the text, or expectations that were not met
    std::vector<ComparedWords> memory;  ///< of that input, the `.expect memory` lines that were not met

    bool passed() const { return passed_inputs == inputs; }
};

/// Grades an answer: reads it, checks it, and runs it on every input, on the rules engine. `file` is named in
/// messages.
Verdict grade(const Exercise& exercise, std::string_view answer, std::string_view file);

}  // namespace musimd::grading

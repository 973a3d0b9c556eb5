#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

// Exercises of the lessons, as docs/teaching.md describes them.

namespace musimd::grading {

/// A hidden input: directives with which every answer is run, `.expect` lines among them.
struct Input {
    std::string name;
    std::vector<std::string> directives;
};

/// An explanation, and the conditions under which it is given. All of those that are set must hold.
struct Mistake {
    std::string id;
    std::string say;
    std::string input;              ///< the failing input has this name
    std::vector<std::string> when;  ///< `.expect` lines that the run on the failing input meets
    std::string lacks;              ///< an instruction that the answer does not contain
    std::string uses;               ///< one that it contains
    bool check = false;             ///< the structure check refuses the answer
};

struct Exercise {
    std::string title;
    std::string task;
    std::vector<std::string> hints;
    std::vector<std::string> uses;    ///< instructions that an answer must contain
    std::vector<std::string> avoids;  ///< and those that it must not
    bool check = true;                ///< an answer must pass the structure check
    std::string tempting;             ///< the id of the mistake that most people make first, or empty
    std::vector<Input> inputs;
    std::vector<Mistake> mistakes;
};

/// Reads the text of an exercise.json. The error says which member is wrong, and what would be right. All
/// directives are valid if the exercise is.
tl::expected<Exercise, std::string> read_exercise(std::string_view json);

}  // namespace musimd::grading

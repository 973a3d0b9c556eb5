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

/// A number of an exercise that may depend on the number N of threads: `100`, `N`, `2N`.
struct Extent {
    std::int64_t words = 0;
    std::int64_t per_thread = 0;

    std::int64_t of(std::int64_t threads) const { return words + per_thread * threads; }
};

/// Words of the inputs that may be others, `count` from an address on, each from `least` to `most`.
struct Vary {
    Extent from;
    Extent count;
    std::int64_t least = 0;
    std::int64_t most = 0;
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
    std::vector<Vary> vary;  ///< for `musimd grade --seed`
};

/// Reads the text of an exercise.json. The error says which member is wrong, and what would be right. All
/// directives are valid if the exercise is.
tl::expected<Exercise, std::string> read_exercise(std::string_view json);

}  // namespace musimd::grading

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace musimd::cli {

/// What the grader says about one file.
struct Grade {
    std::string file;
    bool passed = false;
    std::uint64_t inputs = 0;
    std::uint64_t passed_inputs = 0;
    std::uint64_t steps = 0;
    std::string mistake;
    std::string message;
    std::vector<std::string> failures;
    std::string json;  ///< the verdict; empty if the grader did not end
};

/// A verdict that a grader wrote.
Grade grade_of(const std::string& file, const std::string& verdict);

/// The sentences of an exercise without the marks of Markdown.
std::string plain(std::string text);

/// The report for a reader: a paragraph per file, and how many passed.
std::string grades_as_text(const std::vector<Grade>& grades);

/// A line per file, after a line of names: RFC 4180.
std::string grades_as_csv(const std::string& exercise, const std::vector<Grade>& grades);

/// One object.
std::string grades_as_json(const std::string& exercise, const std::vector<Grade>& grades);

}  // namespace musimd::cli

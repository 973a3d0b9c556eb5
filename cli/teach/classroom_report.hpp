#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/teach/grade_report.hpp"

// Grades as other programs of a classroom read them: docs/teaching.md has an example of each.

namespace musimd::cli {

/// One object, as a runner of GitHub's autograding reports it. Each file is a test of so many points.
std::string grades_for_github(const std::string& exercise, const std::vector<Grade>& grades,
                              std::int64_t points);

/// An object per line and file, as a combinator template of Moodle's CodeRunner prints it.
std::string grades_for_coderunner(const std::vector<Grade>& grades);

/// An object per line and file: the points of a cell of nbgrader, and a comment.
std::string grades_for_nbgrader(const std::vector<Grade>& grades, std::int64_t points);

}  // namespace musimd::cli

#pragma once

#include <string>

#include "checking/grading/grade.hpp"

namespace musimd::grading {

/// A verdict as one line of JSON: docs/interfaces.md. Bytes of the answer that are not UTF-8 are replaced.
std::string verdict_json(const Exercise& exercise, const Verdict& verdict);

}  // namespace musimd::grading

#pragma once

#include <string>

#include "reader/front_end.hpp"

namespace musimd::support {

/// The front end for C, if it was built. It stays loaded: trees that it made refer to its code.
reader::ReadFunction clang_front_end();

/// A short text of the loops: one statement per line, its line in the source first.
std::string text_of(const dsl::openmp::LoopFunction& function);

}  // namespace musimd::support

#pragma once

#include <string>

#include "isa/program.hpp"

namespace musimd {

/// A program as JSON (docs/interfaces.md), an instruction on each line. Reading it again yields the same
/// program, but for its lines.
std::string to_json(const Program& program);

}  // namespace musimd

#pragma once

#include <string>
#include <vector>

#include "isa/program.hpp"

namespace musimd::cli {

/// The machines that these models stand for, after a verb: `on a stack and since Volta`.
std::string machines_of(const std::vector<ThreadModel>& models);

}  // namespace musimd::cli

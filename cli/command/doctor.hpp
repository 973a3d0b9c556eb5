#pragma once

#include <chrono>

#include "cli/command/command.hpp"
#include "engines/doctor.hpp"

namespace musimd::cli {

/// Adds to the diagnosis what a part uses; a probe gives up after the limit.
using AddGroups = void (*)(doctor::Diagnosis& diagnosis, std::chrono::milliseconds limit);

/// `musimd doctor`. Without `add`, the part for kernels runs the command if it is there.
int write_diagnosis(const Arguments& arguments, AddGroups add);

}  // namespace musimd::cli

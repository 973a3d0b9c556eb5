#pragma once

#include <string>
#include <vector>

#include "cli/command/command.hpp"

// nvcc's options on the command line of `musimd cuda`.

namespace musimd::cli {

struct NvccWords {
    Arguments words;                   ///< in the options of `musimd cuda`
    std::vector<std::string> ignored;  ///< those that have no effect here: architectures, optimization, …
};

/// Options for the compiler or the linker of host code become --host-option.
NvccWords in_own_options(const Arguments& words);

}  // namespace musimd::cli

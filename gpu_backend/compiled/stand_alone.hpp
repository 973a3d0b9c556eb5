#pragma once

#include <string>

#include "semantics/machine.hpp"
#include "simulator/codegen/translation.hpp"

namespace musimd::gpu {

/// A program as CUDA source with a main function: `nvcc FILE.cu -o FILE` compiles it. It runs the program
/// with its preloads and prints the result. `warp_prelude` is the device's own text.
std::string stand_alone(const Program& program, const MachineOptions& options,
                        const codegen::TranslationOptions& translation, const std::string& warp_prelude);

}  // namespace musimd::gpu

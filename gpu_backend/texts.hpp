#pragma once

#include "simulator/codegen/texts.hpp"

namespace musimd::gpu {

/// The files of gpu_backend/prelude, as text; codegen::pasted returns one as it appears in a unit.
std::span<const codegen::Text> texts();

}  // namespace musimd::gpu

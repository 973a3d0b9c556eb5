#pragma once

#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/portable/backend.hpp"

namespace musimd::portable {

/// The backend `ispc`: MUSIMD_ISPC, else `ispc` in PATH, and the host's C++ compiler, which links its output.
/// A kernel is an exported function: a pointer for each buffer, then 32-bit integers: a launch's numbers, and
/// the number of the group:
///
///     export void add(uniform int a[], uniform int b[], uniform int number, uniform int group)
///
/// It is called for each of groups[0] groups, one after the other; groups[1] and [2] must be 1, local_bytes
/// empty, and Launch::threads is ignored: a group is a gang. Its target is MUSIMD_ISPC_TARGET, else
/// avx2-i32x8, sse4.2-i32x4 or neon-i32x4; subgroup_size() is its width. A kernel runs in this process, with
/// nothing to stop it when it does not end or writes elsewhere.
tl::expected<Backend*, std::string> find_ispc();

}  // namespace musimd::portable

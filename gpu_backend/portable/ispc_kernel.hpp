#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/portable/backend.hpp"

// The exported functions of ISPC, and their call.

namespace musimd::portable {

/// The parameters of an exported function: pointers, then 32-bit integers.
struct IspcParameters {
    std::size_t pointers = 0;
    std::size_t integers = 0;
};

/// The functions that a header of ISPC declares and that can be called as kernels; an error that names what
/// no launch can give.
tl::expected<std::map<std::string, IspcParameters>, std::string> exported_by(const std::string& header);

/// Whether the launch has arguments for the parameters; else why not.
tl::expected<void, std::string> check_launch(const IspcParameters& parameters, const Launch& launch);

/// Calls the function for a group; check_launch has accepted the launch.
void call_ispc(const void* function, Launch& launch, std::uint32_t group);

}  // namespace musimd::portable

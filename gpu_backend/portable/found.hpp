#pragma once

#include <string>
#include <string_view>
#include <tl/expected.hpp>

#include "gpu_backend/portable/backend.hpp"

// What find_backend calls, by API.

namespace musimd::portable {

using Found = tl::expected<Backend*, std::string>;

Found find_opencl(std::string_view name);  ///< `pocl` or `oclgrind`

}  // namespace musimd::portable

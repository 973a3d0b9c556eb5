#pragma once

#include <span>
#include <string_view>

namespace musimd::reader {

/// A header that programs include by this name.
struct Header {
    std::string_view name;
    std::string_view text;
};

/// Those of CUDA C++, and of PMacc: the files of dsl/cuda/headers and dsl/lockstep/include.
std::span<const Header> cuda_headers();

}  // namespace musimd::reader

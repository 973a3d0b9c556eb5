#pragma once

#include <span>
#include <string_view>

namespace musimd::reader {

/// A header that programs include by this name.
struct Header {
    std::string_view name;
    std::string_view text;
};

/// Those of CUDA C++, of PMacc, and of OpenMP's programs: the files of dsl/cuda/headers, dsl/lockstep/include
/// and dsl/openmp/headers.
std::span<const Header> cuda_headers();

}  // namespace musimd::reader

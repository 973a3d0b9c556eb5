#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>

#include "kernels/openmp/host_files.hpp"

namespace musimd::kernels::openmp {

/// A value that scanf has read: a number, or bytes.
struct Scanned {
    std::variant<std::int64_t, double, std::string> value;
    bool is_text = false;  ///< bytes that end with a 0
};

/// As C's scanf. `take` gets each value that is assigned, in order, and returns whether there was an argument
/// for it. Returns how many there were, or -1 at the end of the input.
int scan_formatted(TextSource& from, std::string_view format,
                   const std::function<bool(const Scanned&)>& take);

}  // namespace musimd::kernels::openmp

#pragma once

#include <string>

namespace musimd::kernels::lockstep {

/// The front end's messages, with each error in PMacc's headers at the line of `file` that uses them, in the
/// words of its static_assert. The same error of several instances is one.
std::string at_lines_of_user(const std::string& messages, const std::string& file);

}  // namespace musimd::kernels::lockstep

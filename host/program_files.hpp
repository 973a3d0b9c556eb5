#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>

namespace musimd::host {

/// The folder of the running program; empty if the system does not say.
std::filesystem::path program_folder();

/// The first that exists of the paths, each beside the running program or in one of the two folders above its
/// own: what is built in the build folder, or installed in bin/ or libexec/musimd/. Empty if there is none.
std::filesystem::path find_near_program(std::initializer_list<std::string_view> paths);

}  // namespace musimd::host

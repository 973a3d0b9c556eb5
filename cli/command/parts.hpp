#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "cli/command/command.hpp"

// musimd is a small program, and parts: programs of their own that have the commands which need more code.
// They are found at run time, so that what runs programs of the machine is built, and starts, without them.

namespace musimd::cli {

struct PartInfo {
    Part part;
    std::string_view name;     ///< `kernels`
    std::string_view program;  ///< the executable, and the target that builds it: `musimd-kernels`
    std::string_view purpose;  ///< what it does, for `musimd doctor`
};

/// All parts, without the core.
std::span<const PartInfo> parts();

/// The part's executable: beside this program, or where it is installed. Empty if it is not there.
std::filesystem::path program_of(Part part);

/// The first of the part's commands: `cuda`.
std::string_view first_command(Part part);

/// Whether this program is in the folder in which it was built.
bool is_in_build_folder();

/// What to do if the part is not there, as an imperative: `run ./bootstrap.sh musimd cuda …`.
std::string how_to_get(Part part, std::string_view command);

/// Runs a command of a part in place of this process. Returns only by throwing Unavailable, which says how to
/// get the part.
int run_part(Part part, std::string_view command, const Arguments& arguments);

}  // namespace musimd::cli

#include "cli/command/parts.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <iostream>

#include "host/program_files.hpp"
#include "simulator/engine.hpp"

namespace musimd::cli {
namespace {

namespace fs = std::filesystem;

constexpr PartInfo kParts[] = {
    {Part::kernels, "kernels", "musimd-kernels", "kernels of CUDA C++, OpenMP, NSIMD's DSL and PMacc"},
    {Part::fuzz, "fuzz", "musimd-fuzz", "random programs and kernels, reduction, and other implementations"},
};

const PartInfo& info_of(Part part) {
    return *std::ranges::find(kParts, part, &PartInfo::part);
}

}  // namespace

std::span<const PartInfo> parts() {
    return kParts;
}

bool is_in_build_folder() {
    std::error_code error;
    return fs::exists(host::program_folder() / "CMakeCache.txt", error);
}

fs::path program_of(Part part) {
    const std::string program(info_of(part).program);
    return host::find_near_program({program, "libexec/musimd/" + program});
}

std::string_view first_command(Part part) {
    return std::ranges::find(commands(), part, &Command::part)->name;
}

std::string how_to_get(Part part, std::string_view command) {
    return is_in_build_folder() ? fmt::format("run ./bootstrap.sh musimd {} …, which builds it", command)
                                : fmt::format("install the package {}", info_of(part).program);
}

int run_part(Part part, std::string_view command, const Arguments& arguments) {
    const fs::path program = program_of(part);
    if (program.empty()) {
        throw Unavailable(fmt::format("it needs the part {}, which is not {}; {}", info_of(part).program,
                                      is_in_build_folder() ? "built" : "installed",
                                      how_to_get(part, command)));
    }
    std::string name = "musimd";
    std::string first(command);
    std::vector<char*> words = {name.data(), first.data()};
    Arguments copies = arguments;
    for (std::string& word : copies) words.push_back(word.data());
    words.push_back(nullptr);
    std::cout.flush();
    execv(program.c_str(), words.data());
    throw Unavailable(fmt::format("{} cannot be run: {}", program.string(), std::strerror(errno)));
}

}  // namespace musimd::cli

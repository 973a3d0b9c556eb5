#include "host/program_files.hpp"

#include <system_error>

namespace musimd::host {

namespace fs = std::filesystem;

fs::path program_folder() {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return error ? fs::path() : program.parent_path();
}

fs::path find_near_program(std::initializer_list<std::string_view> paths) {
    constexpr int kFolders = 3;
    fs::path folder = program_folder();
    for (int i = 0; i < kFolders && !folder.empty(); ++i) {
        for (const std::string_view path : paths) {
            std::error_code error;
            if (fs::exists(folder / path, error)) return folder / path;
        }
        folder = folder == folder.root_path() ? fs::path() : folder.parent_path();
    }
    return {};
}

}  // namespace musimd::host

#include "differential/backends/places.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>

#include "differential/backends/backend.hpp"

namespace musimd::differential {
namespace {

namespace fs = std::filesystem;

std::string from_environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

bool is_ours(const fs::path& folder) {
    struct stat found {};
    return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == getuid() &&
           (found.st_mode & 022) == 0;
}

}  // namespace

fs::path header_folder() {
    std::error_code none;
    const fs::path program = fs::read_symlink("/proc/self/exe", none);
    for (const fs::path& folder : {program.parent_path().parent_path() / "include" / "musimd",
                                   fs::path(MUSIMD_INSTALLED_HEADERS), fs::path(MUSIMD_SOURCES)}) {
        if (fs::exists(folder / "dsl" / "spmd" / "scalar.hpp", none)) return folder;
    }
    return {};
}

fs::path cache_folder() {
    const std::string caches = from_environment("XDG_CACHE_HOME");
    std::error_code wrong;
    if (!caches.empty()) {
        const fs::path folder = fs::path(caches) / "musimd";
        if (fs::create_directories(folder, wrong) || fs::is_directory(folder, wrong)) return folder;
    }
    // Others may write to the temporary folder: what is not this user's alone is not trusted.
    const fs::path folder = fs::temp_directory_path() / fmt::format("musimd-cache-{}", getuid());
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
        throw std::system_error(errno, std::generic_category(), folder.string());
    }
    if (!is_ours(folder)) throw std::runtime_error(folder.string() + " is not this user's alone");
    return folder;
}

TemporaryFolder::TemporaryFolder(const fs::path& parent) {
    std::string name = (parent / "musimd-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), "no temporary folder in " + parent.string());
    }
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) {
        if (c == '\'') {
            out += "'\\''";
        } else {
            out += c;
        }
    }
    return out + "'";
}

std::string nsimd_root() {
    const std::string root = from_environment("NSIMD_ROOT");
    return root.empty() ? MUSIMD_NSIMD_ROOT : root;
}

}  // namespace musimd::differential

#include "kernels/compiled/paths.hpp"

#include <algorithm>
#include <system_error>

#include "host/environment.hpp"
#include "host/program_files.hpp"
#include "kernels/compiled/backend.hpp"

namespace musimd::kernels {
namespace {

namespace fs = std::filesystem;

}  // namespace

fs::path header_folder() {
    std::error_code none;
    for (const fs::path& folder : {host::find_near_program({"include/musimd"}),
                                   fs::path(MUSIMD_INSTALLED_HEADERS), fs::path(MUSIMD_SOURCES)}) {
        if (!folder.empty() && fs::exists(folder / "dsl" / "spmd" / "scalar.hpp", none)) return folder;
    }
    return {};
}

std::vector<fs::path> dsl_headers() {
    std::vector<fs::path> headers;
    std::error_code wrong;
    for (const char* const room : {"dsl", "isa"}) {
        for (fs::recursive_directory_iterator at(header_folder() / room, wrong), end; !wrong && at != end;
             at.increment(wrong)) {
            const fs::path extension = at->path().extension();
            if (extension == ".hpp" || extension == ".def") headers.push_back(at->path());
        }
    }
    std::ranges::sort(headers);
    return headers;
}

std::string nsimd_root() {
    const std::string root = host::environment("NSIMD_ROOT");
    return root.empty() ? MUSIMD_NSIMD_ROOT : root;
}

}  // namespace musimd::kernels

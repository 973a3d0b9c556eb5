#include "kernels/lockstep/headers_folder.hpp"

#include <filesystem>

#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::lockstep {

HeadersFolder::HeadersFolder() {
    const auto files = program_files();
    if (!files) return;  // the front end has read the kernel, so they are there
    for (const reader::ProgramFile& file : *files) {
        if (!file.name.starts_with("pmacc/")) continue;
        const auto path = folder_.path() / file.name;
        std::filesystem::create_directories(path.parent_path());
        host::write_file(path, file.text);
    }
}

}  // namespace musimd::kernels::lockstep

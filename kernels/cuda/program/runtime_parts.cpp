#include "kernels/cuda/program/runtime_parts.hpp"

#include <algorithm>
#include <cctype>
#include <string_view>

#include "host/files.hpp"

namespace musimd::kernels::cuda {
namespace {

struct Part {
    const char* file;
    std::string_view prefix;  ///< of its functions; a capital letter follows
};
constexpr Part kParts[] = {
    {"musimd_cuda_driver.cu", "cu"},
    {"musimd_cuda_nvrtc.cu", "nvrtc"},
};

/// Whether one of the texts between zeros begins so, as the names of symbols do.
bool has_name(const std::string& bytes, std::string_view prefix) {
    const std::string begin = std::string(1, '\0') + std::string(prefix);
    for (std::size_t at = 0; (at = bytes.find(begin, at)) != std::string::npos; ++at) {
        const std::size_t next = at + begin.size();
        if (next < bytes.size() && std::isupper(static_cast<unsigned char>(bytes[next])) != 0) return true;
    }
    return false;
}

}  // namespace

std::vector<std::string> runtime_parts(const std::vector<std::filesystem::path>& objects) {
    std::vector<std::string> parts;
    for (const std::filesystem::path& object : objects) {
        const std::string bytes = host::read_file(object);
        for (const Part& part : kParts) {
            const bool is_known = std::ranges::find(parts, part.file) != parts.end();
            if (!is_known && has_name(bytes, part.prefix)) parts.emplace_back(part.file);
        }
    }
    return parts;
}

}  // namespace musimd::kernels::cuda

#include "simulator/codegen/cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>

namespace musimd::codegen {
namespace {

namespace fs = std::filesystem;

// Behind what is kept: its hash, and a mark. A shared object does not mind.
constexpr std::uint64_t kMark = 0x756D696D64756E31;
constexpr std::size_t kEndBytes = 16;

std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

std::uint64_t hash_of(std::string_view text, std::uint64_t seed = 0xCBF29CE484222325U) {
    for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return seed ^ seed >> 29;
}

bool is_ours_alone(const fs::path& folder) {
    struct stat found {};
    return lstat(folder.c_str(), &found) == 0 && S_ISDIR(found.st_mode) && found.st_uid == geteuid() &&
           (found.st_mode & 022) == 0;
}

// What stands behind these bytes in a file.
std::string end_of(std::string_view bytes) {
    std::string end;
    for (const std::uint64_t number : {hash_of(bytes), kMark}) {
        for (int i = 0; i < 8; ++i) end += static_cast<char>(number >> (8 * i) & 255U);
    }
    return end;
}

}  // namespace

fs::path unit_cache() {
    std::string caches = environment("XDG_CACHE_HOME");
    if (caches.empty() && !environment("HOME").empty()) caches = environment("HOME") + "/.cache";
    if (caches.empty() || !fs::path(caches).is_absolute()) return {};
    const fs::path folder = fs::path(caches) / "musimd";
    std::error_code wrong;
    fs::create_directories(caches, wrong);
    mkdir(folder.c_str(), 0700);
    return is_ours_alone(folder) ? folder : fs::path();
}

std::string unit_name(std::string_view source, std::string_view how) {
    return fmt::format("{:016x}{:016x}", hash_of(how, hash_of(source)), hash_of(source, hash_of(how)));
}

std::optional<std::string> read_unit(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (bytes.size() < kEndBytes) return std::nullopt;
    const std::string end = bytes.substr(bytes.size() - kEndBytes);
    bytes.resize(bytes.size() - kEndBytes);
    if (end != end_of(bytes)) return std::nullopt;
    return bytes;
}

void keep_unit(const std::string& bytes, const fs::path& file) {
    std::string name = file.string() + ".XXXXXX";
    const int made = mkstemp(name.data());
    if (made < 0) return;
    close(made);
    std::ofstream out(name, std::ios::binary);
    out << bytes << end_of(bytes);
    out.close();
    std::error_code wrong;
    if (out) fs::rename(name, file, wrong);
    if (wrong || !fs::exists(file, wrong)) fs::remove(name, wrong);
}

}  // namespace musimd::codegen

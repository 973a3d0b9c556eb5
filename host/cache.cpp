#include "host/cache.hpp"
#include "host/environment.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <system_error>
#include <utility>
#include <vector>

namespace musimd::host {
namespace {

namespace fs = std::filesystem;

// An entry ends with zeros, the checksum of its content and a mark. Clang reads past the end of a precompiled
// header, and stops at zeros.
constexpr std::uint64_t kMark = 0x756D696D64756E32;
constexpr std::size_t kEndBytes = 24;
constexpr std::size_t kChunkBytes = std::size_t{1} << 20;

// FNV-1a over words of eight bytes: precompiled headers have 100 MB. All chunks but the last are whole words.
class Checksum {
  public:
    void add(std::string_view bytes) {
        for (; bytes.size() >= sizeof(std::uint64_t); bytes.remove_prefix(sizeof(std::uint64_t))) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data(), sizeof word);
            mix(word);
        }
        for (const char c : bytes) mix(static_cast<unsigned char>(c));
    }
    std::uint64_t value() const { return value_ ^ value_ >> 29; }

  private:
    void mix(std::uint64_t word) {
        value_ = (value_ ^ word) * 0x100000001B3U;
        value_ ^= value_ >> 32;  // otherwise the high bits of a word would not reach the low ones
    }
    std::uint64_t value_ = 0xCBF29CE484222325U;
};

std::uint64_t hash_of(std::string_view text, std::uint64_t seed = 0xCBF29CE484222325U) {
    for (const char c : text) seed = (seed ^ static_cast<unsigned char>(c)) * 0x100000001B3U;
    return seed ^ seed >> 29;
}

std::string end_of(const Checksum& checksum) {
    std::string end;
    for (const std::uint64_t number : {std::uint64_t{0}, checksum.value(), kMark}) {
        for (int i = 0; i < 8; ++i) end += static_cast<char>(number >> (8 * i) & 255U);
    }
    return end;
}

bool is_whole(const fs::path& file) {
    std::error_code wrong;
    const std::uintmax_t size =
        fs::is_regular_file(fs::symlink_status(file, wrong)) ? fs::file_size(file, wrong) : 0;
    if (wrong || size < kEndBytes) return false;
    std::ifstream in(file, std::ios::binary);
    std::string chunk;
    Checksum checksum;
    for (std::uintmax_t left = size - kEndBytes; left > 0; left -= chunk.size()) {
        chunk.resize(static_cast<std::size_t>(std::min<std::uintmax_t>(left, kChunkBytes)));
        if (!in.read(chunk.data(), static_cast<std::streamsize>(chunk.size()))) return false;
        checksum.add(chunk);
    }
    chunk.resize(kEndBytes);
    return in.read(chunk.data(), kEndBytes) && chunk == end_of(checksum);
}

// Returns whether everything was written.
bool write_entry(const fs::path& file, std::string_view content) {
    Checksum checksum;
    checksum.add(content);
    std::ofstream out(file, std::ios::binary);
    out << content << end_of(checksum);
    out.close();
    return static_cast<bool>(out);
}

std::string error_text(int error) {
    return std::generic_category().message(error);
}

// Creates the folder if it does not exist. Returns why it cannot be used, or an empty string.
std::string make_folder(const fs::path& folder) {
    std::error_code wrong;
    fs::create_directories(folder.parent_path(), wrong);
    if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return fmt::format("cannot create {}: {}", folder.string(), error_text(errno));
    struct stat found {};
    if (lstat(folder.c_str(), &found) != 0) return fmt::format("{}: {}", folder.string(), error_text(errno));
    if (!S_ISDIR(found.st_mode)) return fmt::format("{} is not a directory", folder.string());
    if (found.st_uid != geteuid()) return fmt::format("{} belongs to another user", folder.string());
    if ((found.st_mode & 022) != 0) return fmt::format("others may write to {}", folder.string());
    return {};
}

struct Entry {
    fs::path path;
    std::uintmax_t bytes = 0;
    fs::file_time_type used;
};

// Earlier versions stored entries as folders.
std::uintmax_t bytes_of(const fs::directory_entry& entry) {
    std::error_code gone;
    if (!fs::is_directory(entry.symlink_status(gone))) {
        const std::uintmax_t size =
            fs::is_regular_file(entry.symlink_status(gone)) ? entry.file_size(gone) : 0;
        return gone ? 0 : size;
    }
    std::uintmax_t bytes = 0;
    for (fs::directory_iterator at(entry.path(), gone), end; !gone && at != end; at.increment(gone))
        bytes += bytes_of(*at);
    return bytes;
}

std::vector<Entry> entries_of(const fs::path& folder) {
    std::vector<Entry> entries;
    std::error_code wrong;
    for (fs::directory_iterator at(folder, wrong), end; !wrong && at != end; at.increment(wrong)) {
        std::error_code gone;
        const auto used = at->last_write_time(gone);
        entries.push_back({at->path(), bytes_of(*at), gone ? fs::file_time_type::min() : used});
    }
    return entries;
}

double mebibytes(std::uintmax_t bytes) {
    return static_cast<double>(bytes) / (1U << 20);
}

}  // namespace

std::string to_string(const Cache::Usage& usage) {
    return fmt::format("{} {}, {:.1f} MiB", usage.entries, usage.entries == 1 ? "entry" : "entries",
                       mebibytes(usage.bytes));
}

Cache::Cache(fs::path folder, std::uintmax_t max_bytes)
    : folder_(std::move(folder)), trouble_(make_folder(folder_)), max_bytes_(max_bytes) {}

Cache Cache::of_user() {
    Cache none;
    const std::string caches = environment("XDG_CACHE_HOME");
    const std::string home = environment("HOME");
    const fs::path parent = !caches.empty() ? fs::path(caches) : fs::path(home) / ".cache";
    std::error_code wrong;
    if (caches.empty() && home.empty()) {
        none.trouble_ = "neither XDG_CACHE_HOME nor HOME is set";
    } else if (!parent.is_absolute()) {
        none.trouble_ = fmt::format("{} is not an absolute path", caches.empty() ? "HOME" : "XDG_CACHE_HOME");
    } else if (caches.empty() && !fs::is_directory(home, wrong)) {
        none.trouble_ = fmt::format("HOME is {}, which is not a directory", home);
    } else {
        return Cache(parent / "musimd");
    }
    return none;
}

bool Cache::writable() const {
    return usable() && access(folder_.c_str(), W_OK) == 0;
}

std::string Cache::key(std::string_view source, std::string_view how) {
    return fmt::format("{:016x}{:016x}", hash_of(how, hash_of(source)), hash_of(source, hash_of(how)));
}

std::optional<fs::path> Cache::find(const std::string& name) const {
    if (!usable()) return std::nullopt;
    fs::path file = folder_ / name;
    if (!is_whole(file)) return std::nullopt;
    utimensat(AT_FDCWD, file.c_str(), nullptr, AT_SYMLINK_NOFOLLOW);  // mark as recently used
    return file;
}

std::optional<std::string> Cache::read(const std::string& name) const {
    const auto file = find(name);
    if (!file) return std::nullopt;
    std::ifstream in(*file, std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(in), {}};
    if (bytes.size() < kEndBytes) return std::nullopt;  // another process has removed it since
    bytes.resize(bytes.size() - kEndBytes);
    return bytes;
}

std::optional<fs::path> Cache::keep(const std::string& name, std::string_view content) const {
    if (!usable() || content.size() + kEndBytes > max_bytes_) return std::nullopt;
    fs::path file = folder_ / name;
    std::string written = file.string() + ".XXXXXX";
    const int descriptor = mkstemp(written.data());
    if (descriptor < 0) return std::nullopt;
    close(descriptor);
    std::error_code wrong;
    const bool whole = write_entry(written, content);
    if (whole) fs::rename(written, file, wrong);
    if (!whole || wrong) {
        fs::remove(written, wrong);
        return std::nullopt;
    }
    evict();
    return file;
}

void Cache::remove(const std::string& name) const {
    std::error_code ignored;
    if (usable()) fs::remove(folder_ / name, ignored);
}

Cache::Usage Cache::usage() const {
    Usage usage;
    if (!usable()) return usage;
    for (const Entry& entry : entries_of(folder_)) {
        ++usage.entries;
        usage.bytes += entry.bytes;
    }
    return usage;
}

std::string Cache::description() const {
    return fmt::format("{}: {} of at most {:.0f}", folder_.string(), to_string(usage()),
                       mebibytes(max_bytes_));
}

Cache::Usage Cache::remove_all() const {
    Usage removed;
    if (!usable()) return removed;
    for (const Entry& entry : entries_of(folder_)) {
        std::error_code wrong;
        fs::remove_all(entry.path, wrong);
        if (wrong) continue;
        ++removed.entries;
        removed.bytes += entry.bytes;
    }
    return removed;
}

void Cache::evict() const {
    std::vector<Entry> entries = entries_of(folder_);
    std::uintmax_t bytes = 0;
    for (const Entry& entry : entries) bytes += entry.bytes;
    if (bytes <= max_bytes_) return;
    std::ranges::sort(entries, {}, &Entry::used);
    for (const Entry& entry : entries) {
        if (bytes <= max_bytes_) break;
        std::error_code wrong;
        fs::remove_all(entry.path, wrong);
        if (!wrong) bytes -= entry.bytes;
    }
}

}  // namespace musimd::host

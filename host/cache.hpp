#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// The only cache of musimd: compiler output that is kept for the next run. The native engine stores shared
// objects, the engine cuda machine code, and the kernel backends precompiled headers.

namespace musimd::host {

/// A folder of entries: files, each with its checksum at its end. Any number of processes may use it at the
/// same time, and any of them may remove any entry at any time: an entry that was found may be gone when it
/// is opened. Failure to write is ignored; the entry is then not cached.
class Cache {
  public:
    static constexpr std::uintmax_t kMaxBytes = std::uintmax_t{1} << 30;

    /// Caches nothing.
    Cache() = default;

    /// Creates the folder with mode 0700 if it does not exist. A folder that is a link, belongs to another
    /// user or is writable by others is neither read nor written.
    explicit Cache(std::filesystem::path folder, std::uintmax_t max_bytes = kMaxBytes);

    /// `musimd` in $XDG_CACHE_HOME, or else in $HOME/.cache. If neither variable holds an absolute path, or
    /// $HOME does not exist, nothing is cached.
    static Cache of_user();

    bool usable() const { return !folder_.empty() && trouble_.empty(); }
    bool writable() const;
    const std::filesystem::path& folder() const { return folder_; }  ///< empty: nothing is cached
    const std::string& trouble() const { return trouble_; }  ///< why it is unusable; empty if it is usable
    std::uintmax_t max_bytes() const { return max_bytes_; }

    /// The start of the name of an entry built from this source in this way: with which compiler and flags,
    /// for which machine.
    static std::string key(std::string_view source, std::string_view how);

    /// The file of the entry, if it exists and is complete. Its content ends kEndBytes before the file does;
    /// loaders of shared objects and compilers accept that.
    std::optional<std::filesystem::path> find(const std::string& name) const;

    /// The content of the entry, if it exists and is complete.
    std::optional<std::string> read(const std::string& name) const;

    /// Writes the entry under another name and renames it, so that others see all of it or nothing. Then
    /// removes the least recently used entries until the rest fits max_bytes. Returns the entry's file, or
    /// nothing if it could not be written.
    std::optional<std::filesystem::path> keep(const std::string& name, std::string_view content) const;

    void remove(const std::string& name) const;

    struct Usage {
        std::uintmax_t entries = 0;
        std::uintmax_t bytes = 0;
    };
    Usage usage() const;

    /// `/home/me/.cache/musimd: 12 entries, 345.6 MiB of at most 1024`
    std::string description() const;

    /// Removes everything in the folder. Returns the usage before.
    Usage remove_all() const;

  private:
    void evict() const;

    std::filesystem::path folder_;
    std::string trouble_;
    std::uintmax_t max_bytes_ = kMaxBytes;
};

/// `12 entries, 345.6 MiB`
std::string to_string(const Cache::Usage& usage);

}  // namespace musimd::host

#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "host/cache.hpp"

// C++ that is generated at run time: compiled by an installed compiler, cached for the user, and loaded.

namespace musimd::host {

struct CompileSettings {
    std::vector<std::string> compiler;        ///< the command, in words
    std::vector<std::string> flags;           ///< in words
    std::vector<std::string> libraries = {};  ///< in words, after the source
    Cache cache;                              ///< by default nothing is cached
    std::chrono::milliseconds limit = std::chrono::seconds(120);
    std::function<bool()> cancelled =
        {};  ///< asked every few milliseconds; when true, the compiler is killed
};

/// A shared object, loaded until the last copy of its pointer is destroyed.
class Library {
  public:
    static std::shared_ptr<const Library> load(const std::filesystem::path& file, std::string& why_not);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    /// The address of an extern "C" symbol, or null.
    const void* find(const char* name) const;

  private:
    explicit Library(void* handle) : handle_(handle) {}
    void* handle_;
};

/// A compiled source.
struct Compiled {
    std::shared_ptr<const Library> library;
    bool from_cache = false;
};

/// Why a source was not compiled.
struct CompileError {
    enum class Kind {
        no_compiler,
        too_slow,  ///< the compiler was killed at CompileSettings::limit
        failed,    ///< it failed or crashed, or its output cannot be loaded
        cancelled,
    };
    static constexpr std::size_t kMaxLines = 12;

    Kind kind = Kind::failed;
    std::string message;                  ///< one line
    std::vector<std::string> lines = {};  ///< the compiler's output, line by line: kMaxLines at most
    std::string source = {};              ///< the source
};

/// The path of a command as a shell would find it; empty if not found.
std::filesystem::path find_command(const std::string& command);

/// Identifies the compiler: the files that words of its command name, with their size and modification time.
std::string version_of(const std::vector<std::string>& compiler);

/// Whether the compiler is installed.
bool has_compiler(const CompileSettings& settings);

/// Whether `compile` would find the source in the cache.
bool is_cached(const std::string& source, const CompileSettings& settings);

/// Compiles the source to a shared object and loads it, or loads it from the cache: an entry whose name
/// depends on the source, the compiler (its file and modification time), the flags and the processor. A
/// damaged entry is compiled again.
tl::expected<Compiled, CompileError> compile(const std::string& source, const CompileSettings& settings);

/// Saves a source on which a compiler failed, for inspection: in the user's cache, or else in a new temporary
/// folder. Returns its file; empty if it cannot be written.
std::filesystem::path save_source(const std::string& source);

}  // namespace musimd::host

#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "simulator/codegen/cache.hpp"
#include "simulator/vector_extension.hpp"

// C++ that is made while the program runs: compiled by the compiler that is there, kept in the user's cache,
// loaded.

namespace musimd::codegen {

struct CompileSettings {
    std::vector<std::string> compiler;  ///< words of a command
    std::vector<std::string> flags;     ///< words
    Cache cache;                        ///< by default nothing is kept
    std::chrono::milliseconds limit = std::chrono::seconds(120);
};

/// $CXX, or c++, with -O3; the user's cache. For this processor as it is or, if an extension is given, for
/// one that has no other vectors.
CompileSettings host_settings(std::optional<VectorExtension> extension = requested_vector_extension());

/// A shared object, loaded until the last copy of its pointer goes.
class Library {
  public:
    static std::shared_ptr<const Library> load(const std::filesystem::path& file, std::string& why_not);
    ~Library();
    Library(const Library&) = delete;
    Library& operator=(const Library&) = delete;

    /// The address of an extern "C" name; null if there is none.
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

/// Why a source is not compiled.
struct CompileError {
    enum class Kind {
        no_compiler,
        too_slow,  ///< the compiler was killed at CompileSettings::limit
        failed,    ///< it failed, crashed, or what it wrote cannot be loaded
    };
    Kind kind = Kind::failed;
    std::string message;  ///< an error message of one line or more, each with its end
    std::string source;   ///< what was not compiled
};

/// Which file a command is, as a shell would find it; empty if there is none.
std::filesystem::path find_command(const std::string& command);

/// Whether the compiler is a program that there is.
bool has_compiler(const CompileSettings& settings);

/// Whether `compile` would find it in the cache.
bool is_cached(const std::string& source, const CompileSettings& settings);

/// Compiles the source to a shared object and loads it, or loads what the cache has of it: a file whose name
/// is made of the source, the compiler (its file and when that was written), the flags and the processor. A
/// file there that is not whole is compiled anew.
tl::expected<Compiled, CompileError> compile(const std::string& source, const CompileSettings& settings);

/// Keeps a source that a compiler failed on, for people to look at: in the user's cache, else in a new
/// temporary folder. Returns its file; empty if it can be written nowhere.
std::filesystem::path save_source(const std::string& source);

}  // namespace musimd::codegen

#include "host/compiler.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstring>
#include <memory>
#include <sstream>
#include <system_error>
#include <utility>

#include "host/cache.hpp"
#include "host/environment.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "host/processor.hpp"

namespace musimd::host {
namespace {

namespace fs = std::filesystem;

std::string kept_name(const std::string& source, const CompileSettings& settings) {
    static const std::string this_processor = processor_features();
    const std::string how =
        fmt::format("{}\n{}\n{}\n{}\n{}", fmt::join(settings.compiler, "\n"), fmt::join(settings.flags, "\n"),
                    fmt::join(settings.libraries, "\n"), version_of(settings.compiler), this_processor);
    return Cache::key(source, how) + ".so";
}

// The compiler's error lines, or its first lines if none is an error, without the name of the temporary
// folder.
std::vector<std::string> errors_of(const std::string& output, const fs::path& folder) {
    std::vector<std::string> errors;
    std::vector<std::string> all;
    const std::string prefix = folder.string() + "/";
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line) && errors.size() < CompileError::kMaxLines;) {
        if (const std::size_t at = line.find(prefix); at != std::string::npos) line.erase(at, prefix.size());
        if (all.size() < CompileError::kMaxLines) all.push_back(line);
        if (line.find("error") != std::string::npos || line.find("undefined reference") != std::string::npos)
            errors.push_back(line);
    }
    return errors.empty() ? all : errors;
}

// Describes how a compiler failed.
CompileError error_of(const CommandEnd& end, const CompileSettings& settings, const fs::path& folder) {
    using Kind = CompileError::Kind;
    const std::string command = fmt::format("{}", fmt::join(settings.compiler, " "));
    if (!end.started) {
        return {
            Kind::no_compiler,
            fmt::format("no C++ compiler '{}': set CXX to a compiler, or install one (apt-get install g++)",
                        command)};
    }
    if (end.timed_out) {
        return {Kind::too_slow, fmt::format("'{}' did not finish within {:g} s", command,
                                            std::chrono::duration<double>(settings.limit).count())};
    }
    if (end.cancelled) return {Kind::cancelled, fmt::format("'{}' was cancelled", command)};
    std::string how = fmt::format("failed with exit status {}", end.status);
    if (end.signal != 0) how = fmt::format("was killed by signal {} ({})", end.signal, strsignal(end.signal));
    if (end.flooded) how = fmt::format("printed more than {} MiB", kMaxOutput >> 20);
    return {Kind::failed, fmt::format("'{}' {}", command, how), errors_of(end.output, folder)};
}

tl::expected<void, CompileError> run_compiler(const CompileSettings& settings, const fs::path& folder,
                                              const fs::path& library) {
    std::vector<std::string> words = settings.compiler;
    words.insert(words.end(), settings.flags.begin(), settings.flags.end());
    for (const std::string& word : {(folder / "unit.cpp").string(), std::string("-o"), library.string()})
        words.push_back(word);
    words.insert(words.end(), settings.libraries.begin(), settings.libraries.end());
    CommandLimits limits;
    limits.time = settings.limit;
    limits.temporary = folder.string();  // what it leaves there when it is killed is removed
    limits.cancelled = settings.cancelled;
    const CommandEnd end = run_program(words, limits);
    if (end.ok()) return {};
    return tl::unexpected(error_of(end, settings, folder));
}

}  // namespace

std::shared_ptr<const Library> Library::load(const fs::path& file, std::string& why_not) {
    void* const handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (handle == nullptr) {
        why_not = dlerror();
        return nullptr;
    }
    return std::shared_ptr<const Library>(new Library(handle));
}

Library::~Library() {
    dlclose(handle_);
}

const void* Library::find(const char* name) const {
    return dlsym(handle_, name);
}

fs::path find_command(const std::string& command) {
    std::error_code none;
    if (command.find('/') != std::string::npos) return fs::canonical(command, none);
    std::istringstream folders(environment("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path file = fs::path(folder.empty() ? "." : folder) / command;
        if (access(file.c_str(), X_OK) == 0 && fs::is_regular_file(file, none))
            return fs::canonical(file, none);
    }
    return {};
}

std::string version_of(const std::vector<std::string>& compiler) {
    std::string version;
    for (const std::string& word : compiler) {
        const fs::path file = find_command(word);
        struct stat found {};
        if (file.empty() || stat(file.c_str(), &found) != 0) continue;
        version += fmt::format("{} {} {} {}\n", file.string(), found.st_size, found.st_mtim.tv_sec,
                               found.st_mtim.tv_nsec);
    }
    return version;
}

bool has_compiler(const CompileSettings& settings) {
    return !settings.compiler.empty() && !find_command(settings.compiler.front()).empty();
}

bool is_cached(const std::string& source, const CompileSettings& settings) {
    return settings.cache.usable() && settings.cache.find(kept_name(source, settings));
}

namespace {

// A temporary folder with the source as unit.cpp; null if it cannot be written.
std::unique_ptr<TemporaryFolder> folder_with(const std::string& source) {
    try {
        auto folder = std::make_unique<TemporaryFolder>();
        return write_file(folder->path() / "unit.cpp", source) ? std::move(folder) : nullptr;
    } catch (const std::system_error&) {
        return nullptr;
    }
}

// Compiles the source in a temporary folder, stores it in the cache under the name, and loads it.
tl::expected<std::shared_ptr<const Library>, CompileError> compile_anew(const std::string& source,
                                                                        const CompileSettings& settings,
                                                                        const std::string& name) {
    using Kind = CompileError::Kind;
    const auto folder = folder_with(source);
    if (!folder) return tl::unexpected(CompileError{Kind::failed, "cannot write to a temporary folder"});
    const fs::path object = folder->path() / "unit.so";
    if (const auto done = run_compiler(settings, folder->path(), object); !done)
        return tl::unexpected(done.error());
    std::string why_not;
    auto library = Library::load(object, why_not);
    if (library == nullptr) {
        return tl::unexpected(
            CompileError{Kind::failed, fmt::format("the output of '{}' cannot be loaded: {}",
                                                   fmt::join(settings.compiler, " "), why_not)});
    }
    if (settings.cache.usable()) settings.cache.keep(name, read_file(object));
    return library;
}

}  // namespace

tl::expected<Compiled, CompileError> compile(const std::string& source, const CompileSettings& settings) {
    const std::string name = settings.cache.usable() ? kept_name(source, settings) : std::string();
    if (const auto kept = settings.cache.find(name)) {
        std::string ignored;  // an entry that cannot be loaded is compiled again
        if (auto library = Library::load(*kept, ignored)) return Compiled{std::move(library), true};
    }
    auto library = compile_anew(source, settings, name);
    if (library) return Compiled{std::move(*library), false};
    library.error().source = source;
    return tl::unexpected(std::move(library.error()));
}

fs::path save_source(const std::string& source) {
    if (const Cache cache = Cache::of_user(); cache.usable()) {
        fs::path kept = cache.folder() / (Cache::key(source, "failed") + ".cpp");
        if (write_file(kept, source)) return kept;
    }
    const auto folder = folder_with(source);
    return folder == nullptr ? fs::path() : folder->release() / "unit.cpp";
}

}  // namespace musimd::host

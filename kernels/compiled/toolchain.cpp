#include "kernels/compiled/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <sstream>

#include "host/cache.hpp"
#include "host/environment.hpp"
#include "host/files.hpp"
#include "host/process.hpp"
#include "kernels/compiled/emulated.hpp"
#include "kernels/compiled/launch.hpp"
#include "kernels/compiled/paths.hpp"

namespace musimd::kernels {
namespace {

namespace fs = std::filesystem;

using host::TemporaryFolder;

constexpr std::size_t kMaxErrors = 8;

void write_or_throw(const fs::path& path, std::string_view text) {
    if (!host::write_file(path, text)) throw std::runtime_error(path.string() + " cannot be written");
}

// Runs a shell command.
host::CommandEnd run_shell(const std::string& command, std::chrono::milliseconds limit) {
    return host::run_program({"/bin/sh", "-c", command}, limit);
}

// The first line of `--version`; empty if there is no such compiler.
std::string version_of(const std::string& compiler) {
    static std::mutex mutex;
    static std::map<std::string, std::string> known;
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(compiler); found != known.end()) return found->second;
    const host::CommandEnd end = run_shell(compiler + " --version", std::chrono::seconds(20));
    return known[compiler] = end.ok() ? end.output : std::string();
}

std::string command_of(const Toolchain& toolchain) {
    std::string command = toolchain.compiler;
    // GCC would report errors in a macro at its definition instead of its use.
    const std::string version = version_of(toolchain.compiler);
    const bool gcc = version.find("Free Software Foundation") != std::string::npos;
    if (gcc) command += " -ftrack-macro-expansion=0 -fno-diagnostics-show-caret -fdiagnostics-color=never";
    for (const std::string& flag : toolchain.flags) command += " " + host::quoted(flag);
    return command;
}

tl::expected<void, std::string> run_compiler(const std::string& command, std::chrono::milliseconds limit) {
    const host::CommandEnd end = run_shell("exec env LC_ALL=C " + command, limit);
    if (end.ok()) return {};
    if (end.timed_out) {
        return tl::unexpected(fmt::format("the compiler did not finish within {} s\n", limit.count() / 1000));
    }
    const std::string errors = errors_of(end.output);
    if (!errors.empty()) return tl::unexpected(errors);
    return tl::unexpected(end.signal != 0 ? fmt::format("the compiler was ended by signal {}\n", end.signal)
                                          : fmt::format("the compiler failed: exit status {}\n", end.status));
}

// The name in the cache of the toolchain's precompiled header.
std::string precompiled_name(const Toolchain& toolchain, const std::string& command) {
    std::string identity = command + version_of(toolchain.compiler);
    std::vector<fs::path> files = toolchain.header_parts;
    files.push_back(toolchain.header);
    for (const fs::path& file : files) {
        struct stat found {};
        if (stat(file.c_str(), &found) != 0) continue;
        identity += fmt::format("{} {} {} {}\n", file.string(), found.st_size, found.st_mtim.tv_sec,
                                found.st_mtim.tv_nsec);
    }
    return host::Cache::key(toolchain.header.string(), identity) + ".gch";
}

// The precompiled headers that this process uses. Compilers record the paths of what they read: the header is
// compiled where it is installed, and what the compiler wrote may be moved.
class PrecompiledHeaders {
  public:
    static PrecompiledHeaders& all() {
        static PrecompiledHeaders all;
        return all;
    }

    // A path to include, which the compiler finds with `.gch` appended. Empty if it cannot be precompiled.
    fs::path find(const Toolchain& toolchain, std::chrono::milliseconds limit) {
        const std::lock_guard lock(mutex_);  // a second unit waits for the first one's header
        const std::string command = command_of(toolchain);
        const std::string name = precompiled_name(toolchain, command);
        auto [at, is_new] = known_.try_emplace(name);
        Precompiled& known = at->second;
        std::error_code gone;
        if (!is_new && (known.file.empty() || fs::exists(known.file, gone))) return known.to_include();
        // Another process removed the cached one: use a private one from now on.
        const auto cache = is_new ? host::Cache::of_user() : host::Cache();
        if (const auto kept = cache.find(name)) {
            known.file = *kept;
            return known.to_include();
        }
        known = compile(toolchain.header, command, name, limit);
        if (known.file.empty()) return {};
        if (const auto kept = cache.keep(name, host::read_file(known.file))) known = {*kept, nullptr};
        return known.to_include();
    }

    // Forgets one that the compiler does not accept.
    void drop(const fs::path& included) {
        const std::lock_guard lock(mutex_);
        const std::string name = included.filename().string() + ".gch";
        known_.erase(name);
        host::Cache::of_user().remove(name);
    }

  private:
    struct Precompiled {
        fs::path file = {};                                       // empty if it cannot be compiled
        std::shared_ptr<const TemporaryFolder> folder = nullptr;  // its folder, if it is not in the cache

        fs::path to_include() const { return fs::path(file).replace_extension(); }
    };

    static Precompiled compile(const fs::path& header, const std::string& command, const std::string& name,
                               std::chrono::milliseconds limit) {
        auto folder = std::make_shared<const TemporaryFolder>();
        fs::path file = folder->path() / name;
        const auto compiled =
            run_compiler(fmt::format("{} -x c++-header {} -o {}", command, host::quoted(header.string()),
                                     host::quoted(file.string())),
                         limit);
        if (!compiled) return {};  // the units include the header itself, and their messages report the error
        return {std::move(file), std::move(folder)};
    }

    std::mutex mutex_;
    std::map<std::string, Precompiled> known_;
};

std::string source_of(const Toolchain& toolchain, const KernelUnit& unit, const CompileOptions& options) {
    std::string text = toolchain.prelude;
    text += fmt::format("#line 1 \"{}\"\n{}\n", options.source_name, unit.source);
    text += "#line 1 \"entries\"\n";
    text += toolchain.entries_prelude.empty() ? host_entries_prelude() : toolchain.entries_prelude;
    for (std::size_t i = 0; i < unit.entries.size(); ++i) {
        const KernelEntry& entry = unit.entries[i];
        text += fmt::format("#line 1 \"the launch of {} at {} bits\"\n", entry.kernel, entry.bits);
        text += entry_source(entry, i, toolchain.threads != 0 ? toolchain.threads : entry.unroll);
    }
    if (toolchain.program) text += case_program(unit.entries.size());
    return text;
}

// The words of a command that compiles the unit in `folder` to `library`, after a header if there is one.
std::string compile_command(const Toolchain& toolchain, const CompileOptions& options, const fs::path& header,
                            const fs::path& folder, const fs::path& library) {
    std::string command = command_of(toolchain);
    if (!header.empty()) command += " -include " + host::quoted(header.string());
    if (options.line_table) command += " -g1";
    if (toolchain.own_dsl) command += " -I" + host::quoted((folder / "include").string());
    for (const std::string& include : options.include_directories) command += " -I" + host::quoted(include);
    command += fmt::format("{} {} -o {}", toolchain.program ? "" : " -shared",
                           host::quoted((folder / ("unit" + toolchain.suffix)).string()),
                           host::quoted(library.string()));
    for (const std::string& word : toolchain.libraries) command += " " + host::quoted(word);
    return command;
}

bool is_line_of_error(const std::string& line) {
    static constexpr std::string_view kSigns[] = {"error:", "error ", "undefined reference", "cannot find"};
    return std::ranges::any_of(kSigns,
                               [&](std::string_view sign) { return line.find(sign) != std::string::npos; });
}

}  // namespace

std::string host_compiler() {
    const std::string named = host::environment("CXX");
    return named.empty() ? "c++" : named;
}

std::string command_of(HostCompiler compiler) {
    switch (compiler) {
        case HostCompiler::gcc:
            return "g++";
        case HostCompiler::clang:
            return "clang++";
        case HostCompiler::usual:
            break;
    }
    return host_compiler();
}

std::string_view suffix_of(HostCompiler compiler) {
    constexpr std::string_view kSuffixes[] = {"", "-gcc", "-clang"};
    return kSuffixes[static_cast<std::size_t>(compiler)];
}

bool is_runnable(const std::string& compiler) {
    return !version_of(compiler).empty();
}

bool same_compiler(const std::string& first, const std::string& other) {
    // GCC begins with the name by which it was called.
    const auto without_name = [](const std::string& version) {
        return version.substr(std::min(version.find(' '), version.size()));
    };
    return is_runnable(first) && without_name(version_of(first)) == without_name(version_of(other));
}

std::string in_string_literal(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\' || c == '"') result += '\\';
        result += c;
    }
    return result;
}

std::string errors_of(const std::string& output) {
    std::string errors;
    std::size_t count = 0;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (!is_line_of_error(line) || line.starts_with("collect2:")) continue;
        if (errors.ends_with("\n" + line + "\n") || errors == line + "\n")
            continue;  // once for each argument
        if (++count > kMaxErrors) break;
        errors += line + "\n";
    }
    return errors.empty() ? output : errors;
}

tl::expected<CompiledUnit, std::string> build(const Toolchain& toolchain, const KernelUnit& unit,
                                              const CompileOptions& options) {
    const auto folder = std::make_shared<TemporaryFolder>();
    const fs::path library = folder->path() / "unit.so";
    write_or_throw(folder->path() / ("unit" + toolchain.suffix), source_of(toolchain, unit, options));
    if (toolchain.own_dsl) {
        const fs::path modules = folder->path() / "include" / "nsimd" / "modules";
        fs::create_directories(modules);
        write_or_throw(modules / "spmd.hpp", "// the prelude has defined it all\n");
    }
    const auto compile = [&](const fs::path& header) {
        return run_compiler(compile_command(toolchain, options, header, folder->path(), library),
                            options.limit);
    };
    // A precompiled header has no line table, so a unit with one cannot use it.
    const bool has_header = !toolchain.header.empty() && !options.line_table;
    const fs::path precompiled =
        has_header ? PrecompiledHeaders::all().find(toolchain, options.limit) : fs::path();
    auto compiled = compile(precompiled.empty() ? toolchain.header : precompiled);
    // The precompiled header was removed, or its headers have changed.
    if (!compiled && !precompiled.empty() &&
        compiled.error().find(precompiled.filename().string()) != std::string::npos) {
        PrecompiledHeaders::all().drop(precompiled);
        compiled = compile(toolchain.header);
    }
    if (!compiled) return tl::unexpected(compiled.error());
    return CompiledUnit{library.string(), unit.entries, folder};
}

}  // namespace musimd::kernels

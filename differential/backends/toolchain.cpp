#include "differential/backends/toolchain.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <mutex>
#include <regex>
#include <sstream>

#include "differential/backends/launch.hpp"
#include "differential/backends/places.hpp"
#include "differential/child.hpp"

namespace musimd::differential {
namespace {

namespace fs = std::filesystem;
constexpr std::size_t kMostErrors = 8;

void write_file(const fs::path& path, std::string_view text) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file) throw std::runtime_error(path.string() + " cannot be written");
}

std::string read_file(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

// The first line of `--version`; empty if there is no such compiler.
std::string version_of(const std::string& compiler) {
    static std::mutex one;
    static std::map<std::string, std::string> known;
    const std::lock_guard lock(one);
    if (const auto found = known.find(compiler); found != known.end()) return found->second;
    const TemporaryFolder folder;
    const fs::path output = folder.path() / "version";
    const ChildEnd end =
        run_command(compiler + " --version > " + quoted(output.string()), {std::chrono::seconds(20)});
    return known[compiler] = end.ok() ? read_file(output) : std::string();
}

std::string command_of(const Toolchain& toolchain) {
    std::string command = toolchain.compiler;
    // GCC would show errors of a macro in the header that defines it, and not where it is used.
    const std::string version = version_of(toolchain.compiler);
    const bool gcc = version.find("Free Software Foundation") != std::string::npos;
    if (gcc) command += " -ftrack-macro-expansion=0 -fno-diagnostics-show-caret -fdiagnostics-color=never";
    for (const std::string& flag : toolchain.flags) command += " " + quoted(flag);
    return command;
}

tl::expected<void, std::string> run_compiler(const std::string& command, const fs::path& folder,
                                             std::chrono::milliseconds limit) {
    const fs::path output = folder / "messages";
    const ChildEnd end =
        run_command(fmt::format("exec {} > {} 2>&1", command, quoted(output.string())), {limit});
    if (end.ok()) return {};
    if (end.kind == ChildEnd::Kind::timed_out) {
        return tl::unexpected(fmt::format("the compiler had not ended within {} s\n", limit.count() / 1000));
    }
    const std::string said = errors_of(read_file(output));
    return tl::unexpected(said.empty() ? "the compiler failed: " + to_string(end) + "\n" : said);
}

// What a precompiled prelude depends on, as a name for it.
std::string key_of(const Toolchain& toolchain, const std::string& command) {
    std::string all = command + version_of(toolchain.compiler) + toolchain.prelude;
    for (const std::string& header : toolchain.headers) {
        struct stat found {};
        if (stat(header.c_str(), &found) != 0) continue;
        all += fmt::format("{} {} {} {}", header, found.st_size, found.st_mtim.tv_sec, found.st_mtim.tv_nsec);
    }
    return fmt::format("{:016x}", std::hash<std::string>{}(all));
}

// The prelude as a header in the cache, with what it was compiled to beside it.
tl::expected<fs::path, std::string> precompiled(const Toolchain& toolchain, std::chrono::milliseconds limit) {
    static std::mutex one;  // a second unit waits for the first's, and does not make its own
    const std::lock_guard lock(one);
    const std::string command = command_of(toolchain);
    const fs::path kept = cache_folder() / key_of(toolchain, command);
    if (fs::exists(kept / "prelude.hpp.gch")) return kept / "prelude.hpp";

    const TemporaryFolder folder(cache_folder());
    const fs::path header = folder.path() / "prelude.hpp";
    write_file(header, toolchain.prelude);
    const auto made = run_compiler(fmt::format("{} -x c++-header {} -o {}", command, quoted(header.string()),
                                               quoted(header.string() + ".gch")),
                                   folder.path(), limit);
    if (!made) return tl::unexpected(made.error());
    std::error_code taken;  // another process was faster: its is as good
    fs::rename(folder.path(), kept, taken);
    if (!fs::exists(kept / "prelude.hpp.gch")) {
        return tl::unexpected(fmt::format("{} cannot be written\n", kept.string()));
    }
    return kept / "prelude.hpp";
}

std::string source_of(const Toolchain& toolchain, const KernelUnit& unit, const CompileOptions& options) {
    std::string text = toolchain.precompiled ? std::string() : toolchain.prelude;
    text += fmt::format("#line 1 \"{}\"\n{}\n", options.source_name, unit.source);
    text += "#line 1 \"entries\"\n";
    text += toolchain.entries_prelude.empty() ? host_entries_prelude() : toolchain.entries_prelude;
    for (std::size_t i = 0; i < unit.entries.size(); ++i) {
        const KernelEntry& entry = unit.entries[i];
        text += fmt::format("#line 1 \"the launch of {} at {} bits\"\n", entry.kernel, entry.bits);
        text += entry_source(entry, i, toolchain.launch_parameter);
    }
    return text;
}

// The words of a command that compiles `source` to `library`.
std::string compile_command(const Toolchain& toolchain, const CompileOptions& options,
                            const fs::path& prelude, const fs::path& folder, const fs::path& library) {
    std::string command = command_of(toolchain);
    if (!prelude.empty()) command += " -include " + quoted(prelude.string());
    if (toolchain.own_dsl) command += " -I" + quoted((folder / "include").string());
    for (const std::string& include : options.include_directories) command += " -I" + quoted(include);
    command += fmt::format(" -shared {} -o {}", quoted((folder / ("unit" + toolchain.suffix)).string()),
                           quoted(library.string()));
    for (const std::string& word : toolchain.libraries) command += " " + quoted(word);
    return command;
}

}  // namespace

std::string host_compiler() {
    const char* const named = std::getenv("CXX");
    return named == nullptr || *named == '\0' ? "c++" : named;
}

bool answers(const std::string& compiler) {
    return !version_of(compiler).empty();
}

std::string errors_of(const std::string& output) {
    static const std::regex kError("(fatal )?error[: ]|undefined reference|cannot find");
    std::string errors;
    std::size_t count = 0;
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);) {
        if (!std::regex_search(line, kError) || line.starts_with("collect2:")) continue;
        if (++count > kMostErrors) break;
        errors += line + "\n";
    }
    return errors.empty() ? output : errors;
}

tl::expected<CompiledUnit, std::string> build(const Toolchain& toolchain, const KernelUnit& unit,
                                              const CompileOptions& options) {
    fs::path prelude;
    if (toolchain.precompiled) {
        const auto header = precompiled(toolchain, options.limit);
        if (!header) return tl::unexpected(header.error());
        prelude = *header;
    }
    const auto folder = std::make_shared<TemporaryFolder>();
    const fs::path library = folder->path() / "unit.so";
    write_file(folder->path() / ("unit" + toolchain.suffix), source_of(toolchain, unit, options));
    if (toolchain.own_dsl) {
        const fs::path modules = folder->path() / "include" / "nsimd" / "modules";
        fs::create_directories(modules);
        write_file(modules / "spmd.hpp", "// the prelude has defined it all\n");
    }
    const auto made = run_compiler(compile_command(toolchain, options, prelude, folder->path(), library),
                                   folder->path(), options.limit);
    if (!made) return tl::unexpected(made.error());
    return CompiledUnit{library.string(), unit.entries, folder};
}

}  // namespace musimd::differential

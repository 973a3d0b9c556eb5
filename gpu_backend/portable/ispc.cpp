#include "gpu_backend/portable/ispc.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <map>

#include "gpu_backend/portable/ispc_kernel.hpp"
#include "host/compiler.hpp"
#include "host/environment.hpp"
#include "host/files.hpp"
#include "host/parallel.hpp"
#include "host/process.hpp"
#include "host/processor.hpp"
#include "simulator/codegen/host_settings.hpp"

namespace musimd::portable {
namespace {

using IspcResult = tl::expected<std::unique_ptr<Unit>, std::string>;

constexpr std::chrono::seconds kIspcLimit{60};

std::string ispc_command() {
    const std::string named = host::environment("MUSIMD_ISPC");
    return named.empty() ? "ispc" : named;
}

std::string ispc_target() {
    const std::string named = host::environment("MUSIMD_ISPC_TARGET");
    if (!named.empty()) return named;
#if defined(__x86_64__)
    return __builtin_cpu_supports("avx2") ? "avx2-i32x8" : "sse4.2-i32x4";
#else
    return "neon-i32x4";
#endif
}

// The width of `avx2-i32x8` and `avx512skx-x16`; 0 if it has none.
std::uint32_t width_of(const std::string& target) {
    std::uint32_t width = 0;
    const std::size_t at = target.rfind('x');
    if (at != std::string::npos) std::sscanf(target.c_str() + at + 1, "%u", &width);
    return width;
}

// Runs a compiler; else what it has printed, without the names of files of the folder.
tl::expected<std::string, std::string> run_in(const std::filesystem::path& folder,
                                              const std::vector<std::string>& words) {
    host::CommandLimits limits;
    limits.time = kIspcLimit;
    limits.temporary = folder.string();
    const host::CommandEnd end = host::run_program(words, limits);
    if (end.ok()) return end.output;
    if (!end.started) return tl::unexpected(fmt::format("'{}' cannot be run", words.front()));
    if (end.timed_out) return tl::unexpected(fmt::format("'{}': no answer within a minute", words.front()));
    if (end.signal != 0)
        return tl::unexpected(fmt::format("'{}' was killed by {}", words.front(), strsignal(end.signal)));
    std::string text = end.output;
    const std::string prefix = folder.string() + "/";
    for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;)
        text.erase(at, prefix.size());
    return tl::unexpected(text);
}

class IspcUnit : public Unit {
  public:
    IspcUnit(std::shared_ptr<const host::Library> library, std::map<std::string, IspcParameters> kernels)
        : library_(std::move(library)), kernels_(std::move(kernels)) {}

    tl::expected<void, std::string> run(const std::string& kernel, Launch& launch) override {
        const auto found = kernels_.find(kernel);
        const void* const function = found == kernels_.end() ? nullptr : library_->find(kernel.c_str());
        if (function == nullptr) {
            std::vector<std::string> names;
            for (const auto& [name, parameters] : kernels_) names.push_back(name);
            return tl::unexpected(
                fmt::format("there is no exported function '{}', but {}", kernel, fmt::join(names, ", ")));
        }
        if (auto fits = check_launch(found->second, launch); !fits) return fits;
        for (std::uint32_t group = 0; group < launch.groups[0]; ++group) call_ispc(function, launch, group);
        return {};
    }

  private:
    std::shared_ptr<const host::Library> library_;
    std::map<std::string, IspcParameters> kernels_;
};

class IspcBackend : public Backend {
  public:
    IspcBackend(std::string version, std::string target)
        : version_(std::move(version)), target_(std::move(target)) {}

    std::string name() const override { return "ispc"; }
    std::string version() const override { return fmt::format("{}, target {}", version_, target_); }
    std::uint32_t subgroup_size() const override { return width_of(target_); }

    IspcResult compile(const std::string& source) override {
        const host::TemporaryFolder folder;
        const std::string file = (folder.path() / "unit.ispc").string();
        const std::string object = (folder.path() / "unit.o").string();
        const std::string header = (folder.path() / "unit.h").string();
        const std::string shared = (folder.path() / "unit.so").string();
        if (!host::write_file(file, source)) return tl::unexpected("cannot write " + file);
        // Floats are rounded at each operation, as in the machine.
        const auto made = run_in(folder.path(), {ispc_command(), "--target=" + target_, "--pic",
                                                 "--opt=disable-fma", file, "-o", object, "-h", header});
        if (!made) return tl::unexpected(made.error());
        auto kernels = exported_by(host::read_file(header));
        if (!kernels) return tl::unexpected(kernels.error());
        std::vector<std::string> words = codegen::host_settings(std::nullopt).compiler;
        words.insert(words.end(), {"-shared", "-Wl,--no-undefined", object, "-lm", "-o", shared});
        const auto linked = run_in(folder.path(), words);
        if (!linked) return tl::unexpected(linked.error());
        std::string why_not;
        auto library = host::Library::load(shared, why_not);
        if (library == nullptr) return tl::unexpected(why_not);
        return std::make_unique<IspcUnit>(std::move(library), std::move(*kernels));
    }

    std::vector<IspcResult> compile_all(std::span<const std::string> sources) override {
        std::vector<IspcResult> units(sources.size());
        host::in_parallel(host::usable_processors(), sources.size(),
                          [&](std::size_t i) { units[i] = compile(sources[i]); });
        return units;
    }

  private:
    std::string version_;
    std::string target_;
};

tl::expected<Backend*, std::string> make_ispc() {
    const std::string command = ispc_command();
    if (host::find_command(command).empty()) {
        return tl::unexpected(fmt::format(
            "'{}' not found: apt-get install ispc (Debian 13), or set MUSIMD_ISPC to ispc.github.io's",
            command));
    }
    const host::CommandEnd end = host::run_program({command, "--version"}, kIspcLimit);
    if (!end.ok()) return tl::unexpected(fmt::format("'{}' does not print its version", command));
    if (!host::has_compiler(codegen::host_settings(std::nullopt)))
        return tl::unexpected(std::string("no C++ compiler, to link ISPC's output: apt-get install g++"));
    const std::string target = ispc_target();
    if (width_of(target) == 0)
        return tl::unexpected(fmt::format("MUSIMD_ISPC_TARGET is '{}'; an example is avx2-i32x8", target));
    return new IspcBackend(end.output.substr(0, end.output.find('\n')), target);
}

}  // namespace

tl::expected<Backend*, std::string> find_ispc() {
    static const tl::expected<Backend*, std::string> only = make_ispc();  // as long as the process
    return only;
}

}  // namespace musimd::portable

#include "gpu_backend/portable/glsl.hpp"

#include <fmt/format.h>

#include <cstring>

#include "gpu_backend/portable/glslang_library.hpp"
#include "host/compiler.hpp"
#include "host/files.hpp"
#include "host/process.hpp"

namespace musimd::portable {
namespace {

constexpr std::chrono::seconds kGlslLimit{60};
constexpr const char* kGlslangValidator = "glslangValidator";

// The program's output without the names of files, which it prints first.
std::string glslang_messages(const std::string& output, const std::string& file) {
    std::string text = output;
    for (std::size_t at = 0; (at = text.find(file, at)) != std::string::npos;) text.erase(at, file.size());
    return text.substr(std::min(text.find_first_not_of('\n'), text.size()));
}

tl::expected<spirv::Words, std::string> compile_by_program(const std::string& source) {
    const host::TemporaryFolder folder;
    const std::string file = (folder.path() / "shader.comp").string();
    const std::string module = (folder.path() / "shader.spv").string();
    if (!host::write_file(file, source)) return tl::unexpected("cannot write " + file);
    const host::CommandEnd end = host::run_program(
        {kGlslangValidator, "-V", "--target-env", "vulkan1.2", file, "-o", module}, kGlslLimit);
    if (end.ok()) return spirv::module_of(host::read_file(module));
    if (!end.started) return tl::unexpected(why_no_glsl().value_or("glslang cannot be run"));
    if (end.timed_out) return tl::unexpected(fmt::format("{}: no answer within a minute", kGlslangValidator));
    if (end.signal != 0)
        return tl::unexpected(
            fmt::format("{} was killed by signal {}", kGlslangValidator, strsignal(end.signal)));
    return tl::unexpected(glslang_messages(end.output, file));
}

}  // namespace

tl::expected<spirv::Words, std::string> compile_glsl(const std::string& source) {
    const GlslangLibrary* const library = glslang_library();
    return library == nullptr ? compile_by_program(source) : library->compile(source);
}

// The library is asked last: to link it takes seconds.
std::optional<std::string> why_no_glsl() {
    if (!host::find_command(kGlslangValidator).empty() || glslang_library() != nullptr) return std::nullopt;
    return fmt::format("no compiler of GLSL: {} is not in PATH (apt-get install glslang-tools)",
                       kGlslangValidator);
}

}  // namespace musimd::portable

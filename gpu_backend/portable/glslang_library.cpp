#include "gpu_backend/portable/glslang_library.hpp"

#include "host/environment.hpp"
#include "simulator/codegen/host_settings.hpp"

namespace musimd::portable {
namespace {

// The source of the shared object.
constexpr const char* kGlslangSource = R"source(
#include <cstddef>
#include <cstdint>
#include <glslang/Include/glslang_c_interface.h>

extern "C" const glslang_resource_t* glslang_default_resource(void);

extern "C" bool musimd_compile_glsl(const char* source, void* result,
                                    void (*words)(void*, const std::uint32_t*, std::size_t),
                                    void (*message)(void*, const char*)) {
    static const bool ready = glslang_initialize_process() != 0;
    if (!ready) return message(result, "glslang does not initialize"), false;
    glslang_input_t input{};
    input.language = GLSLANG_SOURCE_GLSL;
    input.stage = GLSLANG_STAGE_COMPUTE;
    input.client = GLSLANG_CLIENT_VULKAN;
    input.client_version = GLSLANG_TARGET_VULKAN_1_2;
    input.target_language = GLSLANG_TARGET_SPV;
    input.target_language_version = GLSLANG_TARGET_SPV_1_5;
    input.code = source;
    input.default_version = 450;
    input.default_profile = GLSLANG_CORE_PROFILE;
    input.resource = glslang_default_resource();
    const int rules = GLSLANG_MSG_SPV_RULES_BIT | GLSLANG_MSG_VULKAN_RULES_BIT;
    input.messages = static_cast<glslang_messages_t>(rules);
    glslang_shader_t* const shader = glslang_shader_create(&input);
    glslang_program_t* const program = glslang_program_create();
    bool done = false;
    if (!glslang_shader_preprocess(shader, &input) || !glslang_shader_parse(shader, &input)) {
        message(result, glslang_shader_get_info_log(shader));
    } else if (glslang_program_add_shader(program, shader); !glslang_program_link(program, rules)) {
        message(result, glslang_program_get_info_log(program));
    } else {
        glslang_program_SPIRV_generate(program, input.stage);
        words(result, glslang_program_SPIRV_get_ptr(program), glslang_program_SPIRV_get_size(program));
        done = true;
    }
    glslang_program_delete(program);
    glslang_shader_delete(shader);
    return done;
}
)source";

std::unique_ptr<const GlslangLibrary> link_glslang() {
    if (host::environment("MUSIMD_GLSLANG") == "program") return nullptr;
    host::CompileSettings settings = codegen::host_settings(std::nullopt);
    settings.flags = {"-std=c++20",        "-O1", "-shared", "-fPIC", "-w", "-Wl,--exclude-libs,ALL",
                      "-Wl,--no-undefined"};
    settings.libraries = {"-lglslang",
                          "-lMachineIndependent",
                          "-lGenericCodeGen",
                          "-lOSDependent",
                          "-lOGLCompiler",
                          "-lSPIRV",
                          "-lglslang-default-resource-limits",
                          "-lSPIRV-Tools-opt",
                          "-lSPIRV-Tools",
                          "-pthread"};
    const auto compiled = host::compile(kGlslangSource, settings);
    if (!compiled) return nullptr;
    const void* const function = compiled->library->find("musimd_compile_glsl");
    if (function == nullptr) return nullptr;
    return std::make_unique<const GlslangLibrary>(
        compiled->library, reinterpret_cast<GlslangLibrary::Function>(const_cast<void*>(function)));
}

}  // namespace

tl::expected<spirv::Words, std::string> GlslangLibrary::compile(const std::string& source) const {
    struct Result {
        spirv::Words words;
        std::string message;
    } result;
    const auto keep_words = [](void* to, const std::uint32_t* words, std::size_t count) {
        static_cast<Result*>(to)->words.assign(words, words + count);
    };
    const auto keep_message = [](void* to, const char* message) {
        static_cast<Result*>(to)->message = message;
    };
    if (!function_(source.c_str(), &result, keep_words, keep_message)) return tl::unexpected(result.message);
    return std::move(result.words);
}

const GlslangLibrary* glslang_library() {
    static const GlslangLibrary* const only = link_glslang().release();  // glslang frees nothing when it goes
    return only;
}

}  // namespace musimd::portable

#pragma once

#include <memory>
#include <string>
#include <tl/expected.hpp>

#include "gpu_backend/portable/spirv.hpp"
#include "host/compiler.hpp"

namespace musimd::portable {

/// glslang's libraries for developers (Debian: glslang-dev, spirv-tools), linked into a shared object.
class GlslangLibrary {
  public:
    using Words = void (*)(void* result, const std::uint32_t* words, std::size_t count);
    using Message = void (*)(void* result, const char* message);
    using Function = bool (*)(const char* source, void* result, Words words, Message message);

    GlslangLibrary(std::shared_ptr<const host::Library> library, Function function)
        : library_(std::move(library)), function_(function) {}

    tl::expected<spirv::Words, std::string> compile(const std::string& source) const;

  private:
    std::shared_ptr<const host::Library> library_;
    Function function_;
};

/// Null where the libraries or a C++ compiler are missing, or MUSIMD_GLSLANG is `program`.
const GlslangLibrary* glslang_library();

}  // namespace musimd::portable

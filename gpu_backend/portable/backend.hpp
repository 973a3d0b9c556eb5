#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

// Backends of standard APIs: OpenCL (PoCL, Oclgrind), Vulkan, and ISPC. Their libraries are loaded on first
// use and never linked; where they are missing, why_no_backend says what to install.

namespace musimd::portable {

/// A launch of a kernel. Its arguments are the buffers, in this order (a shader's bindings of set 0), then
/// the local memories, then the numbers.
struct Launch {
    std::vector<std::vector<std::byte>> buffers;  ///< before the launch; afterwards what it has left there
    std::vector<std::size_t> local_bytes = {};    ///< of OpenCL's `local` parameters
    std::vector<std::int32_t> numbers = {};       ///< 32-bit parameters (a shader's push constants)
    std::array<std::uint32_t, 3> groups = {1, 1, 1};
    std::array<std::uint32_t, 3> threads = {32, 1, 1};  ///< of a group; a shader has its own
};

/// Compiled source.
class Unit {
  public:
    virtual ~Unit() = default;
    /// Runs the kernel and waits for it. Otherwise returns the backend's message.
    virtual tl::expected<void, std::string> run(const std::string& kernel, Launch& launch) = 0;
};

class Backend {
  public:
    virtual ~Backend() = default;
    virtual std::string name() const = 0;     ///< `pocl`, `oclgrind`, `vulkan`, `ispc`
    virtual std::string version() const = 0;  ///< "PoCL 3.1, LLVM 14.0.6 on pthread-…": of device and driver
    virtual std::uint32_t subgroup_size() const = 0;  ///< 0: it has no sub-groups
    /// The threads of a sub-group meet as under the model `maximal`.
    virtual bool reconverges_maximally() const { return false; }
    /// Compiles OpenCL C, GLSL or ISPC; else what its compiler says.
    virtual tl::expected<std::unique_ptr<Unit>, std::string> compile(const std::string& source) = 0;
    /// Compiles many sources, where it can at once.
    virtual std::vector<tl::expected<std::unique_ptr<Unit>, std::string>> compile_all(
        std::span<const std::string> sources) {
        std::vector<tl::expected<std::unique_ptr<Unit>, std::string>> units;
        for (const std::string& source : sources) units.push_back(compile(source));
        return units;
    }
};

/// Loads a backend into this process, or returns why it cannot, with the package to install. The same object
/// each time. A process that has called it must not call it in its child processes (fork).
tl::expected<Backend*, std::string> find_backend(std::string_view name);

/// Why find_backend cannot find one, determined in a child process.
std::optional<std::string> why_no_backend(std::string_view name);

}  // namespace musimd::portable

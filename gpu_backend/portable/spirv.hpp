#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tl/expected.hpp>
#include <vector>

// Modules of SPIR-V: what a launch must know of one, and execution modes that a compiler of GLSL cannot emit.

namespace musimd::portable::spirv {

using Words = std::vector<std::uint32_t>;

inline constexpr std::uint32_t kMagic = 0x07230203;

/// An instruction of a module; the operands are words of the module.
struct Instruction {
    std::uint16_t opcode = 0;
    std::size_t at = 0;  ///< the place of its first word
    std::span<const std::uint32_t> operands;
};

/// Whether the text begins with SPIR-V's magic number.
bool is_module(std::string_view bytes);

/// The words of a module, if they have a header and its instructions end where the words do.
tl::expected<Words, std::string> module_of(std::string_view bytes);

/// The instructions of a module that module_of accepts.
std::vector<Instruction> instructions_of(const Words& module);

/// A string that begins at this word of the operands.
std::string string_of(std::span<const std::uint32_t> operands);

struct EntryPoint {
    std::string name;
    std::uint32_t id = 0;
};
std::vector<EntryPoint> entry_points(const Words& module);

/// The largest binding of descriptor set 0; nothing if it has none. An error if it uses another set.
tl::expected<std::optional<std::uint32_t>, std::string> last_binding(const Words& module);

/// The least size in bytes of the push constants that it declares.
std::uint32_t push_constant_bytes(const Words& module);

/// The threads of a group of an entry point, by its execution mode LocalSize; else nothing.
std::optional<std::array<std::uint32_t, 3>> local_size(const Words& module, std::uint32_t entry);

/// When the threads of a sub-group that took different branches execute together again.
enum class Reconvergence : std::uint8_t {
    unspecified,           ///< as the device does it
    uniform_control_flow,  ///< SPV_KHR_subgroup_uniform_control_flow
    maximal,               ///< SPV_KHR_maximal_reconvergence
};

/// The module, each of whose entry points has the execution mode. Unchanged where they have it.
Words with_reconvergence(Words module, Reconvergence reconvergence);

}  // namespace musimd::portable::spirv

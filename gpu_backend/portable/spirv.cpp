#include "gpu_backend/portable/spirv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace musimd::portable::spirv {
namespace {

constexpr std::size_t kHeaderWords = 5;

// Opcodes, decorations and execution modes of the SPIR-V specification.
constexpr std::uint16_t kOpExtension = 10;
constexpr std::uint16_t kOpEntryPoint = 15;
constexpr std::uint16_t kOpExecutionMode = 16;
constexpr std::uint16_t kOpCapability = 17;
constexpr std::uint16_t kOpTypePointer = 32;
constexpr std::uint16_t kOpDecorate = 71;
constexpr std::uint16_t kOpMemberDecorate = 72;
constexpr std::uint32_t kLocalSize = 17;
constexpr std::uint32_t kPushConstant = 9;
constexpr std::uint32_t kBinding = 33;
constexpr std::uint32_t kDescriptorSet = 34;
constexpr std::uint32_t kOffset = 35;
constexpr std::uint32_t kSubgroupUniformControlFlow = 4421;
constexpr std::uint32_t kMaximallyReconverges = 6023;

std::uint32_t first_word(std::uint16_t opcode, std::size_t words) {
    return static_cast<std::uint32_t>(words << 16) | opcode;
}

Words extension(std::string_view name) {
    Words words(1 + name.size() / 4 + 1, 0);  // the string ends with at least one zero byte
    words[0] = first_word(kOpExtension, words.size());
    std::memcpy(words.data() + 1, name.data(), name.size());
    return words;
}

bool has_extension(const std::vector<Instruction>& instructions, std::string_view name) {
    return std::any_of(instructions.begin(), instructions.end(), [&](const Instruction& one) {
        return one.opcode == kOpExtension && string_of(one.operands) == name;
    });
}

bool has_mode(const std::vector<Instruction>& instructions, std::uint32_t entry, std::uint32_t mode) {
    return std::any_of(instructions.begin(), instructions.end(), [&](const Instruction& one) {
        return one.opcode == kOpExecutionMode && one.operands[0] == entry && one.operands[1] == mode;
    });
}

// The place after the last of the instructions with one of the opcodes.
std::size_t place_after(const std::vector<Instruction>& instructions,
                        std::initializer_list<std::uint16_t> opcodes) {
    std::size_t place = kHeaderWords;
    for (const Instruction& one : instructions)
        if (std::find(opcodes.begin(), opcodes.end(), one.opcode) != opcodes.end())
            place = one.at + 1 + one.operands.size();
    return place;
}

void insert(Words& module, std::size_t place, const Words& words) {
    module.insert(module.begin() + static_cast<std::ptrdiff_t>(place), words.begin(), words.end());
}

Words with_mode(Words module, std::string_view name, std::uint32_t mode) {
    const auto instructions = instructions_of(module);
    Words modes;
    for (const EntryPoint& entry : entry_points(module))
        if (!has_mode(instructions, entry.id, mode))
            modes.insert(modes.end(), {first_word(kOpExecutionMode, 3), entry.id, mode});
    const Words declared = has_extension(instructions, name) ? Words() : extension(name);
    const std::size_t for_modes = place_after(instructions, {kOpEntryPoint});
    const std::size_t for_extension = place_after(instructions, {kOpCapability, kOpExtension});
    // The later place first, so that the other one stays where it is.
    insert(module, for_modes, modes);
    insert(module, for_extension, declared);
    return module;
}

// The fewest operands of the instructions that are read here.
std::size_t fewest_operands(std::uint16_t opcode) {
    if (opcode == kOpEntryPoint || opcode == kOpTypePointer || opcode == kOpMemberDecorate) return 3;
    return opcode == kOpExecutionMode || opcode == kOpDecorate ? 2 : 0;
}

}  // namespace

bool is_module(std::string_view bytes) {
    std::uint32_t magic = 0;
    if (bytes.size() < sizeof magic) return false;
    std::memcpy(&magic, bytes.data(), sizeof magic);
    return magic == kMagic;
}

tl::expected<Words, std::string> module_of(std::string_view bytes) {
    if (!is_module(bytes)) return tl::unexpected(std::string("not SPIR-V: its first word is not 07230203"));
    if (bytes.size() % 4 != 0 || bytes.size() < kHeaderWords * 4)
        return tl::unexpected(fmt::format("not SPIR-V: {} bytes are not whole words", bytes.size()));
    Words words(bytes.size() / 4);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    for (std::size_t at = kHeaderWords; at < words.size(); at += words[at] >> 16) {
        const std::size_t length = words[at] >> 16;
        const auto opcode = static_cast<std::uint16_t>(words[at]);
        if (length == 0 || length > words.size() - at || length <= fewest_operands(opcode))
            return tl::unexpected(
                fmt::format("not SPIR-V: the instruction at word {} has a wrong length, {}", at, length));
    }
    return words;
}

std::vector<Instruction> instructions_of(const Words& module) {
    std::vector<Instruction> instructions;
    for (std::size_t at = kHeaderWords; at < module.size(); at += module[at] >> 16) {
        instructions.push_back(
            {static_cast<std::uint16_t>(module[at]), at, {&module[at] + 1, (module[at] >> 16) - 1}});
    }
    return instructions;
}

std::string string_of(std::span<const std::uint32_t> operands) {
    const auto* const text = reinterpret_cast<const char*>(operands.data());
    return {text, strnlen(text, operands.size_bytes())};
}

std::vector<EntryPoint> entry_points(const Words& module) {
    std::vector<EntryPoint> entries;
    for (const Instruction& one : instructions_of(module))
        if (one.opcode == kOpEntryPoint)
            entries.push_back({string_of(one.operands.subspan(2)), one.operands[1]});
    return entries;
}

tl::expected<std::optional<std::uint32_t>, std::string> last_binding(const Words& module) {
    std::optional<std::uint32_t> last;
    for (const Instruction& one : instructions_of(module)) {
        if (one.opcode != kOpDecorate || one.operands.size() < 3) continue;
        const std::uint32_t value = one.operands[2];
        if (one.operands[1] == kBinding) last = std::max(last.value_or(0), value);
        if (one.operands[1] == kDescriptorSet && value != 0) {
            return tl::unexpected(
                fmt::format("the shader uses descriptor set {}; a launch has its buffers in set 0", value));
        }
    }
    return last;
}

std::uint32_t push_constant_bytes(const Words& module) {
    const auto instructions = instructions_of(module);
    std::uint32_t bytes = 0;
    for (const Instruction& pointer : instructions) {
        if (pointer.opcode != kOpTypePointer || pointer.operands[1] != kPushConstant) continue;
        for (const Instruction& member : instructions) {
            if (member.opcode == kOpMemberDecorate && member.operands[0] == pointer.operands[2] &&
                member.operands[2] == kOffset && member.operands.size() == 4)
                bytes = std::max(bytes, member.operands[3] + 4);
        }
    }
    return bytes;
}

std::optional<std::array<std::uint32_t, 3>> local_size(const Words& module, std::uint32_t entry) {
    for (const Instruction& one : instructions_of(module)) {
        if (one.opcode == kOpExecutionMode && one.operands.size() == 5 && one.operands[0] == entry &&
            one.operands[1] == kLocalSize)
            return std::array{one.operands[2], one.operands[3], one.operands[4]};
    }
    return std::nullopt;
}

Words with_reconvergence(Words module, Reconvergence reconvergence) {
    switch (reconvergence) {
        case Reconvergence::unspecified:
            return module;
        case Reconvergence::uniform_control_flow:
            return with_mode(std::move(module), "SPV_KHR_subgroup_uniform_control_flow",
                             kSubgroupUniformControlFlow);
        case Reconvergence::maximal:
            break;
    }
    return with_mode(std::move(module), "SPV_KHR_maximal_reconvergence", kMaximallyReconverges);
}

}  // namespace musimd::portable::spirv

// What is read from modules of SPIR-V, and the execution modes that are added to them.

#include "gpu_backend/portable/spirv.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "gpu_backend/portable/glsl.hpp"
#include "host/compiler.hpp"
#include "host/files.hpp"
#include "host/process.hpp"

namespace musimd::portable::spirv_test {
namespace {

using namespace spirv;
using testing::HasSubstr;

// An entry point `main` with a buffer at binding 2 of set 0, and push constants of 8 bytes; its function is
// left out.
const Words kModule = {
    kMagic,  0x10500, 0,  9,          0,                               //
    0x20011, 1,                                                        // OpCapability Shader
    0x3000e, 0,       1,                                               // OpMemoryModel
    0x5000f, 5,       4,  0x6e69616d, 0,                               // OpEntryPoint %4 "main"
    0x60010, 4,       17, 8,          4,       2,                      // OpExecutionMode LocalSize
    0x40047, 6,       33, 2,          0x40047, 6,       34, 0,         // OpDecorate Binding, DescriptorSet
    0x50048, 7,       0,  35,         0,       0x50048, 7,  1, 35, 4,  // OpMemberDecorate Offset
    0x40020, 8,       9,  7};                                          // OpTypePointer PushConstant

std::string bytes_of(const Words& words) {
    return {reinterpret_cast<const char*>(words.data()), words.size() * 4};
}

std::vector<std::string> extensions(const Words& module) {
    std::vector<std::string> names;
    for (const Instruction& one : instructions_of(module))
        if (one.opcode == 10) names.push_back(string_of(one.operands));
    return names;
}

std::vector<std::uint32_t> modes_of(const Words& module, std::uint32_t entry) {
    std::vector<std::uint32_t> modes;
    for (const Instruction& one : instructions_of(module))
        if (one.opcode == 16 && one.operands[0] == entry) modes.push_back(one.operands[1]);
    return modes;
}

std::vector<std::uint16_t> opcodes_of(const Words& module) {
    std::vector<std::uint16_t> opcodes;
    for (const Instruction& one : instructions_of(module)) opcodes.push_back(one.opcode);
    return opcodes;
}

TEST(SpirV, AModuleSaysWhatALaunchNeeds) {
    const auto module = module_of(bytes_of(kModule));
    ASSERT_TRUE(module) << module.error();
    const auto entries = entry_points(*module);
    ASSERT_EQ(entries.size(), 1U);
    EXPECT_EQ(entries[0].name, "main");
    EXPECT_EQ(entries[0].id, 4U);
    EXPECT_EQ(*last_binding(*module), 2U);
    EXPECT_EQ(push_constant_bytes(*module), 8U);
    EXPECT_EQ(*local_size(*module, 4), (std::array<std::uint32_t, 3>{8, 4, 2}));
    EXPECT_FALSE(local_size(*module, 5));
}

TEST(SpirV, AnotherDescriptorSetIsRefused) {
    Words module = kModule;
    module[28] = 3;
    EXPECT_THAT(last_binding(module).error(), HasSubstr("descriptor set 3"));
}

TEST(SpirV, TextAndCutModulesAreRefused) {
    EXPECT_FALSE(is_module("#version 450"));
    EXPECT_FALSE(is_module(""));
    EXPECT_THAT(module_of("#version 450").error(), HasSubstr("07230203"));
    const std::string whole = bytes_of(kModule);
    EXPECT_THAT(module_of(whole.substr(0, 17)).error(), HasSubstr("17 bytes"));
    EXPECT_THAT(module_of(whole.substr(0, whole.size() - 4)).error(), HasSubstr("wrong length, 4"));
    Words zero = kModule;
    zero[5] = 17;
    EXPECT_THAT(module_of(bytes_of(zero)).error(), HasSubstr("word 5 has a wrong length, 0"));
}

TEST(SpirV, MaximalReconvergenceIsAnExtensionAndAModeOfEachEntryPoint) {
    const Words module = with_reconvergence(kModule, Reconvergence::maximal);
    ASSERT_TRUE(module_of(bytes_of(module)));
    EXPECT_THAT(extensions(module), testing::ElementsAre("SPV_KHR_maximal_reconvergence"));
    EXPECT_THAT(modes_of(module, 4), testing::ElementsAre(6023, 17));
    EXPECT_THAT(opcodes_of(module), testing::ElementsAre(17, 10, 14, 15, 16, 16, 71, 71, 72, 72, 32));
    EXPECT_EQ(with_reconvergence(module, Reconvergence::maximal), module);
}

TEST(SpirV, UniformControlFlowIsAnotherMode) {
    const Words module = with_reconvergence(kModule, Reconvergence::uniform_control_flow);
    EXPECT_THAT(extensions(module), testing::ElementsAre("SPV_KHR_subgroup_uniform_control_flow"));
    EXPECT_THAT(modes_of(module, 4), testing::ElementsAre(4421, 17));
    EXPECT_EQ(with_reconvergence(kModule, Reconvergence::unspecified), kModule);
    const Words both = with_reconvergence(module, Reconvergence::maximal);
    EXPECT_THAT(modes_of(both, 4), testing::ElementsAre(6023, 4421, 17));
}

// spirv-val of 2023 knows the first of these extensions; the second one is of 2024.
TEST(SpirV, TheValidatorAcceptsTheModules) {
    if (host::find_command("spirv-val").empty()) GTEST_SKIP() << "spirv-val: apt-get install spirv-tools";
    const auto plain = compile_glsl("#version 450\nlayout(local_size_x = 8) in;\nvoid main() {}\n");
    if (!plain) GTEST_SKIP() << plain.error();
    for (const auto reconvergence : {Reconvergence::uniform_control_flow, Reconvergence::maximal}) {
        const host::TemporaryFolder folder;
        const auto file = folder.path() / "module.spv";
        ASSERT_TRUE(host::write_file(file, bytes_of(with_reconvergence(*plain, reconvergence))));
        const auto end = host::run_program({"spirv-val", "--target-env", "vulkan1.2", file.string()},
                                           std::chrono::seconds(60));
        const bool unknown = end.output.find("6023") != std::string::npos;
        EXPECT_TRUE(end.ok() || (reconvergence == Reconvergence::maximal && unknown)) << end.output;
    }
}

}  // namespace
}  // namespace musimd::portable::spirv_test

// Shaders of GLSL on the first device of Vulkan; a software device, as Mesa's lavapipe, will do.

#include "gpu_backend/portable/vulkan.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "gpu_backend/portable/glsl.hpp"
#include "tests/support/backend_launch.hpp"

namespace musimd::portable::vulkan_slow {
namespace {

using test::bytes_of;
using test::words_of;
using testing::Each;
using testing::HasSubstr;
using Ints = std::vector<std::int32_t>;

const std::string kHead = R"(#version 450
#extension GL_KHR_shader_subgroup_ballot : require
layout(local_size_x = 32) in;
layout(set = 0, binding = 0) buffer A { int a[]; };
layout(set = 0, binding = 1) buffer B { int b[]; };
layout(push_constant) uniform Numbers { int number; };
)";
const std::string kAdds = kHead + R"(
void main() {
    uint i = gl_GlobalInvocationID.x;
    b[i] = a[i] + number;
})";

Ints numbers_up_to(std::int32_t count) {
    Ints numbers;
    for (std::int32_t i = 0; i < count; ++i) numbers.push_back(i);
    return numbers;
}

class Vulkan : public testing::Test {
  protected:
    void SetUp() override {
        const auto found = find_vulkan();
        if (!found) GTEST_SKIP() << found.error();
        backend = *found;
    }

    // Buffer b after a run with a = 0, 1, ….
    Ints run(const std::string& source, std::uint32_t groups = 1) {
        const auto unit = backend->compile(source);
        EXPECT_TRUE(unit) << unit.error();
        return unit ? run(**unit, groups) : Ints();
    }
    static Ints run(Unit& unit, std::uint32_t groups = 1) {
        const auto count = static_cast<std::int32_t>(32 * groups);
        Launch launch{{bytes_of(numbers_up_to(count)), std::vector<std::byte>(128 * groups)}, {}, {100}};
        launch.groups = {groups, 1, 1};
        const auto done = unit.run("main", launch);
        EXPECT_TRUE(done) << done.error();
        return words_of<std::int32_t>(launch.buffers[1]);
    }
    std::string error_of_run(const std::string& kernel, Launch launch) {
        const auto unit = backend->compile(kAdds);
        EXPECT_TRUE(unit) << unit.error();
        const auto done = (*unit)->run(kernel, launch);
        return done ? std::string() : done.error();
    }

    Backend* backend = nullptr;
};

TEST_F(Vulkan, SaysWhatItRunsOn) {
    EXPECT_EQ(backend->name(), "vulkan");
    EXPECT_THAT(backend->version(), HasSubstr(": "));
    EXPECT_GT(backend->subgroup_size(), 0U);
    EXPECT_EQ(*find_vulkan(), backend);
}

TEST_F(Vulkan, EachThreadAddsTheNumber) {
    const Ints sums = run(kAdds, 3);
    ASSERT_EQ(sums.size(), 96U);
    for (std::int32_t i = 0; i < 96; ++i) EXPECT_EQ(sums[static_cast<std::size_t>(i)], i + 100);
}

TEST_F(Vulkan, ABallotHasABitForEachThreadOfTheSubgroup) {
    const Ints votes = run(kHead + R"(
void main() {
    uint i = gl_GlobalInvocationID.x;
    b[i] = int(subgroupBallot(a[i] % 3 == 0).x);
})");
    const std::uint32_t size = std::min(backend->subgroup_size(), 32U);
    for (std::uint32_t i = 0; i < 32; ++i) {
        std::uint32_t expected = 0;
        for (std::uint32_t lane = 0; lane < size; ++lane)
            if ((i / size * size + lane) % 3 == 0) expected |= 1U << lane;
        EXPECT_EQ(static_cast<std::uint32_t>(votes[i]), expected) << "thread " << i;
    }
}

TEST_F(Vulkan, ThreadsOfAGroupShareMemory) {
    const Ints turned = run(kHead + R"(
shared int row[32];
void main() {
    uint i = gl_LocalInvocationIndex;
    row[i] = a[gl_GlobalInvocationID.x];
    barrier();
    b[gl_GlobalInvocationID.x] = row[31 - i];
})",
                            2);
    for (std::int32_t i = 0; i < 64; ++i)
        EXPECT_EQ(turned[static_cast<std::size_t>(i)], i / 32 * 32 + 31 - i % 32);
}

TEST_F(Vulkan, ACompileErrorHasItsLine) {
    const auto unit = backend->compile("#version 450\nvoid main() {\n    int i = missing;\n}\n");
    ASSERT_FALSE(unit);
    EXPECT_THAT(unit.error(), HasSubstr(":3: 'missing' : undeclared identifier"));
    EXPECT_FALSE(backend->compile(""));
}

TEST_F(Vulkan, AModuleOfSpirVIsTakenAsItIs) {
    const auto module = compile_glsl(kAdds);
    ASSERT_TRUE(module) << module.error();
    const std::string bytes(reinterpret_cast<const char*>(module->data()), module->size() * 4);
    EXPECT_EQ(run(bytes)[5], 105);
    EXPECT_THAT(backend->compile(bytes.substr(0, bytes.size() - 2)).error(), HasSubstr("not SPIR-V"));
}

TEST_F(Vulkan, ALaunchThatDoesNotFitTheShaderIsRefused) {
    const std::vector<std::byte> row(128);
    EXPECT_EQ(error_of_run("main", {{row, row}, {}, {1}}), "");
    EXPECT_EQ(error_of_run("add", {{row, row}, {}, {1}}), "the shader has no entry point 'add', but main");
    EXPECT_EQ(error_of_run("main", {{row}, {}, {1}}),
              "the shader has a buffer at binding 1; the launch has 1 buffers");
    EXPECT_EQ(error_of_run("main", {{row, row}}),
              "the shader has 4 bytes of push constants or more; the launch has 0");
    EXPECT_THAT(error_of_run("main", {{row, row}, {64}, {1}}), HasSubstr("declares its shared memory"));
    EXPECT_THAT(error_of_run("main", {{row, row}, {}, Ints(10000)}),
                HasSubstr("40000 bytes of push constants"));
}

TEST_F(Vulkan, AGroupThatIsTooLargeIsRefused) {
    const auto unit = backend->compile(
        "#version 450\nlayout(local_size_x = 1024, local_size_y = 1024) in;\nvoid main() {}\n");
    if (!unit) return;  // by the compiler
    Launch launch;
    EXPECT_THAT((*unit)->run("main", launch).error(), HasSubstr("1024 × 1024 × 1 threads"));
}

TEST_F(Vulkan, BuffersMayBeEmptyOrLarge) {
    const auto unit = backend->compile(kAdds);
    ASSERT_TRUE(unit) << unit.error();
    Launch launch{{bytes_of(Ints(1 << 20, 7)), std::vector<std::byte>(4 << 20)}, {}, {1}};
    launch.groups = {(1 << 20) / 32, 1, 1};
    ASSERT_TRUE((*unit)->run("main", launch));
    EXPECT_THAT(words_of<std::int32_t>(launch.buffers[1]), Each(8));
    const auto nothing = backend->compile(kHead + "void main() { if (number == 5) b[0] = a[0]; }");
    ASSERT_TRUE(nothing) << nothing.error();
    Launch empty{{{}, {}}, {}, {1}};
    EXPECT_TRUE((*nothing)->run("main", empty));
}

TEST_F(Vulkan, APipelineRunsTenThousandTimes) {
    const auto unit = backend->compile(kHead + "void main() { b[gl_LocalInvocationIndex] += number; }");
    ASSERT_TRUE(unit) << unit.error();
    Launch launch{{std::vector<std::byte>(128), std::vector<std::byte>(128)}, {}, {3}};
    for (int i = 0; i < 10000; ++i) ASSERT_TRUE((*unit)->run("main", launch));
    EXPECT_THAT(words_of<std::int32_t>(launch.buffers[1]), Each(30000));
}

TEST_F(Vulkan, ManySourcesAreCompiledAtOnceAndRunByThreads) {
    std::vector<std::string> sources;
    for (int i = 0; i < 12; ++i)
        sources.push_back(kHead + fmt::format("void main() {{ b[gl_LocalInvocationIndex] = {}; }}", i));
    sources.push_back("#version 450\nvoid main() { wrong }\n");
    auto units = backend->compile_all(sources);
    ASSERT_EQ(units.size(), 13U);
    EXPECT_FALSE(units[12]);
    std::vector<Ints> results(12);
    std::vector<std::jthread> threads;
    for (std::size_t first = 0; first < 3; ++first) {
        threads.emplace_back([&, first] {
            for (std::size_t i = first; i < 12; i += 3)
                if (units[i]) results[i] = run(**units[i]);
        });
    }
    threads.clear();
    for (int i = 0; i < 12; ++i) EXPECT_THAT(results[static_cast<std::size_t>(i)], Each(i));
}

}  // namespace
}  // namespace musimd::portable::vulkan_slow

// Which threads of a sub-group execute a ballot together after they took different branches. The rows are
// shaders; their results are what the specifications promise, worked out by hand (docs/reports/backends.md).

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "gpu_backend/portable/vulkan.hpp"
#include "gpu_backend/portable/vulkan_driver.hpp"
#include "tests/support/backend_launch.hpp"

#ifdef MUSIMD_HAS_VULKAN_HEADERS
namespace musimd::portable::vulkan_reconvergence_slow {
namespace {

using Words = std::vector<std::uint32_t>;

/// Who promises a row's results.
enum class Promise {
    core,  ///< SPIR-V itself: all threads enter a construct at the top, and leave it through its merge block
    maximal,  ///< SPV_KHR_maximal_reconvergence
    open,     ///< nobody
};

struct Row {
    std::string_view name;
    Promise promise;
    const char* functions;
    const char* body;
    Words results;  ///< of the eight threads
};

// x is the thread's number, 0 … 7. NOTE appends the ballot's eight bits to the result.
constexpr const char* kTop = R"(#version 450
#extension GL_KHR_shader_subgroup_basic : require
#extension GL_KHR_shader_subgroup_vote : require
#extension GL_KHR_shader_subgroup_ballot : require
#extension GL_KHR_shader_subgroup_arithmetic : require
layout(local_size_x = 8) in;
layout(set = 0, binding = 0) buffer A { uint a[]; };
layout(set = 0, binding = 1) buffer B { uint b[]; };
uint seen = 0, y = 0;
#define NOTE seen = seen << 8 | subgroupBallot(true).x
)";

// Mesa 22 gives each thread what its lane has in the last round: 0, or 21 in the last lane. It leaves a loop
// after 65535 rounds.
constexpr std::string_view kValueAfterLoop =
    "a value that a loop leaves, in a different round for each thread";
constexpr std::string_view kLongLoop = "a loop of many rounds";

const Row kRows[] = {
    {"after an if",
     Promise::core,
     "",
     "if (x < 4) y = a[7 - x]; NOTE;",
     {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {"after an if with ballots on both sides",
     Promise::core,
     "",
     "if (x % 2 == 0) y = subgroupBallot(true).x; else y = subgroupBallot(x > 3).x; NOTE;",
     {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {"after a loop of different length",
     Promise::core,
     "",
     "for (uint k = 0; k < x; k++) y += a[k]; NOTE;",
     {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {"after nested loops",
     Promise::core,
     "",
     "for (uint i = 0; i <= (x & 1); i++) for (uint j = 0; j <= (x >> 1 & 1); j++) y += a[i + j]; NOTE;",
     {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {"after a switch",
     Promise::core,
     "",
     "switch (x & 3) { case 0: y = 5; break; case 1: y = a[x]; break; default: y = 7; } NOTE;",
     {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}},
    {"in a loop that all leave together",
     Promise::core,
     "",
     "uint k = 0; while (subgroupAny(k < (x & 3))) { NOTE; k++; }",
     {0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff}},
    {kValueAfterLoop,
     Promise::core,
     "",
     "uint k = 0, v; do { v = a[k] * 3; k++; } while (k <= x); seen = v;",
     {0, 3, 6, 9, 12, 15, 18, 21}},
    {kLongLoop,
     Promise::core,
     "",
     "while (seen < 100000 + x) seen += a[1];",
     {100000, 100001, 100002, 100003, 100004, 100005, 100006, 100007}},
    {"in both branches of an if",
     Promise::maximal,
     "",
     "if (x % 2 == 0) NOTE; else NOTE;",
     {0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa, 0x55, 0xaa}},
    {"after an inner if",
     Promise::maximal,
     "",
     "if (x < 6) { if (x % 2 == 0) y = a[x]; NOTE; } NOTE;",
     {0x3fff, 0x3fff, 0x3fff, 0x3fff, 0x3fff, 0x3fff, 0xff, 0xff}},
    {"in a loop of different length",
     Promise::maximal,
     "",
     "for (uint k = 0; k < (x & 3); k++) NOTE; NOTE;",
     {0xff, 0xeeff, 0xeeccff, 0xeecc88ff, 0xff, 0xeeff, 0xeeccff, 0xeecc88ff}},
    {"in a loop tested at its end",
     Promise::maximal,
     "",
     "uint k = 0; do { k++; NOTE; } while (k < (x & 3)); NOTE;",
     {0xffff, 0xffff, 0xffccff, 0xffcc88ff, 0xffff, 0xffff, 0xffccff, 0xffcc88ff}},
    {"after a break",
     Promise::maximal,
     "",
     "for (uint k = 0; k < a[3]; k++) { if (x == k) break; NOTE; } NOTE;",
     {0xff, 0xfeff, 0xfefcff, 0xfefcf8ff, 0xfefcf8ff, 0xfefcf8ff, 0xfefcf8ff, 0xfefcf8ff}},
    {"in the block that breaks",
     Promise::maximal,
     "",
     "for (uint k = 0; k <= a[7]; k++) { if (x == k) { NOTE; break; } }",
     {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80}},
    {"after a continue",
     Promise::maximal,
     "",
     "for (uint k = 0; k < a[3]; k++) { if ((x >> k & 1) == 0) continue; NOTE; } NOTE;",
     {0xff, 0xaaff, 0xccff, 0xaaccff, 0xf0ff, 0xaaf0ff, 0xccf0ff, 0xaaccf0ff}},
    {"in the round after a continue",
     Promise::maximal,
     "",
     "for (uint k = 0; k < a[3]; k++) { NOTE; if (x < 4) continue; y += a[x]; }",
     {0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff, 0xffffff}},
    {"after an inner loop with a break",
     Promise::maximal,
     "",
     "for (uint k = 0; k < a[2]; k++) { for (uint j = 0; j < a[4]; j++) if (j == (x & 1)) break; NOTE; }",
     {0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff, 0xffff}},
    {"after leaving two loops by a flag",
     Promise::maximal,
     "",
     "bool done = false;\n"
     "for (uint k = 0; k < a[3] && !done; k++) {\n"
     "    for (uint j = 0; j < a[2]; j++) if (x == j) { done = true; break; }\n"
     "    NOTE;\n"
     "}\n"
     "NOTE;",
     {0xffff, 0xffff, 0xfffcfcff, 0xfffcfcff, 0xfffcfcff, 0xfffcfcff, 0xfffcfcff, 0xfffcfcff}},
    {"in the cases of a switch",
     Promise::maximal,
     "",
     "switch (x & 3) { case 0: NOTE; break; case 1: NOTE; break; default: NOTE; } NOTE;",
     {0x11ff, 0x22ff, 0xccff, 0xccff, 0x11ff, 0x22ff, 0xccff, 0xccff}},
    {"in a switch within a loop",
     Promise::maximal,
     "",
     "for (uint k = 0; k < a[2]; k++) { switch (x & 1) { case 0: continue; default: NOTE; } NOTE; }",
     {0, 0xaaaaaaaa, 0, 0xaaaaaaaa, 0, 0xaaaaaaaa, 0, 0xaaaaaaaa}},
    {"where a case falls through",
     Promise::open,
     "",
     "switch (x & 3) { case 0: NOTE; case 1: NOTE; break; default: y = 1; } NOTE;",
     {0x1133ff, 0x33ff, 0xff, 0xff, 0x1133ff, 0x33ff, 0xff, 0xff}},
    {"after a return of some",
     Promise::maximal,
     "",
     "b[x] = 7; if (x < 2) return; NOTE;",
     {7, 7, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc, 0xfc}},
    {"after returns in a loop",
     Promise::maximal,
     "",
     "for (uint k = 0; k < a[3]; k++) { if (x == k) { b[x] = seen; return; } NOTE; } NOTE;",
     {0, 0xfe, 0xfefc, 0xfefcf8f8, 0xfefcf8f8, 0xfefcf8f8, 0xfefcf8f8, 0xfefcf8f8}},
    {"in the block that returns from a loop",
     Promise::maximal,
     "",
     "for (uint k = 0; k <= a[7]; k++) { if (x == k) { NOTE; b[x] = seen; return; } }",
     {0x01, 0x02, 0x04, 0x08, 0x10, 0x20, 0x40, 0x80}},
    {"after a function that some leave early",
     Promise::maximal,
     "uint early(uint x) { if (x < 3) return 1; NOTE; return 2; }",
     "y = early(x); NOTE;",
     {0xff, 0xff, 0xff, 0xf8ff, 0xf8ff, 0xf8ff, 0xf8ff, 0xf8ff}},
    {"one thread is elected in each round",
     Promise::maximal,
     "",
     "bool done = false; while (!done) { if (subgroupElect()) done = true; seen++; }",
     {1, 2, 3, 4, 5, 6, 7, 8}},
    {"one thread of those in a branch is elected",
     Promise::maximal,
     "",
     "if (x >= 3) { if (subgroupElect()) NOTE; }",
     {0, 0, 0, 0x08, 0, 0, 0, 0}},
    {"a round for each value of the first thread",
     Promise::maximal,
     "",
     "for (;;) { if (subgroupBroadcastFirst(x & 3) == (x & 3)) { NOTE; break; } }",
     {0x11, 0x22, 0x44, 0x88, 0x11, 0x22, 0x44, 0x88}},
    {"on the right of &&",
     Promise::maximal,
     "",
     "if (x < 4 && subgroupBallot(true).x == 0x0f) NOTE;",
     {0x0f, 0x0f, 0x0f, 0x0f, 0, 0, 0, 0}},
    {"a sum after an inner if",
     Promise::maximal,
     "",
     "if (x != 3) { if (x > 1) y = a[x]; seen = subgroupAdd(x); }",
     {25, 25, 25, 0, 25, 25, 25, 25}},
};

std::string source_of(const Row& row) {
    return fmt::format(
        "{}{}\nvoid run(uint x) {{\n{}\nb[x] = seen;\n}}\nvoid main() "
        "{{\nrun(a[gl_LocalInvocationIndex]);\n}}\n",
        kTop, row.functions, row.body);
}

std::string text_of(const Words& words) {
    std::string text;
    for (const std::uint32_t word : words) text += fmt::format(" {:x}", word);
    return text;
}

bool keeps(const Row& row, const Backend& vulkan) {
    const bool wrong_in_mesa_22 = row.name == kValueAfterLoop || row.name == kLongLoop;
    if (wrong_in_mesa_22 && vulkan.version().find("Mesa 22.") != std::string::npos) return false;
    const bool maximal = (*vulkan_driver())->abilities.reconvergence == spirv::Reconvergence::maximal;
    return row.promise == Promise::core || (row.promise == Promise::maximal && maximal);
}

TEST(VulkanReconvergence, ADeviceKeepsWhatTheSpecificationsPromise) {
    const auto found = find_vulkan();
    if (!found) GTEST_SKIP() << found.error();
    if ((*found)->subgroup_size() < 8) GTEST_SKIP() << "the sub-groups have fewer than 8 threads";
    std::vector<std::string> sources;
    for (const Row& row : kRows) sources.push_back(source_of(row));
    auto units = (*found)->compile_all(sources);
    for (std::size_t i = 0; i < std::size(kRows); ++i) {
        ASSERT_TRUE(units[i]) << units[i].error();
        Launch launch{{test::bytes_of(Words{0, 1, 2, 3, 4, 5, 6, 7}), std::vector<std::byte>(32)}};
        const auto done = (*units[i])->run("main", launch);
        ASSERT_TRUE(done) << done.error();
        const auto results = test::words_of<std::uint32_t>(launch.buffers[1]);
        if (keeps(kRows[i], **found))
            EXPECT_EQ(text_of(results), text_of(kRows[i].results)) << kRows[i].name << "\n" << sources[i];
        else if (results != kRows[i].results)
            RecordProperty(std::string(kRows[i].name), text_of(results));  // seen with --gtest_output=xml
    }
}

}  // namespace
}  // namespace musimd::portable::vulkan_reconvergence_slow
#endif

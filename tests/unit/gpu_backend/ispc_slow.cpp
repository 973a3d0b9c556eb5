// Functions that ISPC exports, called as kernels.

#include "gpu_backend/portable/ispc.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/backend_launch.hpp"

namespace musimd::portable::ispc_slow {
namespace {

using test::bytes_of;
using test::words_of;
using testing::Each;
using testing::HasSubstr;
using Ints = std::vector<std::int32_t>;

const std::string kAdds = R"(
export void add(uniform int a[], uniform int b[], uniform int number, uniform int group) {
    const int i = group * programCount + programIndex;
    b[i] = a[i] + number;
}
)";

class Ispc : public testing::Test {
  protected:
    void SetUp() override {
        const auto found = find_ispc();
        if (!found) GTEST_SKIP() << found.error();
        backend = *found;
        width = static_cast<std::int32_t>(backend->subgroup_size());
    }

    // The second buffer, of this many words, after a run whose first one has 0, 1, ….
    Ints run(const std::string& source, std::uint32_t groups = 1) {
        const auto unit = backend->compile(source);
        EXPECT_TRUE(unit) << unit.error();
        return unit ? run(**unit, groups) : Ints();
    }
    Ints run(Unit& unit, std::uint32_t groups = 1) const {
        Ints from;
        for (std::int32_t i = 0; i < width * static_cast<std::int32_t>(groups); ++i) from.push_back(i);
        Launch launch{{bytes_of(from), bytes_of(Ints(from.size()))}, {}, {100}};
        launch.groups = {groups, 1, 1};
        const auto done = unit.run("add", launch);
        EXPECT_TRUE(done) << done.error();
        return words_of<std::int32_t>(launch.buffers[1]);
    }

    Backend* backend = nullptr;
    std::int32_t width = 0;
};

TEST_F(Ispc, SaysItsVersionAndTarget) {
    EXPECT_EQ(backend->name(), "ispc");
    EXPECT_THAT(backend->version(), HasSubstr("ISPC"));
    EXPECT_THAT(backend->version(), HasSubstr(", target "));
    EXPECT_EQ(*find_ispc(), backend);
}

TEST_F(Ispc, EachGroupAddsTheNumber) {
    const Ints sums_of_three = run(kAdds, 3);
    for (std::int32_t i = 0; i < 3 * width; ++i)
        EXPECT_EQ(sums_of_three[static_cast<std::size_t>(i)], i + 100);
}

TEST_F(Ispc, ABallotHasABitForEachLaneAndAGangItsWidth) {
    const Ints votes = run(R"(
export void add(uniform int a[], uniform int b[], uniform int number, uniform int group) {
    if (programIndex > 0) b[programIndex] = (int)packmask(a[programIndex] % 3 == 0);
    else b[0] = programCount;
})");
    std::int32_t expected = 0;
    for (std::int32_t lane = 3; lane < width; lane += 3) expected |= 1 << lane;
    EXPECT_EQ(votes[0], width);
    for (std::int32_t i = 1; i < width; ++i) EXPECT_EQ(votes[static_cast<std::size_t>(i)], expected);
}

TEST_F(Ispc, LanesShareMemory) {
    const Ints turned = run(R"(
export void add(uniform int a[], uniform int b[], uniform int number, uniform int group) {
    uniform int row[programCount];
    row[programIndex] = a[programIndex];
    b[programIndex] = row[programCount - 1 - programIndex];
})");
    for (std::int32_t i = 0; i < width; ++i) EXPECT_EQ(turned[static_cast<std::size_t>(i)], width - 1 - i);
}

TEST_F(Ispc, ACompileErrorHasItsLine) {
    const auto unit =
        backend->compile("export void f(uniform int a[], uniform int group) {\n    a[0] = missing;\n}\n");
    ASSERT_FALSE(unit);
    EXPECT_THAT(unit.error(), HasSubstr("unit.ispc:2:12: Error: Undeclared symbol \"missing\""));
}

TEST_F(Ispc, ALaunchThatDoesNotFitIsRefused) {
    const auto unit = backend->compile(kAdds);
    ASSERT_TRUE(unit) << unit.error();
    Launch launch{{{}, {}}, {}, {1}};
    EXPECT_EQ((*unit)->run("sum", launch).error(), "there is no exported function 'sum', but add");
    launch.numbers = {};
    EXPECT_THAT((*unit)->run("add", launch).error(), HasSubstr("the launch has 2 buffers and 0 numbers"));
}

TEST_F(Ispc, AKernelRunsTenThousandTimes) {
    const auto unit = backend->compile(R"(
export void add(uniform int b[], uniform int number, uniform int group) { b[programIndex] += number; }
)");
    ASSERT_TRUE(unit) << unit.error();
    Launch launch{{bytes_of(Ints(static_cast<std::size_t>(width)))}, {}, {3}};
    for (int i = 0; i < 10000; ++i) ASSERT_TRUE((*unit)->run("add", launch));
    EXPECT_THAT(words_of<std::int32_t>(launch.buffers[0]), Each(30000));
}

TEST_F(Ispc, ManySourcesAreCompiledAtOnce) {
    std::vector<std::string> sources;
    for (int i = 0; i < 6; ++i) {
        sources.push_back(fmt::format(
            "export void add(uniform int a[], uniform int b[], uniform int number, uniform int group) {{\n"
            "    b[programIndex] = {};\n}}\n",
            i));
    }
    sources.emplace_back("export void wrong() {");
    const auto units = backend->compile_all(sources);
    ASSERT_EQ(units.size(), 7U);
    EXPECT_FALSE(units[6]);
    for (std::size_t i = 0; i < 6; ++i) {
        ASSERT_TRUE(units[i]) << units[i].error();
        EXPECT_THAT(run(**units[i]), Each(static_cast<std::int32_t>(i)));
    }
}

}  // namespace
}  // namespace musimd::portable::ispc_slow

// `musimd lockstep` with the programs and bugs of programs/kernels/lockstep.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>
#include <vector>

#include "kernels/launch/front_end.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::lockstep_programs_slow {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::IsEmpty;
using testing::Optional;

Finished run_lockstep(std::vector<std::string> words) {
    words.insert(words.begin(), "lockstep");
    return support::run(support::musimd(std::move(words)));
}

std::string name_of_file(const testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.stem().string();
    std::ranges::replace(name, '-', '_');
    return name;
}

std::vector<fs::path> kernels_in(const std::string& folder, const std::string& end) {
    std::vector<fs::path> files;
    for (const fs::path& file : support::project_files(folder, {".cu"})) {
        const bool is_here = file.parent_path() == fs::path(MUSIMD_SOURCE_DIR) / folder;
        if (is_here && file.filename().string().ends_with(end)) files.push_back(file);
    }
    return files;
}

class LockstepProgram : public testing::TestWithParam<fs::path> {
  protected:
    void SetUp() override {
        if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    }
};

TEST_P(LockstepProgram, KeepsThePromiseOfTheModel) {
    const Finished finished = run_lockstep({GetParam().string(), "--targets", "lockstep,volta", "--workers",
                                            "1,7,32,33,129,1024", "--simd", "1,3"});
    EXPECT_THAT(finished.status, Optional(0)) << finished.output << finished.errors;
    EXPECT_THAT(finished.errors, IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Files, LockstepProgram,
                         testing::ValuesIn(kernels_in("programs/kernels/lockstep", ".cu")), name_of_file);

class LockstepBug : public LockstepProgram {};

/// What a line of the file says is found there.
std::pair<std::size_t, std::string> expected_in(const fs::path& file) {
    std::ifstream lines(file);
    static const std::regex kFound("// found: (.+)$");
    std::string line;
    for (std::size_t number = 1; std::getline(lines, line); ++number) {
        std::smatch found;
        if (std::regex_search(line, found, kFound)) return {number, found[1]};
    }
    return {0, ""};
}

TEST_P(LockstepBug, IsFoundAtItsLine) {
    const auto [line, kind] = expected_in(GetParam());
    ASSERT_NE(line, 0u) << "the file has no line `// found: KIND`";
    const Finished finished =
        run_lockstep({GetParam().string(), "--targets", "lockstep,volta", "--workers", "1,7,48"});
    const bool is_error = kind == "compile-time error";
    EXPECT_THAT(finished.status, Optional(is_error ? 2 : 1)) << finished.output << finished.errors;
    const bool is_difference = kind == "order" || kind == "workers";
    const std::string cause = kind == "order" ? "order of the indices" : "number of workers";
    const std::string text = is_error        ? ""
                             : is_difference ? "the result depends on the " + cause + ": "
                                             : kind + ": ";
    const std::regex shown(":" + std::to_string(line) + "(:[0-9]+)?: error: " + text);
    EXPECT_TRUE(std::regex_search(finished.errors, shown)) << finished.errors;
}

INSTANTIATE_TEST_SUITE_P(Files, LockstepBug,
                         testing::ValuesIn(kernels_in("programs/kernels/lockstep/bugs", "-wrong.cu")),
                         name_of_file);
INSTANTIATE_TEST_SUITE_P(Fixes, LockstepProgram,
                         testing::ValuesIn(kernels_in("programs/kernels/lockstep/bugs", "-fixed.cu")),
                         name_of_file);

}  // namespace
}  // namespace musimd::lockstep_programs_slow

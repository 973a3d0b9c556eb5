// Compares the program's output with the transcripts in cases/. See README.md for how to write and update
// them.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/golden/pages.hpp"
#include "tests/golden/transcript.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::golden::golden_test {
namespace {

namespace fs = std::filesystem;

class Golden : public testing::TestWithParam<fs::path> {};

TEST_P(Golden, PrintsTheSame) {
    const std::string text = support::read_file(GetParam());
    const Transcript transcript = parse(text);
    ASSERT_FALSE(transcript.exchanges.empty()) << "the case has no command";
    const std::string now = print(replay(transcript));
    if (updates()) {
        if (now != text) std::ofstream(GetParam(), std::ios::binary) << now;
        return;
    }
    EXPECT_EQ(now, text) << "MUSIMD_UPDATE_GOLDEN=1 accepts the new output; review it with git diff";
}

// With a bad command or bad input, nothing is on standard output except the errors with --json. (With several
// files, the output is that of the others.)
TEST_P(Golden, PrintsOnlyErrorsOnStandardOutputWithStatus2) {
    for (const Exchange& e : parse(support::read_file(GetParam())).exchanges) {
        const bool several = e.output.starts_with("==> ") || e.output.starts_with("[\n") ||
                             e.command.find("fmt --check") != std::string::npos;
        const bool sarif =
            e.command.find("sarif") != std::string::npos;  // reports unreadable files as results
        if (e.status != 2 || several || sarif || e.output.empty()) continue;
        EXPECT_NE(e.command.find("--json"), std::string::npos) << e.command;
        EXPECT_FALSE(nlohmann::json::parse(e.output).at("errors").empty()) << e.command;
    }
}

std::string name_of(const testing::TestParamInfo<fs::path>& info) {
    std::string name = info.param.stem().string();
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Cases, Golden,
                         testing::ValuesIn(support::project_files("tests/golden/cases", {".txt"})), name_of);

}  // namespace
}  // namespace musimd::golden::golden_test

// programs/kernels/cuda/bugs: each wrong kernel has its finding at the line that says so, and each fixed one
// none.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "differential/cuda/launch_run.hpp"
#include "differential/openmp/arguments.hpp"
#include "differential/openmp/front_end.hpp"
#include "engines/engines.hpp"

namespace musimd::differential::cuda {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
    std::ostringstream text;
    text << std::ifstream(file).rdbuf();
    return text.str();
}

/// What a line of the file says that the model reports there: its number and the kind.
std::pair<std::uint32_t, std::string> expected(const std::string& text, ThreadModel model) {
    const std::regex said("//.*\\b" + std::string(to_string(model)) + ": ([a-z-]+)");
    std::istringstream lines(text);
    std::string line;
    for (std::uint32_t number = 1; std::getline(lines, line); ++number) {
        std::smatch found;
        if (std::regex_search(line, found, said)) return {number, found[1]};
    }
    return {0, ""};
}

LaunchConfiguration launch_of(const std::string& text, openmp::GivenArguments& given) {
    LaunchConfiguration how{.block = {64, 1, 1}, .max_steps = 100'000};
    const std::regex word("--(block|arg) (?:([a-z]+)=)?(\\d+(?::zeros)?)");
    for (auto at = std::sregex_iterator(text.begin(), text.end(), word); at != std::sregex_iterator(); ++at) {
        if ((*at)[1] == "block")
            how.block[0] = static_cast<std::uint32_t>(std::stoul((*at)[3]));
        else
            given[(*at)[2]] = (*at)[3];
    }
    return how;
}

TEST(CudaBugs, EachIsFoundAtItsLineAndEachFixPasses) {
    if (const auto module = openmp::front_end_file(); !module) GTEST_SKIP() << module.error();
    std::size_t files = 0;
    for (const auto& entry :
         fs::directory_iterator(fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/cuda/bugs")) {
        if (entry.path().extension() != ".cu") continue;
        SCOPED_TRACE(entry.path().filename().string());
        ++files;
        const std::string text = text_of(entry.path());
        const auto read = openmp::read_kernel({.file = "x.cu", .text = text, .function = "", .options = {}});
        ASSERT_TRUE(read && read->kernel) << (read ? read->messages : read.error());
        openmp::GivenArguments given;
        LaunchConfiguration how = launch_of(text, given);
        const auto texts =
            openmp::argument_texts(read->kernel->code, given, 0, {.number = 64, .elements = 128});
        const auto arguments = openmp::read_arguments(read->kernel->code, texts);
        ASSERT_TRUE(arguments) << arguments.error();
        bool any = false;
        for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
            how.model = model;
            const LaunchRun run = run_launch(*read->kernel, *arguments, how, *find_engine("fast"));
            const auto [line, kind] = expected(text, model);
            const Finding found = run.findings.empty() ? Finding{} : run.findings.front();
            EXPECT_EQ(found.kind, kind) << to_string(model) << ": " << found.message << run.message;
            EXPECT_EQ(found.line, line) << to_string(model) << ": " << found.message;
            any = any || !kind.empty();
        }
        EXPECT_EQ(any, entry.path().stem().string().ends_with("-wrong"));
    }
    EXPECT_GE(files, 18u);
}

}  // namespace
}  // namespace musimd::differential::cuda

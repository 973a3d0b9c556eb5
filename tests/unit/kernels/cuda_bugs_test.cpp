// programs/kernels/cuda/bugs: each wrong kernel has its finding at the line that says so, and each fixed one
// none. docs/reports/cuda-bugs.md says the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>

#include "engines/engines.hpp"
#include "kernels/cuda/launch_run.hpp"
#include "kernels/launch/arguments.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::kernels::cuda::cuda_bugs_test {
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

LaunchConfiguration launch_of(const std::string& text, kernels::openmp::GivenArguments& given) {
    LaunchConfiguration how{.block = {64, 1, 1}, .max_steps = 100'000, .schedules = 2};
    const std::regex word("--(grid|block|arg) (?:([a-z]+)=)?(\\d+(?::zeros)?)");
    for (auto at = std::sregex_iterator(text.begin(), text.end(), word); at != std::sregex_iterator(); ++at) {
        if ((*at)[1] == "arg")
            given[(*at)[2]] = (*at)[3];
        else
            ((*at)[1] == "grid" ? how.grid : how.block)[0] = static_cast<std::uint32_t>(std::stoul((*at)[3]));
    }
    return how;
}

/// The line and the kind of what is reported first: errors before warnings.
std::pair<std::uint32_t, std::string> reported(const LaunchRun& run) {
    if (run.end == LaunchRun::End::limit) return {run.line, "limit"};
    for (const auto* list : {&run.findings, &run.warnings}) {
        if (!list->empty()) return {list->front().line, list->front().kind};
    }
    return {0, ""};
}

std::string in_the_table(const std::pair<std::uint32_t, std::string>& found) {
    return found.second.empty() ? "nothing" : "`" + found.second + "`, line " + std::to_string(found.first);
}

TEST(CudaBugs, EachIsFoundAtItsLineAndEachFixPasses) {
    if (const auto module = kernels::front_end_file(); !module) GTEST_SKIP() << module.error();
    const std::string table = text_of(fs::path(MUSIMD_SOURCE_DIR) / "docs/reports/cuda-bugs.md");
    std::size_t files = 0;
    for (const auto& entry :
         fs::directory_iterator(fs::path(MUSIMD_SOURCE_DIR) / "programs/kernels/cuda/bugs")) {
        if (entry.path().extension() != ".cu") continue;
        SCOPED_TRACE(entry.path().filename().string());
        ++files;
        const std::string text = text_of(entry.path());
        const auto read = kernels::read_kernel({.file = "x.cu", .text = text, .function = "", .options = {}});
        ASSERT_TRUE(read && read->kernel) << (read ? read->messages : read.error());
        kernels::openmp::GivenArguments given;
        LaunchConfiguration how = launch_of(text, given);
        for (const auto& variable : read->kernel->variables)
            given[read->kernel->code.parameters[variable.parameter].name] =
                std::to_string(variable.initial.size()) + ":zeros";
        const auto texts =
            kernels::openmp::argument_texts(read->kernel->code, given, 0, {.number = 64, .elements = 128});
        const auto arguments = kernels::openmp::read_arguments(read->kernel->code, texts);
        ASSERT_TRUE(arguments) << arguments.error();
        std::string row;
        for (const ThreadModel model : {ThreadModel::lockstep, ThreadModel::volta}) {
            how.model = model;
            const LaunchRun run = run_launch(*read->kernel, *arguments, how, *find_engine("fast"));
            EXPECT_EQ(reported(run), expected(text, model))
                << to_string(model) << ": " << (run.findings.empty() ? run.message : run.findings[0].message);
            row += " | " + in_the_table(reported(run));
        }
        const std::string name = entry.path().stem().string();
        const bool is_wrong = name.ends_with("-wrong");
        EXPECT_EQ(row == " | nothing | nothing", !is_wrong);
        const std::size_t at = table.find("/bugs/" + entry.path().filename().string() + ")");
        EXPECT_EQ(at != std::string::npos, is_wrong) << "docs/reports/cuda-bugs.md";
        if (is_wrong) {
            EXPECT_THAT(table.substr(at, table.find('\n', at) - at), testing::EndsWith(row + " |"));
        }
    }
    EXPECT_GE(files, 70u);
}

}  // namespace
}  // namespace musimd::kernels::cuda::cuda_bugs_test

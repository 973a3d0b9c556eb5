// README.md and the pages of docs/ show what the commands print: each block that begins with `$ musimd` is
// run and compared with its output, both standard output and standard error, interleaved. The commands of a
// page share a folder, in which `programs` and `docs` are the project's own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/golden/pages.hpp"
#include "tests/golden/transcript.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::golden::pages_test {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFence = "```\n";
constexpr std::string_view kPrompt = "$ musimd ";

// The text with the lines below each prompt replaced by what the command prints now.
std::string renewed(std::string_view text) {
    Transcript transcript;
    std::vector<std::string> between(1);  // before the first command's output, between two, after the last
    bool shows = false;                   // in a block, below a prompt
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t end = std::min(text.find('\n', i), text.size() - 1) + 1;
        const std::string_view line = text.substr(i, end - i);
        const bool begins = !shows && line == kFence && text.substr(end).starts_with(kPrompt);
        if (shows && line == kFence) shows = false;
        if (begins) shows = true;
        if (shows && line.starts_with(kPrompt)) {
            transcript.exchanges.push_back({std::string(line.substr(2, line.size() - 3)), {}, {}, 0});
            between.back() += line;
            between.emplace_back();
        } else if (!shows || begins) {
            between.back() += line;
        }
        i = end;
    }
    std::string now = between[0];
    const Transcript replayed = replay(transcript, Streams::merged);
    for (std::size_t i = 0; i < replayed.exchanges.size(); ++i) {
        now += replayed.exchanges[i].output + between[i + 1];
    }
    return now;
}

class Pages : public testing::TestWithParam<fs::path> {};

TEST_P(Pages, ShowWhatIsPrinted) {
    unsetenv("NSIMD_ROOT");  // the pages show the backends that exist without it
    const std::string text = support::read_file(GetParam());
    const std::string now = renewed(text);
    if (updates()) {
        if (now != text) std::ofstream(GetParam(), std::ios::binary) << now;
        return;
    }
    EXPECT_EQ(now, text) << "MUSIMD_UPDATE_GOLDEN=1 accepts the new output; review it with git diff";
}

std::vector<fs::path> pages() {
    auto files = support::project_files("docs", {".md"});
    files.push_back(fs::path(MUSIMD_SOURCE_DIR) / "README.md");
    std::erase_if(files, [](const fs::path& file) {
        return support::read_file(file).find("\n" + std::string(kPrompt)) == std::string::npos;
    });
    return files;
}

INSTANTIATE_TEST_SUITE_P(Docs, Pages, testing::ValuesIn(pages()), [](const auto& page) {
    std::string name = page.param.stem().string();
    std::ranges::replace(name, '-', '_');
    return name;
});

// docs/first-steps.md shows three of the trace's lines.
TEST(FirstSteps, TraceIsThatOfFigure9) {
    Transcript transcript;
    transcript.exchanges.push_back({"musimd run programs/paper/figure9.pl --trace", {}, {}, 0});
    const std::string trace = "\n" + replay(transcript).exchanges[0].errors;
    std::istringstream page(support::read_file(fs::path(MUSIMD_SOURCE_DIR) / "docs/first-steps.md"));
    int shown = 0;
    for (std::string line; std::getline(page, line);) {
        if (line.find(" w0 @") == std::string::npos) continue;
        EXPECT_THAT(trace, testing::HasSubstr("\n" + line + "\n"));
        ++shown;
    }
    EXPECT_EQ(shown, 3);
}

// Draws the picture of a file again by a script of docs/pictures.
void expect_picture(const std::string& script, const std::string& file, const std::string& picture) {
    const fs::path pictures = fs::path(MUSIMD_SOURCE_DIR) / "docs/pictures";
    const support::Finished drawn = run_script(script, {file});
    ASSERT_EQ(drawn.status, 0) << drawn.errors;
    if (updates()) {
        std::ofstream(pictures / picture, std::ios::binary) << drawn.output;
        return;
    }
    EXPECT_EQ(drawn.output, support::read_file(pictures / picture))
        << "MUSIMD_UPDATE_GOLDEN=1 accepts the new picture; look at it";
}

TEST(OpenMpPage, PicturesAreThoseOfRuns) {
    const std::string nests = MUSIMD_SOURCE_DIR "/programs/kernels/openmp/";
    const support::Finished tried = support::run(
        support::musimd({"omp", nests + "triangular.c", "--function", "triangular", "--emit", "asm"}));
    if (tried.errors.find("was not built") != std::string::npos) GTEST_SKIP() << tried.errors;
    for (const std::string nest : {"triangular", "sparse_matrix_vector", "convolution"})
        expect_picture("slots.py", "programs/kernels/openmp/" + nest + ".c", nest + ".svg");
}

}  // namespace
}  // namespace musimd::golden::pages_test

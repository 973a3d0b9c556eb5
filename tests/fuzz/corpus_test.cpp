// The fuzzer's inputs, and all programs of the project, run through the fuzzer's function.

#include <gtest/gtest.h>

#include <cstdint>

#include "tests/fuzz/round_trip.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace musimd::fuzz {
namespace {

TEST(Corpus, InputsOfTheFuzzer) {
    const auto files = support::project_files("tests/fuzz/corpus", {});
    EXPECT_FALSE(files.empty());
    for (const auto& file : files) EXPECT_EQ(complaint_about(support::read_file(file)), "") << file;
}

TEST(Corpus, ProgramsOfTheProject) {
    const auto files = support::project_files("programs", {".asm", ".pl"});
    EXPECT_FALSE(files.empty());
    for (const auto& file : files) EXPECT_EQ(complaint_about(support::read_file(file)), "") << file;
}

// A prefix of a program is a program or an error.
TEST(Corpus, PrefixesOfPrograms) {
    for (const char* const name : {"programs/paper/figure9.pl", "programs/paper/figure1a.asm"}) {
        const std::string text = support::read_file(std::filesystem::path(MUSIMD_SOURCE_DIR) / name);
        for (std::size_t size = 0; size <= text.size(); ++size) {
            ASSERT_EQ(complaint_about(std::string_view(text).substr(0, size)), "")
                << name << ", " << size << " bytes";
        }
    }
}

TEST(Corpus, TheFuzzerAcceptsAnyBytes) {
    EXPECT_EQ(LLVMFuzzerTestOneInput(nullptr, 0), 0);
    const std::uint8_t bytes[] = {0, 255, '\n', '[', 0x80};
    EXPECT_EQ(LLVMFuzzerTestOneInput(bytes, sizeof bytes), 0);
}

}  // namespace
}  // namespace musimd::fuzz

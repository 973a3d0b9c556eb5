// What programs/paper says that it has of the paper.

#include <gtest/gtest.h>

#include <filesystem>
#include <sstream>
#include <string>

#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd {
namespace {

namespace fs = std::filesystem;

// A list without its comments, directives and blanks.
std::string terms_of(const fs::path& file) {
    std::istringstream lines(support::read_file(file));
    std::string terms;
    for (std::string line; std::getline(lines, line);) {
        line.resize(std::min(line.find('%'), line.size()));
        std::erase(line, ' ');
        terms += line;
    }
    return terms;
}

TEST(Figure9, IsThePapersListInBothRegisterModes) {
    for (const char* const file : {"figure9.pl", "figure9-restore.pl"}) {
        EXPECT_EQ(
            terms_of(fs::path(MUSIMD_SOURCE_DIR) / "programs/paper" / file),
            "bench08([load(0,tid),const(1,1),lth(1,0,1),branch(1,18),const(1,2),lth(1,0,1),branch(1,17),"
            "const(1,3),lth(1,0,1),branch(1,16),everywhere,load(1,tid),load(2,tid),addt(0,1,2),"
            "end_everywhere,sync,sync,sync,stop]).")
            << file;
    }
}

}  // namespace
}  // namespace musimd

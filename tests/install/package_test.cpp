// The Debian package that `cpack -G DEB` makes in the build folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/install/installation.hpp"
#include "tests/support/process.hpp"

namespace musimd {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using testing::AllOf;
using testing::ContainsRegex;
using testing::PrintToString;

class DebianPackage : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(MUSIMD_DPKG_DEB)) GTEST_SKIP() << "there is no dpkg-deb here";
        const Finished packed =
            run(MUSIMD_CPACK, {"-G", "DEB", "--config", std::string(MUSIMD_BUILD_DIR) + "/CPackConfig.cmake",
                               "-B", folder_.path().string()});
        ASSERT_EQ(packed.status, 0) << PrintToString(packed);
        for (const auto& entry : fs::directory_iterator(folder_.path())) {
            if (entry.path().extension() == ".deb") package_ = entry.path();
        }
        ASSERT_FALSE(package_.empty()) << PrintToString(packed);
    }

    // What dpkg-deb prints about the package.
    std::string told(const char* option) const {
        const Finished finished = run(MUSIMD_DPKG_DEB, {option, package_.string()});
        EXPECT_EQ(finished.status, 0) << PrintToString(finished);
        return finished.output;
    }

    support::TemporaryFolder folder_;
    fs::path package_;
};

TEST_F(DebianPackage, HoldsProgramLibrariesAndDocuments) {
    EXPECT_THAT(told("--field"),
                AllOf(ContainsRegex("Package: musimd\n"), ContainsRegex("Version: [0-9.]+\n"),
                      ContainsRegex("Section: science\n"), ContainsRegex("Maintainer: .+ <.+@.+>\n"),
                      ContainsRegex("Description: The reference machine .+\n .+")));
    const std::string contents = told("--contents");
    for (const char* const file :
         {"/bin/musimd", "/include/musimd/isa/reader.hpp", "/include/musimd/isa/names.def",
          "/libmusimd_simulator.a", "/cmake/musimd/musimd-config.cmake",
          "/cmake/musimd/musimd-config-version.cmake", "/cmake/musimd/musimd-targets.cmake",
          "/share/doc/musimd/README.md", "/share/musimd/programs/paper/figure9.pl"}) {
        EXPECT_THAT(contents, ContainsRegex(std::string(" \\./usr[^ ]*") + file + "\n"));
    }
}

TEST_F(DebianPackage, NamesThePackagesItDependsOn) {
    if (!fs::exists(MUSIMD_DPKG_SHLIBDEPS)) GTEST_SKIP() << "there is no dpkg-shlibdeps here";
    EXPECT_THAT(told("--field"), AllOf(ContainsRegex("\nDepends: [^\n]*libc6 "),
                                       ContainsRegex("\nDepends: [^\n]*libboost-program-options")));
}

}  // namespace
}  // namespace musimd

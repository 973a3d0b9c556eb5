// The Debian package that `cpack -G DEB` builds in the build folder.

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

// What dpkg-deb prints about a package.
std::string printed_by_dpkg(const char* option, const fs::path& package) {
    const Finished finished = run(MUSIMD_DPKG_DEB, {option, package.string()});
    EXPECT_EQ(finished.status, 0) << PrintToString(finished);
    return finished.output;
}

void expect_contents(const std::string& listed) {
    for (const char* const file :
         {"/bin/musimd", "/include/musimd/isa/reader.hpp", "/include/musimd/isa/names.def",
          "/libmusimd_simulator.a", "/cmake/musimd/musimd-config.cmake",
          "/cmake/musimd/musimd-config-version.cmake", "/cmake/musimd/musimd-targets.cmake",
          "/share/doc/musimd/README.md", "/share/zsh/vendor-completions/_musimd",
          "/share/musimd/programs/paper/figure9.pl"}) {
        EXPECT_THAT(listed, ContainsRegex(std::string(" \\./usr[^ ]*") + file + "\n"));
    }
}

TEST(DebianPackage, ContainsTheInstallationAndListsItsDependencies) {
    if (!fs::exists(MUSIMD_DPKG_DEB)) GTEST_SKIP() << "dpkg-deb is not installed";
    const support::TemporaryFolder folder;
    const Finished packed = run(MUSIMD_CPACK, {"-G", "DEB", "-B", folder.path().string(), "--config",
                                               std::string(MUSIMD_BUILD_DIR) + "/CPackConfig.cmake"});
    ASSERT_EQ(packed.status, 0) << PrintToString(packed);
    fs::path package;
    for (const auto& entry : fs::directory_iterator(folder.path())) {
        if (entry.path().extension() == ".deb") package = entry.path();
    }
    ASSERT_FALSE(package.empty()) << PrintToString(packed);

    expect_contents(printed_by_dpkg("--contents", package));
    const std::string fields = printed_by_dpkg("--field", package);
    EXPECT_THAT(fields, AllOf(ContainsRegex("Package: musimd\n"), ContainsRegex("Version: [0-9.]+\n"),
                              ContainsRegex("Section: science\n"), ContainsRegex("Maintainer: .+ <.+@.+>\n"),
                              ContainsRegex("Description: The reference machine .+\n .+")));
    if (!fs::exists(MUSIMD_DPKG_SHLIBDEPS))
        GTEST_SKIP() << "dpkg-shlibdeps is not installed: the package lists no dependencies";
    EXPECT_THAT(fields, AllOf(ContainsRegex("Depends: [^\n]*libc6 "),
                              ContainsRegex("Depends: [^\n]*libboost-program-options")));
}

}  // namespace
}  // namespace musimd

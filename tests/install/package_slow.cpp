// The Debian packages that `cpack -G DEB` builds in the build folder.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <initializer_list>
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

void expect_files(const fs::path& package, std::initializer_list<const char*> files) {
    const std::string listed = printed_by_dpkg("--contents", package);
    for (const char* const file : files)
        EXPECT_THAT(listed, ContainsRegex(std::string(" \\./usr[^ ]*") + file + "\n")) << package;
}

class DebianPackages : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(MUSIMD_DPKG_DEB)) GTEST_SKIP() << "dpkg-deb is not installed";
        const Finished packed = run(MUSIMD_CPACK, {"-G", "DEB", "-B", folder_.path().string(), "--config",
                                                   std::string(MUSIMD_BUILD_DIR) + "/CPackConfig.cmake"});
        ASSERT_EQ(packed.status, 0) << PrintToString(packed);
    }

    /// The file of a package; empty if no such file exists.
    fs::path package(const std::string& name) const {
        for (const auto& entry : fs::directory_iterator(folder_.path())) {
            if (entry.path().filename().string().starts_with(name + "_")) return entry.path();
        }
        return {};
    }

    support::TemporaryFolder folder_;
};

// One test, since packing takes long.
TEST_F(DebianPackages, ContainTheInstallationAndListTheirDependencies) {
    const fs::path program = package("musimd");
    const fs::path kernels = package("musimd-kernels");
    const fs::path development = package("musimd-dev");
    ASSERT_FALSE(program.empty() || kernels.empty() || development.empty());
    expect_files(program,
                 {"/bin/musimd", "/share/doc/musimd/README.md", "/share/musimd/lessons/01-a-warp/lesson.md",
                  "/share/man/man1/musimd.1", "/share/zsh/vendor-completions/_musimd",
                  "/share/musimd/programs/paper/figure9.pl"});
    expect_files(kernels, {"/libexec/musimd/musimd-kernels", "/libexec/musimd/musimd-fuzz"});
    expect_files(development,
                 {"/include/musimd/isa/reader.hpp", "/include/musimd/isa/names.def",
                  "/include/musimd/spmd.hpp", "/include/musimd_lockstep/pmacc/lockstep.hpp",
                  "/libmusimd_simulator.a", "/libmusimd_executor.a", "/cmake/musimd/musimd-config.cmake",
                  "/cmake/musimd/musimd-config-version.cmake", "/cmake/musimd/musimd-targets.cmake"});

    const std::string fields = printed_by_dpkg("--field", program);
    EXPECT_THAT(fields, AllOf(ContainsRegex("Package: musimd\n"), ContainsRegex("Version: [0-9.]+\n"),
                              ContainsRegex("Section: science\n"), ContainsRegex("Maintainer: .+ <.+@.+>\n"),
                              ContainsRegex("Description: The reference machine .+\n .+")));
    const std::string fields_of_kernels = printed_by_dpkg("--field", kernels);
    EXPECT_THAT(fields_of_kernels, ContainsRegex("Depends: musimd \\(= [0-9.]+\\)"));
    EXPECT_THAT(printed_by_dpkg("--field", development),
                ContainsRegex("Depends: libboost-dev, libexpected-dev, libfmt-dev, libmpfr-dev"));
    if (const fs::path python = package("python3-musimd"); !python.empty()) {
        expect_files(python, {"/python3/dist-packages/musimd/__init__.py",
                              "/python3/dist-packages/musimd/_native[^ ]*.so"});
        EXPECT_THAT(printed_by_dpkg("--field", python), ContainsRegex("Depends: [^\n]*python3-numpy"));
    }
    if (!fs::exists(MUSIMD_DPKG_SHLIBDEPS))
        GTEST_SKIP() << "dpkg-shlibdeps is not installed: the packages do not list the libraries they use";
    EXPECT_THAT(fields, AllOf(ContainsRegex("Depends: [^\n]*libc6 "),
                              ContainsRegex("Depends: [^\n]*libboost-program-options")));
    EXPECT_THAT(fields_of_kernels, ContainsRegex("Depends: [^\n]*libc6 "));
    if (fs::exists(fs::path(MUSIMD_BUILD_DIR) / "musimd_clang.so")) {
        expect_files(kernels, {"/libexec/musimd/musimd_clang.so"});
        EXPECT_THAT(fields_of_kernels, AllOf(ContainsRegex("Depends: [^\n]*libclang-common-19-dev"),
                                             ContainsRegex("Depends: [^\n]*libclang-cpp19"),
                                             ContainsRegex("Depends: [^\n]*libllvm19")));
    }
}

}  // namespace
}  // namespace musimd

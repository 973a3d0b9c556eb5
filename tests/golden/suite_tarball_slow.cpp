// The tarball of the conformance suite: what an implementer unpacks is what musimd runs.

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/golden/suites.hpp"
#include "tests/support/process.hpp"

namespace musimd::suite_tarball_slow {
namespace {

using namespace suites;

const fs::path kRoot = MUSIMD_SOURCE_DIR;

// The script of the target conformance-suite.
fs::path pack(const fs::path& folder) {
    support::Command command;
    command.arguments = {"/usr/bin/env",
                         "cmake",
                         "-DMUSIMD=" MUSIMD_BINARY,
                         "-DVERSION=1.2.3",
                         "-DOUTPUT=" + folder.string(),
                         "-P",
                         (kRoot / "cmake/pack-conformance-suite.cmake").string()};
    const support::Finished finished = support::run(command);
    EXPECT_EQ(finished.status, 0) << finished.errors;
    return folder / "musimd-conformance-1.2.3.tar.gz";
}

TEST(SuiteTarball, IsReproducibleAndHasWhatItsManifestLists) {
    const support::TemporaryFolder first;
    const support::TemporaryFolder second;
    const fs::path tarball = pack(first.path());
    EXPECT_TRUE(support::read_file(tarball) == support::read_file(pack(second.path())));

    const support::TemporaryFolder unpacked;
    support::Command tar;
    tar.arguments = {"/usr/bin/env", "tar", "-C", unpacked.path().string(), "-xzf", tarball.string()};
    ASSERT_EQ(support::run(tar).status, 0);
    const fs::path suite = unpacked.path() / "musimd-conformance-1.2.3";
    for (const char* const file :
         {"README.md", "LICENSE", "docs/conformance.md", "docs/semantics.md", "docs/interfaces.md",
          "docs/program.schema.json", "semantics/RULES.md", "programs/statements.json"})
        EXPECT_TRUE(fs::exists(suite / file)) << file;
    const Json schema = json_in(suite / "docs/result.schema.json");
    const Json manifest = json_in(suite / "manifest.json");
    EXPECT_GT(manifest.at("programs").size(), 2000U);
    for (const Json& one : manifest.at("programs")) {
        EXPECT_TRUE(fs::exists(suite / one.at("file"))) << one;
        EXPECT_TRUE(fs::exists(suite / one.at("json"))) << one;
        EXPECT_TRUE(fs::exists(suite / one.at("expected"))) << one;
    }
    expect_that_programs_have_their_results(suite, 197);
}

}  // namespace
}  // namespace musimd::suite_tarball_slow

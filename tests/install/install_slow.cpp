// The result of `cmake --install`: libraries that another project finds and uses, a program that runs,
// documents.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/install/installation.hpp"
#include "tests/support/process.hpp"

namespace musimd {
namespace {

namespace fs = std::filesystem;
using support::Finished;
using support::TemporaryFolder;
using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::PrintToString;

#define ASSERT_SUCCESS(finished) ASSERT_EQ((finished).status, 0) << PrintToString(finished)

// A separate project: examples/embed, built as its comments say.
TEST(Install, AnotherProjectRunsAProgramFromMemory) {
    const Installation installation;
    const TemporaryFolder folder;
    const Finished configured =
        installation.configure(fs::path(MUSIMD_SOURCE_DIR) / "examples/embed", folder.path());
    ASSERT_SUCCESS(configured);
    const Finished built = build(folder.path());
    ASSERT_SUCCESS(built);

    const Finished embed = run(folder.path() / "embed");
    ASSERT_SUCCESS(embed);
    EXPECT_EQ(embed.errors, "");
    EXPECT_EQ(embed.output, R"(broken.asm has errors:
broken.asm:1:12: error: expected an operand: a variable, tid, wid, an integer or a constant, found the end of the line
      x = tid +
               ^
broken.asm:2:9: error: label 'nowhere' is not defined
      bz x, nowhere
            ^
stop after 12 steps, active {0-5}
x of thread 0 is 22
x of thread 1 is 4
x of thread 2 is 28
x of thread 3 is 5
x of thread 4 is 34
x of thread 5 is 6
memory 100: 22
memory 99: undefined
SIMD efficiency 0.75
the rules engine agrees
divide.asm:3: division-by-zero in rule BP, thread 2: thread 2 divides 12 by zero
q of thread 0 is undefined
)");
}

// Another one: examples/spmd, a kernel of NSIMD's SPMD DSL. It links only musimd::spmd, and so neither the
// fuzzer nor code for GPUs.
TEST(Install, AnotherProjectRunsAKernel) {
    const Installation installation;
    const TemporaryFolder folder;
    const Finished configured =
        installation.configure(fs::path(MUSIMD_SOURCE_DIR) / "examples/spmd", folder.path());
    ASSERT_SUCCESS(configured);
    const Finished built = cmake({"--build", folder.path().string(), "--verbose"});
    ASSERT_SUCCESS(built);
    EXPECT_THAT(built.output,
                AllOf(HasSubstr("libmusimd_executor.a"), HasSubstr("libmusimd_dsl.a"),
                      Not(HasSubstr("libmusimd_gpu_backend")), Not(HasSubstr("libmusimd_differential"))));
    const Finished symbols = run("/usr/bin/nm", {"--demangle", (folder.path() / "spmd").string()});
    ASSERT_SUCCESS(symbols);
    EXPECT_THAT(symbols.output, AllOf(HasSubstr(" musimd::fast::run_fast("), Not(HasSubstr("musimd::gpu::")),
                                      Not(HasSubstr("Campaign")), Not(HasSubstr("Backend"))));

    const Finished example = run(folder.path() / "spmd");
    EXPECT_EQ(example.status, 1);
    EXPECT_EQ(example.output, R"(element 0: 27 needs 111 steps
element 1: 97 needs 118 steps
element 2: 1 needs 0 steps
element 3: 871 needs 178 steps
the rules engine agrees
)");
    EXPECT_THAT(example.errors,
                ContainsRegex("kernel.hpp:[0-9]+: error: invalid-address: element 3: .* .kernel collatz."));
}

// All headers of a room, included in one source as a project would; except the keywords of the DSL, macros
// that are defined differently in each header.
std::string includes(const fs::path& headers, const std::string& room) {
    std::string text;
    for (const auto& entry : fs::recursive_directory_iterator(headers / room)) {
        const bool keywords = entry.path().parent_path().filename() == "spmd";
        if (entry.path().extension() == ".hpp" && !keywords)
            text += "#include \"" + fs::relative(entry.path(), headers).string() + "\"\n";
    }
    return text;
}

// Each library with all of its headers, and nothing else: everything that a header includes must be
// installed, and dependencies on other packages must come with the library. Projects choose their own
// warnings.
TEST(Install, EachRoomIsALibrary) {
    const Installation installation;
    const TemporaryFolder project;
    std::string lists =
        "cmake_minimum_required(VERSION 3.23)\nproject(rooms LANGUAGES CXX)\nfind_package(musimd REQUIRED)\n";
    for (const auto& room : fs::directory_iterator(installation / "include/musimd")) {
        if (!room.is_directory()) continue;
        const std::string name = room.path().filename().string();
        const std::string text = includes(installation / "include/musimd", name);
        ASSERT_NE(text, "") << name;
        project.write(name + ".cpp", text + "int main() { int unused; }\n");
        lists += "add_executable(" + name + " " + name + ".cpp)\n";
        lists += "target_link_libraries(" + name + " PRIVATE musimd::" + name + ")\n";
    }
    EXPECT_THAT(lists, AllOf(HasSubstr("musimd::isa"), HasSubstr("musimd::semantics"),
                             HasSubstr("musimd::simulator"), HasSubstr("musimd::differential")));
    project.write("CMakeLists.txt", lists);
    const Finished configured = installation.configure(project.path(), project.path() / "build");
    ASSERT_SUCCESS(configured);
    const Finished built = build(project.path() / "build");
    ASSERT_SUCCESS(built);
}

TEST(Install, AnotherVersionIsNotFound) {
    const Installation installation;
    const TemporaryFolder project;
    project.write("CMakeLists.txt",
                  "cmake_minimum_required(VERSION 3.23)\nproject(later LANGUAGES NONE)\n"
                  "find_package(musimd 99.0 REQUIRED)\n");
    const Finished configured = installation.configure(project.path(), project.path() / "build");
    EXPECT_EQ(configured.status, 1);
    EXPECT_THAT(configured.errors,
                AllOf(HasSubstr("requested version \"99.0\""), HasSubstr((installation / "lib").string())));
}

TEST(Install, TheProgramRunsTheInstalledPrograms) {
    const Installation installation;
    const Finished finished =
        run(installation / "bin/musimd", {"test", (installation / "share/musimd/programs/paper").string()});
    ASSERT_SUCCESS(finished);
    EXPECT_THAT(finished.output, HasSubstr("passed"));
}

TEST(Install, ManualPagesAndCompletionScriptsAreWhatTheProgramPrints) {
    const Installation installation;
    const auto printed = [&](std::vector<std::string> arguments) {
        const Finished finished = run(installation / "bin/musimd", std::move(arguments));
        EXPECT_EQ(finished.status, 0) << PrintToString(finished);
        return finished.output;
    };
    EXPECT_EQ(support::read_file(installation / "share/man/man1/musimd.1"), printed({"man"}));
    EXPECT_EQ(support::read_file(installation / "share/man/man1/musimd-run.1"), printed({"man", "run"}));
    EXPECT_EQ(support::read_file(installation / "share/bash-completion/completions/musimd"),
              printed({"completion", "bash"}));
    EXPECT_EQ(support::read_file(installation / "share/zsh/site-functions/_musimd"),
              printed({"completion", "zsh"}));
    EXPECT_EQ(support::read_file(installation / "share/fish/vendor_completions.d/musimd.fish"),
              printed({"completion", "fish"}));
}

// ---- the commit of `musimd --version`

class Commit : public testing::Test {
  protected:
    void SetUp() override {
        if (!fs::exists(MUSIMD_GIT)) GTEST_SKIP() << "git is not installed";
    }

    void git(std::vector<std::string> arguments) const {
        arguments.insert(arguments.begin(), {"-C", (folder_.path() / "tree").string(), "-c", "user.name=n",
                                             "-c", "user.email=n@example.com", "-c", "commit.gpgsign=false"});
        ASSERT_SUCCESS(run(MUSIMD_GIT, std::move(arguments)));
    }

    /// The source that the script writes for the tree.
    std::string written(const std::string& tree = "tree") const {
        const Finished finished =
            cmake({"-DSOURCE=" + (folder_.path() / tree).string(), "-DOUTPUT=" + output().string(),
                   "-DGIT=" MUSIMD_GIT, "-P", MUSIMD_SOURCE_DIR "/cmake/commit.cmake"});
        EXPECT_EQ(finished.status, 0) << PrintToString(finished);
        return support::read_file(output());
    }

    fs::path output() const { return folder_.path() / "commit.cpp"; }

    TemporaryFolder folder_;
};

TEST_F(Commit, IsThatOfTheCloneAndTheFileChangesOnlyWithIt) {
    folder_.write("tree/file", "1\n");
    git({"init", "-q"});
    git({"add", "."});
    git({"commit", "-q", "-m", "one"});
    const std::string first = written();
    EXPECT_THAT(first, ContainsRegex("kCommit = \"[0-9a-f]{12}\";"));
    const auto time = fs::last_write_time(output()) - std::chrono::hours(1);
    fs::last_write_time(output(), time);
    EXPECT_EQ(written(), first);
    EXPECT_EQ(fs::last_write_time(output()), time) << "it was rewritten although nothing had changed";

    folder_.write("tree/file", "2\n");
    EXPECT_THAT(written(), ContainsRegex("kCommit = \"[0-9a-f]{12}-dirty\";"));
    git({"commit", "-q", "-a", "-m", "two"});
    EXPECT_THAT(written(), ContainsRegex("kCommit = \"[0-9a-f]{12}\";"));
    EXPECT_NE(written(), first);
}

TEST_F(Commit, IsEmptyInATarball) {
    folder_.write("tree/unpacked/file", "1\n");
    EXPECT_THAT(written("tree/unpacked"), HasSubstr("kCommit = \"\";"));
    git({"init", "-q"});  // an unrelated repository
    git({"add", "."});
    git({"commit", "-q", "-m", "one"});
    EXPECT_THAT(written("tree/unpacked"), HasSubstr("kCommit = \"\";"));
}

TEST(Install, DocumentsKeepTheirRelativePaths) {
    const Installation installation;
    for (const char* const file :
         {"README.md", "LICENSE", "CHANGELOG.md", "docs/semantics.md", "docs/result.schema.json",
          "semantics/RULES.md", "examples/embed/main.cpp"}) {
        EXPECT_EQ(support::read_file(installation / "share/doc/musimd" / file),
                  support::read_file(fs::path(MUSIMD_SOURCE_DIR) / file))
            << file;
    }
}

// The files that a document links to. Brackets in code are not links.
std::vector<std::string> links_of(const fs::path& document) {
    std::istringstream lines(support::read_file(document));
    std::vector<std::string> links;
    bool code = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("```")) code = !code;
        if (code || line.starts_with("    ")) continue;
        for (std::size_t i = line.find("]("); i != std::string::npos; i = line.find("](", i + 2)) {
            if (std::count(line.begin(), line.begin() + static_cast<std::ptrdiff_t>(i), '`') % 2 != 0)
                continue;
            const std::string link = line.substr(i + 2, line.find_first_of("#)", i + 2) - i - 2);
            if (!link.empty() && link.find("://") == std::string::npos) links.push_back(link);
        }
    }
    return links;
}

TEST(Install, EveryLinkOfEveryDocumentResolves) {
    const Installation installation;
    std::size_t links = 0;
    for (const char* const folder : {"share/doc/musimd", "share/musimd"}) {
        for (const auto& entry : fs::recursive_directory_iterator(installation / folder)) {
            if (entry.path().extension() != ".md") continue;
            for (const std::string& link : links_of(entry.path())) {
                EXPECT_TRUE(fs::exists(entry.path().parent_path() / link)) << entry.path() << ": " << link;
                ++links;
            }
        }
    }
    EXPECT_GT(links, 200U);
}

}  // namespace
}  // namespace musimd

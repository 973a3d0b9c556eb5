// Adds rows to the instruction table and asks the compiler where it stops: docs/adding-an-instruction.md
// lists every such file. Only sources with a switch over opcodes are compiled, without generating code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd {
namespace {

namespace fs = std::filesystem;
using Files = std::set<std::string>;
using testing::IsEmpty;
using testing::SizeIs;

const fs::path kRoot = MUSIMD_SOURCE_DIR;

constexpr std::string_view kRows =
    "MUSIMD_CONTROL(probe_control, \"probe_control o\", none, local, \"JP\", \"\")\n"
    "MUSIMD_DATA(probe_data, \"v = probe_data o\", none, local, \"BL\", \"\")\n";

std::string table_with_probes() {
    std::string table = support::read_file(kRoot / "isa/instructions.def");
    const std::size_t end = table.find("// clang-format on");
    EXPECT_NE(end, std::string::npos);
    return table.insert(end, kRows);
}

std::vector<std::string> rooms() {
    return {"isa",   "semantics", "analysis", "simulator",    "checking", "gpu_backend", "engines", "dsl",
            "views", "session",   "kernels",  "differential", "cli",      "web",         "python"};
}

/// A source that includes those of the rooms that have a switch over opcodes.
std::string sources_with_switches() {
    std::string text;
    for (const std::string& room : rooms()) {
        for (const fs::path& file : support::project_files(room, {".cpp"})) {
            if (support::read_file(file).find("case Opcode::") == std::string::npos) continue;
            text += "#include \"" + fs::relative(file, kRoot).string() + "\"\n";
        }
    }
    return text + "#include \"gpu_backend/interpreted/built_in.cpp\"\n";
}

/// What the compiler prints for these sources with the rows.
std::string complaints() {
    const support::TemporaryFolder folder;
    folder.write("isa/instructions.def", table_with_probes());
    const fs::path source = folder.write("all.cpp", sources_with_switches());
    std::vector<std::string> arguments = {
        NEW_INSTRUCTION_COMPILER,      "-std=c++20",         "-fsyntax-only", "-Wswitch",
        "-I" + folder.path().string(), "-I" + kRoot.string()};
    std::istringstream folders{NEW_INSTRUCTION_INCLUDES};
    for (std::string include; std::getline(folders, include, ':');) {
        if (!include.empty()) arguments.push_back("-I" + include);
    }
    arguments.push_back(source.string());
    support::Command command;
    command.arguments = std::move(arguments);
    return support::run(command).errors;
}

/// The files that the compiler names for an enumerator that is missing there.
Files stopped_at(const std::string& complaints, const std::string& probe) {
    const std::regex line("(\\S+?):\\d+:\\d+: (warning|error): [^\\n]*\\b" + probe + "\\b");
    Files files;
    for (std::sregex_iterator i(complaints.begin(), complaints.end(), line), end; i != end; ++i)
        files.insert(fs::relative(fs::weakly_canonical(i->str(1)), kRoot).string());
    return files;
}

/// The files in the first column of the table under this heading of the page.
Files listed_under(const std::string& heading) {
    const std::string page = support::read_file(kRoot / "docs/adding-an-instruction.md");
    const std::size_t begin = page.find("\n## " + heading + "\n");
    EXPECT_NE(begin, std::string::npos) << heading;
    if (begin == std::string::npos) return {};
    const std::string section = page.substr(begin, page.find("\n## ", begin + 1) - begin);
    static const std::regex row(R"(\n\| `([^`]+)` \|)");
    Files files;
    for (std::sregex_iterator i(section.begin(), section.end(), row), end; i != end; ++i)
        files.insert(i->str(1));
    return files;
}

/// The sources of the rooms whose code contains this word, comments apart. A front end may use any
/// instruction, and so do the readers of CUDA C++; its random kernels have functions of their own names.
Files files_that_name(const std::string& word) {
    const std::regex whole("\\b" + word + "\\b");
    Files files;
    for (const std::string& room : rooms()) {
        for (const fs::path& file : support::project_files(room, {".hpp", ".cpp", ".inc", ".def"})) {
            const std::string path = file.string();
            if (path.find("/reader/") != std::string::npos) continue;
            if (path.find("/dsl/kernel_c/") != std::string::npos) continue;
            if (path.find("/differential/cuda/") != std::string::npos) continue;
            if (path.find("/dsl/cuda/converged_source") != std::string::npos) continue;
            std::istringstream lines(support::read_file(file));
            for (std::string line; std::getline(lines, line);) {
                const std::string code = line.substr(0, line.find("//"));
                if (code.find(word) == std::string::npos || !std::regex_search(code, whole)) continue;
                files.insert(fs::relative(file, kRoot).string());
            }
        }
    }
    return files;
}

class NewInstruction : public testing::Test {
  protected:
    static void SetUpTestSuite() { said_ = complaints(); }

    static void expect_listed(const std::string& probe, const std::string& heading) {
        const Files stops = stopped_at(said_, probe);
        const Files listed = listed_under(heading);
        EXPECT_THAT(stops, testing::Not(IsEmpty())) << said_;
        EXPECT_THAT(listed, testing::IsSupersetOf(stops))
            << "the page does not name a file that needs the instruction";
        for (const std::string& file : listed) EXPECT_TRUE(fs::exists(kRoot / file)) << file;
    }

    static inline std::string said_;
};

TEST_F(NewInstruction, TheCompilerStopsWhereADataInstructionIsMissing) {
    expect_listed("probe_data", "A data instruction");
    EXPECT_THAT(listed_under("A data instruction"), SizeIs(testing::Le(11U)));
}

TEST_F(NewInstruction, AFunctionOfOneWordIsInTheListedFilesAlone) {
    EXPECT_EQ(files_that_name("popc"), listed_under("A function of one word"));
    EXPECT_EQ(files_that_name("clz"), listed_under("A function of one word"));
}

TEST_F(NewInstruction, TheCompilerStopsWhereAControlInstructionIsMissing) {
    expect_listed("probe_control", "A control instruction");
}

}  // namespace
}  // namespace musimd

// Which room includes which, and that rules have the same names in the documents, the tables and the code.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "isa/reader.hpp"
#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::architecture_test {
namespace {

namespace fs = std::filesystem;
using Rooms = std::set<std::string>;
using testing::ElementsAre;
using testing::IsEmpty;

// What each room may include besides itself.
const std::map<std::string, Rooms>& allowed() {
    static const std::map<std::string, Rooms> rooms = {
        {"host", {}},
        {"isa", {}},
        {"semantics", {"isa"}},
        {"analysis", {"semantics", "isa"}},
        {"simulator", {"analysis", "semantics", "isa", "host"}},
        {"checking", {"dsl", "simulator", "analysis", "semantics", "isa"}},
        {"gpu_backend", {"simulator", "analysis", "semantics", "isa", "host"}},
        // engines/executor.cpp implements the interface that dsl declares.
        {"engines", {"gpu_backend", "simulator", "analysis", "semantics", "isa", "host", "dsl"}},
        {"dsl", {"isa"}},
        {"reader", {"dsl", "isa"}},
        {"prove", {"dsl", "isa", "host"}},
        {"views", {"simulator", "analysis", "semantics", "isa"}},
        {"session", {"views", "checking", "simulator", "analysis", "semantics", "isa"}},
        {"kernels",
         {"engines", "reader", "dsl", "gpu_backend", "views", "simulator", "analysis", "semantics", "isa",
          "host"}},
        {"differential",
         {"kernels", "prove", "engines", "reader", "dsl", "gpu_backend", "views", "simulator", "analysis",
          "semantics", "isa", "host"}},
        {"web",
         {"session", "kernels", "dsl", "views", "checking", "simulator", "analysis", "semantics", "isa",
          "host"}},
        {"python", {"session", "engines", "views", "checking", "simulator", "analysis", "semantics", "isa"}},
        {"cli",
         {"differential", "kernels", "prove", "views", "checking", "engines", "reader", "dsl", "gpu_backend",
          "simulator", "analysis", "semantics", "isa", "host"}},
    };
    return rooms;
}

const std::vector<std::string_view>& source_extensions() {
    static const std::vector<std::string_view> list = {".hpp", ".cpp", ".h",  ".cc",
                                                       ".def", ".inc", ".cu", ".cuh"};
    return list;
}

/// The forbidden includes of a source file of this room.
std::vector<std::string> wrong_includes(const std::string& room, const std::string& source) {
    static const std::regex include(R"(^\s*#\s*include\s*(["<])([^">]*)[">])");
    std::vector<std::string> wrong;
    std::istringstream lines(source);
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_search(line, match, include)) continue;
        const std::string path = match[2];
        const std::string other = path.substr(0, path.find('/'));
        const bool ours = match[1] == "\"" || allowed().contains(other);
        if (!ours || other == room || allowed().at(room).contains(other)) continue;
        wrong.push_back(room + " includes " + path);
    }
    return wrong;
}

TEST(Architecture, RoomsIncludeOnlyWhatTheyMay) {
    for (const auto& [room, others] : allowed()) {
        for (const fs::path& file : support::project_files(room, source_extensions())) {
            EXPECT_THAT(wrong_includes(room, support::read_file(file)), IsEmpty()) << file;
        }
    }
}

TEST(Architecture, EveryFolderOfSourcesIsARoom) {
    for (const auto& entry : fs::directory_iterator(MUSIMD_SOURCE_DIR)) {
        const std::string name = entry.path().filename().string();
        const bool elsewhere = name == "tests" || name == "benchmarks" || name == "examples" ||
                               name == "programs" || name.starts_with("build") || name.starts_with('.');
        if (!entry.is_directory() || elsewhere || allowed().contains(name)) continue;
        EXPECT_THAT(support::project_files(name, source_extensions()), IsEmpty()) << name << " is not a room";
    }
}

TEST(Architecture, AForbiddenIncludeIsFound) {
    EXPECT_THAT(
        wrong_includes("isa", "#include \"isa/word.hpp\"\n#include <vector>\n#include <fmt/format.h>\n"),
        IsEmpty());
    EXPECT_THAT(wrong_includes("isa", "#include <map>\n#include \"semantics/bank.hpp\"\n"),
                ElementsAre("isa includes semantics/bank.hpp"));
    EXPECT_THAT(wrong_includes("simulator", "#include \"semantics/bank.hpp\"\n  # include <cli/input.hpp>\n"),
                ElementsAre("simulator includes cli/input.hpp"));
    EXPECT_THAT(wrong_includes("dsl", "#include \"semantics/bank.hpp\"\n"),
                ElementsAre("dsl includes semantics/bank.hpp"));
    EXPECT_THAT(wrong_includes("semantics", "#include \"bank.hpp\"\n"),
                ElementsAre("semantics includes bank.hpp"));
    EXPECT_THAT(wrong_includes("cli", "#include \"tests/support/process.hpp\"\n"),
                ElementsAre("cli includes tests/support/process.hpp"));
}

TEST(Architecture, EveryRoomExists) {
    for (const auto& [room, others] : allowed()) {
        EXPECT_FALSE(support::project_files(room, source_extensions()).empty()) << room;
    }
}

std::string file_of_project(const char* name) {
    return support::read_file(fs::path(MUSIMD_SOURCE_DIR) / name);
}

// The table of the reading guide: | `room/` | contents | may include |
std::map<std::string, Rooms> rooms_of_the_reading_guide() {
    static const std::regex row(R"(\| `([a-z_]+)/` \| .* \| ([a-z_, ]+) \|)");
    static const std::regex name("[a-z_]+");
    std::map<std::string, Rooms> rooms;
    std::istringstream lines(file_of_project("docs/reading-guide.md"));
    for (std::string line; std::getline(lines, line);) {
        std::smatch match;
        if (!std::regex_match(line, match, row)) continue;
        const std::string others = match[2] == "nothing" ? "" : match[2].str();
        rooms[match[1]] = Rooms(std::sregex_token_iterator(others.begin(), others.end(), name), {});
    }
    return rooms;
}

TEST(Architecture, TheReadingGuideListsTheRooms) {
    EXPECT_EQ(rooms_of_the_reading_guide(), allowed());
}

// ---- rules

std::set<std::string> rules_and_traps() {
    std::set<std::string> names;
    for (const std::string_view name : rule_names()) names.emplace(name);
    for (const std::string_view name : trap_names()) names.emplace(name);
    return names;
}

TEST(Rules, EachRuleAndTrapHasItsSectionInRulesMd) {
    std::set<std::string> sections;
    std::istringstream lines(file_of_project("semantics/RULES.md"));
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("## ")) continue;
        EXPECT_TRUE(sections.insert(line.substr(3)).second) << line << " appears twice";
    }
    EXPECT_EQ(sections, rules_and_traps());
}

TEST(Rules, EachIsNamedInSemanticsMd) {
    const std::string text = file_of_project("docs/semantics.md");
    for (const std::string& name : rules_and_traps()) {
        EXPECT_TRUE(std::regex_search(text, std::regex("\\b" + name + "\\b"))) << name;
    }
}

/// Whether a comment `/// NAME: …` (or `/// Rule NAME: …`) precedes the function NAME.
bool stands_beside_its_function(const std::string& rule, const std::string& source) {
    const std::regex comment("^\\s*/// (Rule )?" + rule + ":.*");
    const std::regex function("\\b" + rule + "\\(");
    std::istringstream lines(source);
    bool commented = false;
    for (std::string line; std::getline(lines, line);) {
        const bool is_comment = line.find("///") != std::string::npos;
        if (std::regex_match(line, comment)) commented = true;
        if (is_comment) continue;
        if (commented && std::regex_search(line, function)) return true;
        commented = false;
    }
    return false;
}

TEST(Rules, EachHasACommentAboveItsFunction) {
    std::string sources;
    for (const fs::path& file : support::project_files("semantics", {".hpp", ".cpp"}))
        sources += support::read_file(file);
    for (const std::string_view rule : rule_names()) {
        EXPECT_TRUE(stands_beside_its_function(std::string(rule), sources)) << rule;
    }
}

TEST(Rules, ARuleWithoutACommentOrAFunctionIsFound) {
    EXPECT_TRUE(stands_beside_its_function("BT", "/// BT:  P[pc] = bz\n///   ────\nRuleId BT(Warp& w) {\n"));
    EXPECT_TRUE(stands_beside_its_function("TL", "/// Rule TL: all threads\nint TL(int);\n"));
    EXPECT_FALSE(stands_beside_its_function("BT", "/// BF:  P[pc] = bz\nRuleId BT(Warp& w) {\n"));
    EXPECT_FALSE(stands_beside_its_function("BT", "/// BT, in part\nRuleId BT(Warp& w) {\n"));
    EXPECT_FALSE(stands_beside_its_function("BT", "/// BT:  P[pc] = bz\n\nRuleId BT(Warp& w) {\n"));
    EXPECT_FALSE(stands_beside_its_function("BT", "/// BT:  P[pc] = bz\nRuleId BTX(Warp& w) {\n"));
}

}  // namespace
}  // namespace musimd::architecture_test

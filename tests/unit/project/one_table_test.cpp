// Instructions and operations are rows of tables: what a row needs by hand does not compile without it. So no
// switch over them has a default, and no code compares them by the order of their rows.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::one_table_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

/// The source without comments and literals, each of which becomes a blank.
std::string code_of(std::string_view source) {
    std::string code;
    for (std::size_t i = 0; i < source.size(); ++i) {
        const char c = source[i];
        if (source.substr(i).starts_with("//")) {
            i = std::min(source.find('\n', i), source.size()) - 1;
            code += ' ';
        } else if (c == '"' || (c == '\'' && (code.empty() || std::isalnum(code.back()) == 0))) {
            for (++i; i < source.size() && source[i] != c; ++i) i += source[i] == '\\' ? 1 : 0;
            code += ' ';
        } else {
            code += c;
        }
    }
    return code;
}

/// The text between the brace at `open` and its partner, without that of inner braces.
std::string labels_of(const std::string& code, std::size_t open) {
    std::string labels;
    int depth = 0;
    for (std::size_t i = open; i < code.size(); ++i) {
        if (code[i] == '{') ++depth;
        if (code[i] == '}' && --depth == 0) break;
        if (depth == 1) labels += code[i];
    }
    return labels;
}

/// What the switches over opcodes and operations of this source that have a default switch over.
std::vector<std::string> switches_with_default(std::string_view source) {
    static const std::regex row(R"(\bcase\s+([A-Za-z_]+::)*(Opcode|Operation|TypedOperation|Op)::)");
    static const std::regex any_default(R"(\bdefault\s*:)");
    std::vector<std::string> found;
    const std::string code = code_of(source);
    for (std::size_t at = code.find("switch ("); at != std::string::npos;
         at = code.find("switch (", at + 1)) {
        const std::size_t open = code.find('{', at);
        if (open == std::string::npos) break;
        const std::string labels = labels_of(code, open);
        if (std::regex_search(labels, row) && std::regex_search(labels, any_default))
            found.push_back(code.substr(at, code.find('\n', at) - at));
    }
    return found;
}

/// The comparisons by order, in both directions, with an opcode or operation.
std::vector<std::string> comparisons_by_order(std::string_view source) {
    static const std::regex comparison(
        R"( (<|>|<=|>=) (Opcode|Operation|TypedOperation|Op)::\w+|\b(Opcode|Operation|TypedOperation|Op)::\w+ (<|>|<=|>=) )");
    std::vector<std::string> found;
    std::istringstream lines(code_of(source));
    for (std::string line; std::getline(lines, line);) {
        if (line.find("Op") == std::string::npos || line.find_first_of("<>") == std::string::npos) continue;
        for (std::sregex_iterator i(line.begin(), line.end(), comparison), end; i != end; ++i)
            found.push_back(i->str());
    }
    return found;
}

std::vector<fs::path> sources() {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(MUSIMD_SOURCE_DIR)) {
        const std::string name = entry.path().filename().string();
        if (!entry.is_directory() || name.starts_with("build") || name.starts_with('.')) continue;
        const auto list = support::project_files(name, {".hpp", ".cpp", ".inc"});
        files.insert(files.end(), list.begin(), list.end());
    }
    return files;
}

TEST(OneTable, NoSwitchOverOpcodesOrOperationsHasADefault) {
    for (const fs::path& file : sources())
        EXPECT_THAT(switches_with_default(support::read_file(file)), IsEmpty()) << file;
}

TEST(OneTable, NoCodeReliesOnTheOrderOfTheRows) {
    for (const fs::path& file : sources())
        EXPECT_THAT(comparisons_by_order(support::read_file(file)), IsEmpty()) << file;
}

TEST(OneTable, ASwitchWithADefaultIsFound) {
    const std::string outer =
        "switch (i.opcode) {\ncase musimd::Opcode::ld: { return 1; }\ndefault:\nreturn 2;\n}\n";
    EXPECT_THAT(switches_with_default(outer), ElementsAre("switch (i.opcode) {"));
    const std::string macro = "switch (op) {\n#define X(name) case TypedOperation::name:\ndefault: break; }";
    EXPECT_THAT(switches_with_default(macro), ElementsAre("switch (op) {"));
    const std::string inner =
        "switch (i.opcode) {\ncase Opcode::ld: {\nswitch (n) {\ncase 1: return 3;\ndefault: return 4; "
        "}\n}\n}\n";
    EXPECT_THAT(switches_with_default(inner), IsEmpty());
    const std::string text = "switch (x) {\ncase Opcode::ld:\nreturn \"default:\";  // default: no\n}\n";
    EXPECT_THAT(switches_with_default(text), IsEmpty());
}

TEST(OneTable, AComparisonByOrderIsFound) {
    EXPECT_THAT(comparisons_by_order("return op >= Op::eq && op == Op::ge;"), ElementsAre(" >= Op::eq"));
    EXPECT_THAT(comparisons_by_order("if (Operation::lt < op)"), ElementsAre("Operation::lt < "));
    EXPECT_THAT(comparisons_by_order("return by_type<Op::add>(a) < Op_count; // x < Op::y"), IsEmpty());
}

}  // namespace
}  // namespace musimd::one_table_test

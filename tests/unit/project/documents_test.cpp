// The documents: the table of contents is complete, links resolve, and the reading guide names existing
// files.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::documents_test {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;

const fs::path kRoot = MUSIMD_SOURCE_DIR;
constexpr std::pair<const char*, const char*> kGreek[] = {{"Θ", "θ"}, {"Λ", "λ"}, {"Π", "π"}, {"Σ", "σ"}};

// The lines of a document that are not code.
std::vector<std::string> prose_of(const std::string& document) {
    std::istringstream lines(document);
    std::vector<std::string> prose;
    bool code = false;
    for (std::string line; std::getline(lines, line);) {
        const bool fence = line.starts_with("```");
        if (fence) code = !code;
        if (!code && !fence && !line.starts_with("    ")) prose.push_back(line);
    }
    return prose;
}

// What a document links to: paths with their #anchors, not URLs.
std::vector<std::string> links_of(const std::string& document) {
    static const std::regex code(R"(`[^`]*`)");
    static const std::regex link(R"(\]\(([^)]+)\))");
    std::vector<std::string> links;
    for (const std::string& line : prose_of(document)) {
        const std::string text = std::regex_replace(line, code, "");
        for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i) {
            const std::string target = (*i)[1];
            if (target.find("://") == std::string::npos) links.push_back(target);
        }
    }
    return links;
}

// The anchors of a document's headings, as GitHub names them.
std::set<std::string> anchors_of(const std::string& document) {
    std::set<std::string> anchors;
    for (const std::string& line : prose_of(document)) {
        if (!line.starts_with('#')) continue;
        std::string anchor;
        for (const char c : line.substr(line.find_first_not_of('#') + 1)) {
            const auto byte = static_cast<unsigned char>(c);
            if (byte >= 0x80 || std::isalnum(byte) != 0 || c == '-' || c == '_')
                anchor += static_cast<char>(std::tolower(byte));
            if (c == ' ') anchor += '-';
        }
        for (const auto& [capital, small] : kGreek) {
            for (std::size_t i = anchor.find(capital); i != std::string::npos; i = anchor.find(capital))
                anchor.replace(i, 2, small);
        }
        anchors.insert(anchor);
    }
    return anchors;
}

// The links of a document that lead nowhere.
std::vector<std::string> broken_links(const fs::path& document) {
    std::vector<std::string> broken;
    for (const std::string& link : links_of(support::read_file(document))) {
        const std::size_t hash = std::min(link.find('#'), link.size());
        const fs::path target = hash == 0 ? document : document.parent_path() / link.substr(0, hash);
        const bool resolves =
            fs::exists(target) &&
            (hash == link.size() || anchors_of(support::read_file(target)).contains(link.substr(hash + 1)));
        if (!resolves) broken.push_back(link);
    }
    return broken;
}

std::vector<fs::path> documents() {
    std::vector<fs::path> files = {kRoot / "README.md", kRoot / "CHANGELOG.md", kRoot / "CONTRIBUTING.md"};
    for (const char* const folder : {"docs", "programs", "semantics", "tests"}) {
        std::ranges::copy(support::project_files(folder, {".md"}), std::back_inserter(files));
    }
    return files;
}

TEST(Documents, TableOfContentsListsEveryPage) {
    const std::vector<std::string> listed = links_of(support::read_file(kRoot / "docs/README.md"));
    for (const fs::path& page : support::project_files("docs", {".md", ".json"})) {
        const std::string name = fs::relative(page, kRoot / "docs").string();
        if (name == "README.md") continue;
        EXPECT_THAT(listed, Contains(name));
    }
    for (const fs::path& page : support::project_files("programs", {".md"})) {
        const std::string name = fs::relative(page, kRoot / "docs").string();
        EXPECT_THAT(listed, Contains(name));
    }
}

TEST(Documents, EveryLinkResolves) {
    for (const fs::path& document : documents()) {
        EXPECT_THAT(broken_links(document), ElementsAre()) << document;
    }
}

TEST(Documents, ABrokenLinkIsFound) {
    const support::TemporaryFolder folder;
    folder.write("b.md", "# A `b` of c, d\n");
    const fs::path a = folder.write("a.md",
                                    "# Title\n[1](b.md) [2](b.md#a-b-of-c-d) [3](#title) [4](https://x.y/z)\n"
                                    "[5](c.md) [6](b.md#c) [7](#other) `[8](c.md)`\n```\n[9](c.md)\n```\n");
    EXPECT_THAT(broken_links(a), ElementsAre("c.md", "b.md#c", "#other"));
}

TEST(Documents, TheReadingGuideNamesExistingFiles) {
    static const std::regex path(R"(`([a-z_]+/[A-Za-z0-9_/.-]*)`)");
    const std::string guide = support::read_file(kRoot / "docs/reading-guide.md");
    int named = 0;
    for (std::sregex_iterator i(guide.begin(), guide.end(), path), end; i != end; ++i, ++named) {
        EXPECT_TRUE(fs::exists(kRoot / (*i)[1].str())) << (*i)[1];
    }
    EXPECT_GT(named, 40);
}

}  // namespace
}  // namespace musimd::documents_test

// No comment, message, document or program uses a phrase of plain_english.txt.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <set>
#include <span>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/process.hpp"
#include "tests/support/programs.hpp"

namespace musimd::plain_english_test {
namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kList = "tests/unit/project/plain_english.txt";
constexpr const char* kThisFile = "tests/unit/project/plain_english_test.cpp";

struct Word {
    std::string text;  ///< in lower case
    std::size_t line = 0;
};

bool is_word_character(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '*';
}

bool ends_sentence(std::string_view text, std::size_t i) {
    const bool at_end = i + 1 == text.size() || text[i + 1] == ' ' || text[i + 1] == '\n';
    return at_end && std::string_view(".;:?!").find(text[i]) != std::string_view::npos;
}

// Words contain hyphens and apostrophes, but do not begin or end with them. The end of a sentence is a word,
// too.
std::vector<Word> words_of(std::string_view text) {
    std::vector<Word> words;
    std::size_t line = 1;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\n') ++line;
        if (ends_sentence(text, i)) words.push_back({".", line});
        if (!is_word_character(text[i])) continue;
        std::string word;
        const auto joins = [&](std::size_t at) {
            return (text[at] == '-' || text[at] == '\'') && at + 1 < text.size() &&
                   is_word_character(text[at + 1]);
        };
        for (; i < text.size() && (is_word_character(text[i]) || joins(i)); ++i)
            word += static_cast<char>(std::tolower(static_cast<unsigned char>(text[i])));
        --i;
        words.push_back({std::move(word), line});
    }
    return words;
}

struct Phrase {
    std::string text;
    std::vector<Word> words;
    std::string replacement;
};

class PlainEnglish {
  public:
    explicit PlainEnglish(const std::string& list) {
        std::istringstream lines(list);
        for (std::string line; std::getline(lines, line);) {
            if (line.empty() || line[0] == '#') continue;
            const std::size_t arrow = line.find(" => ");
            if (line.starts_with("allow ")) {
                const std::size_t colon = line.find(": ");
                allowed_.emplace(line.substr(6, colon - 6), line.substr(colon + 2));
            } else if (arrow == std::string::npos) {
                ADD_FAILURE() << kList << ": a phrase has no replacement: " << line;
            } else {
                add({line.substr(0, arrow), words_of(line.substr(0, arrow)), line.substr(arrow + 4)});
            }
        }
    }

    /// `FILE:LINE: 'PHRASE': write REPLACEMENT` for each phrase that the file must not contain.
    std::vector<std::string> findings(const std::string& file, std::string_view text) {
        std::vector<std::string> list;
        const std::vector<Word> words = words_of(text);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto row = by_first_word_.find(words[i].text);
            if (row == by_first_word_.end()) continue;
            for (const Phrase& phrase : row->second) {
                if (!matches(phrase, std::span(words).subspan(i))) continue;
                if (allowed_.contains({file, phrase.text})) {
                    used_.emplace(file, phrase.text);
                } else {
                    list.push_back(file + ":" + std::to_string(words[i].line) + ": '" + phrase.text +
                                   "': write " + phrase.replacement);
                }
            }
        }
        return list;
    }

    /// Allowances that no file needed.
    std::vector<std::string> unused() const {
        std::vector<std::string> list;
        for (const auto& one : allowed_) {
            if (!used_.contains(one)) list.push_back(one.first + ": " + one.second);
        }
        return list;
    }

  private:
    void add(Phrase phrase) { by_first_word_[phrase.words.at(0).text].push_back(std::move(phrase)); }

    static bool matches(const Phrase& phrase, std::span<const Word> words) {
        return words.size() >= phrase.words.size() &&
               std::ranges::equal(
                   phrase.words, words.first(phrase.words.size()),
                   [](const Word& a, const Word& b) { return a.text == "*" || a.text == b.text; });
    }

    std::map<std::string, std::vector<Phrase>> by_first_word_;
    std::set<std::pair<std::string, std::string>> allowed_;  ///< file, phrase
    std::set<std::pair<std::string, std::string>> used_;
};

// The texts of the project: its top folders and the files next to them, without the inputs of fuzzers.
std::vector<fs::path> texts() {
    static const std::set<std::string> kExtensions = {
        ".asm",   ".cmake",  ".cpp", ".cu",  ".def",     ".h",  ".hpp", ".in", ".inc", ".json",
        ".ipynb", ".kernel", ".md",  ".mjs", ".mutants", ".pl", ".py",  ".sh", ".txt", ""};
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(MUSIMD_SOURCE_DIR)) {
        if (entry.is_regular_file()) files.push_back(entry.path());
    }
    for (const char* const folder :
         {"analysis",  "benchmarks", "checking",    "cli",   "cmake", "differential", "docs",     "dsl",
          "engines",   "examples",   "gpu_backend", "host",  "isa",   "kernels",      "programs", "python",
          "semantics", "session",    "simulator",   "tests", "views", "web"}) {
        const std::vector<fs::path> list = support::project_files(folder, {});
        EXPECT_FALSE(list.empty()) << folder;
        files.insert(files.end(), list.begin(), list.end());
    }
    std::erase_if(files, [](const fs::path& file) {
        return !kExtensions.contains(file.extension().string()) ||
               file.string().find("/corpus/") != std::string::npos;
    });
    return files;
}

TEST(PlainEnglish, IsWrittenEverywhere) {
    PlainEnglish english(support::read_file(fs::path(MUSIMD_SOURCE_DIR) / kList));
    for (const fs::path& file : texts()) {
        const std::string name = fs::path(file).lexically_relative(MUSIMD_SOURCE_DIR).string();
        if (name == kList || name == kThisFile) continue;
        for (const std::string& finding : english.findings(name, support::read_file(file)))
            ADD_FAILURE() << finding;
    }
    EXPECT_THAT(english.unused(), IsEmpty()) << "remove these lines from " << kList;
}

TEST(PlainEnglish, FindsPhrasesAcrossLinesAndAllowsThemByFile) {
    PlainEnglish english("in one another => nested\na * of => b\nallow b.md: in one another\n");
    const std::string text = "// Loops, In one\n// another; a word\n// of mine.";
    EXPECT_THAT(english.findings("a.md", text),
                ElementsAre("a.md:1: 'in one another': write nested", "a.md:2: 'a * of': write b"));
    EXPECT_THAT(english.findings("b.md", "in one another"), IsEmpty());
    EXPECT_THAT(english.unused(), IsEmpty());
    EXPECT_THAT(english.findings("a.md", "in_one another; begin one another. In one. Another"), IsEmpty());
}

}  // namespace
}  // namespace musimd::plain_english_test

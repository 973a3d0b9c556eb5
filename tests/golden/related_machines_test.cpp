// docs/related-machines.md: the tables that begin with `| program | shows |` are computed. A cell is what the
// run of the row's program under the column's model leaves in the variable or the memory that the row shows,
// or how it ends.

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "isa/program.hpp"
#include "tests/golden/pages.hpp"
#include "tests/support/programs.hpp"

namespace musimd::golden::related_machines_test {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

constexpr std::string_view kHeader = "| program | shows |";

std::string word_text(const Json& word) {
    return word.is_null() ? "·" : word.dump();
}

std::string values_of(const Json& result, const std::string& shown) {
    std::vector<std::string> words;
    if (!shown.starts_with("memory ")) {
        for (const Json& word : result.at("variables").at(shown)) words.push_back(word_text(word));
    } else {
        const std::string address = shown.substr(shown.find(' ') + 1);
        words.push_back(word_text(result.at("memory").at(address)));
    }
    return fmt::format("{}", fmt::join(words, " "));
}

std::string cell_of(const std::string& program, const std::string& shown, std::string_view model) {
    const std::string file = MUSIMD_SOURCE_DIR "/programs/" + program + ".asm";
    const auto run = support::run(support::musimd({"run", file, "--json", "--model", std::string(model)}));
    const Json result = Json::parse(run.output, nullptr, false);
    if (result.is_discarded() || result.value("outcome", "error") == "error") return "not accepted";
    const std::string warned = result.contains("warnings") ? " ⚠" : "";
    if (result["outcome"] == "stop") return values_of(result, shown) + warned;
    if (result["outcome"] == "trap") return fmt::format("`{}`", result["trap"]["kind"].get<std::string>());
    return fmt::format("`{}`", result["outcome"].get<std::string>());
}

std::string between_backticks(const std::string& row, std::size_t number) {
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= 2 * number; ++i) begin = row.find('`', begin) + 1;
    return row.substr(begin, row.find('`', begin) - begin);
}

std::string renewed(const std::string& row) {
    const std::string program = between_backticks(row, 0);
    const std::string shown = between_backticks(row, 1);
    std::string text = fmt::format("| `{}` | `{}` |", program, shown);
    for (const std::string_view model : kThreadModelNames)
        text += fmt::format(" {} |", cell_of(program, shown, model));
    return text;
}

TEST(RelatedMachinesPage, TablesAreThoseOfRuns) {
    const fs::path page = fs::path(MUSIMD_SOURCE_DIR) / "docs/related-machines.md";
    const std::string text = support::read_file(page);
    std::istringstream lines(text);
    std::string now;
    bool is_table = false;
    int rows = 0;
    for (std::string line; std::getline(lines, line);) {
        is_table = line.starts_with(kHeader) || (is_table && line.starts_with("|"));
        const bool is_row = is_table && line.starts_with("| `");
        rows += is_row ? 1 : 0;
        now += (is_row ? renewed(line) : line) + "\n";
    }
    EXPECT_GT(rows, 10);
    if (updates()) {
        if (now != text) std::ofstream(page, std::ios::binary) << now;
        return;
    }
    EXPECT_EQ(now, text) << "MUSIMD_UPDATE_GOLDEN=1 accepts the new tables; review them with git diff";
}

}  // namespace
}  // namespace musimd::golden::related_machines_test

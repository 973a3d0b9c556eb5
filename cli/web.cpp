// musimd web -o DIR [FILE…]

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "cli/output_file.hpp"

namespace musimd::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAboutWeb =
    "Writes a web page, DIR/index.html, that runs programs step by step in a browser: the lanes, the stacks, "
    "the\n"
    "variables, the memory and the rule of each step. The page needs no network and no server. Its menu has\n"
    "the programs of musimd and the FILEs.\n\n"
    "Exit status: 0, or 2 if a file cannot be read or written, or if musimd was built without the page.\n";

constexpr std::string_view kExamplesWeb =
    "Examples:\n"
    "  musimd web -o page                          then open page/index.html in a browser\n"
    "  musimd web -o page mine.asm other.asm       with programs of your own in its menu\n";

/// The element of the page that holds the added programs; web/page/index.html.
constexpr std::string_view kElement = "<script type=\"application/json\" id=\"added-programs\">";
constexpr std::string_view kNoPrograms = "[]";

/// The page that was built: in the build folder, or installed. Empty if it was not built.
fs::path built_page() {
    std::error_code error;
    const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
    if (error) return {};
    for (const fs::path& page :
         {folder / "web" / "index.html", folder.parent_path() / "share" / "musimd" / "web" / "index.html"}) {
        if (fs::is_regular_file(page, error)) return page;
    }
    return {};
}

/// JSON that may be in a script element, which a `<` could end.
std::string in_script(const nlohmann::json& json) {
    std::string text;
    for (const char c : json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) {
        if (c == '<')
            text += "\\u003c";
        else
            text += c;
    }
    return text;
}

nlohmann::json programs_of(const std::vector<std::string>& files) {
    nlohmann::json programs = nlohmann::json::array();
    for (const std::string& file : files) programs.push_back({{"name", file}, {"text", read_text(file)}});
    return programs;
}

/// The page with these programs in its menu.
std::string with_programs(std::string page, const fs::path& file, const nlohmann::json& programs) {
    const std::size_t at = page.find(fmt::format("{}{}", kElement, kNoPrograms));
    if (at == std::string::npos)
        throw InputError(file.string(), "is not a page of this version of musimd; build it again");
    return page.replace(at + kElement.size(), kNoPrograms.size(), in_script(programs));
}

}  // namespace

Options declare_web() {
    Options options("web", "[FILE…]", kAboutWeb, kExamplesWeb);
    options.value("output,o", "DIR", "the folder in which index.html is written; it is created");
    return options;
}

int web(const Arguments& arguments) {
    Options options = declare_web();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    const auto out = options.text("output");
    if (!out || out->empty()) throw UsageError("expected '-o DIR', the folder in which the page is written");
    if (std::ranges::count(options.operands(), "-") > 0)
        throw UsageError("a program of the page needs a name; '-' has none");
    const fs::path built = built_page();
    if (built.empty()) {
        throw InputError(
            "musimd web: error: this musimd was built without the page; install nodejs and npm, and run "
            "./bootstrap.sh without arguments (docs/web-page.md)\n");
    }
    const std::string page = with_programs(read_text(built.string()), built, programs_of(options.operands()));
    std::error_code error;
    fs::create_directories(*out, error);
    if (error) throw InputError(*out, error.message());
    const fs::path file = fs::path(*out) / "index.html";
    OutputFile output(file.string());
    output.write(page);
    output.finish();
    std::cout << file.string() << '\n';
    return kOk;
}

}  // namespace musimd::cli

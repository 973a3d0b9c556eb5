// musimd web -o DIR [FILE…] [--add FILE.cu …]

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/command/command.hpp"
#include "cli/command/failure.hpp"
#include "cli/command/language.hpp"
#include "cli/command/options.hpp"
#include "cli/command/output_file.hpp"
#include "cli/command/parts.hpp"
#include "cli/command/text_files.hpp"
#include "cli/declarations/shared.hpp"
#include "cli/teach/web.hpp"
#include "host/program_files.hpp"
#include "isa/json_text.hpp"

namespace musimd::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kAboutWeb =
    "Writes a web page, DIR/index.html, that runs programs step by step in a browser: the lanes, the stacks, "
    "the\n"
    "variables, the memory and the rule of each step. The page needs no network and no server. Its menu has\n"
    "the programs of musimd and the FILEs. Kernels of CUDA C++ and OpenMP, which --add names, are lowered "
    "now;\n"
    "the page shows their source lines next to their assembly.\n\n"
    "Exit status: 0, or 2 if a file has errors or cannot be read or written, or if musimd was built without\n"
    "the page, or without the front end for kernels.\n";

constexpr std::string_view kExamplesWeb =
    "The options of launches are those of `musimd cuda` and `musimd omp`, and are for all files of --add. A\n"
    "file may state its own in lines `// musimd: --block 8 --arg n=100`; those of the command line come "
    "first.\n"
    "Anything not given has a default: in CUDA that of `musimd cuda`; in OpenMP numbers are 8, and pointers\n"
    "have 64 random elements.\n\n"
    "Examples:\n"
    "  musimd web -o page                          then open page/index.html in a browser\n"
    "  musimd web -o page mine.asm other.asm       with programs of your own in its menu\n"
    "  musimd web -o page --add saxpy.cu --block 8 --warp 8 --arg n=8\n"
    "                                              with a kernel, stepped by source line\n"
    "  musimd web --json --add saxpy.cu            that kernel as the page holds it\n";

/// The element of the page that holds the added programs; web/page/index.html.
constexpr std::string_view kElement = "<script type=\"application/json\" id=\"added-programs\">";
constexpr std::string_view kNoPrograms = "[]";

/// The page that was built: in the build folder, or installed. Empty if it was not built.
fs::path built_page() {
    return host::find_near_program({"web/index.html", "share/musimd/web/index.html"});
}

/// JSON that may be in a script element, which a `<` could end.
std::string in_script(const nlohmann::ordered_json& json) {
    std::string text;
    for (const char c : json_text(json)) {
        if (c == '<')
            text += "\\u003c";
        else
            text += c;
    }
    return text;
}

/// The programs of the command line: the files, then the kernels.
nlohmann::ordered_json programs_of(const Options& options, const Arguments& arguments, PageKernels kernels) {
    nlohmann::ordered_json programs = nlohmann::ordered_json::array();
    for (const std::string& file : options.operands()) {
        const std::string text = read_text(file);
        refuse_wrong_command("web", file, text);
        programs.push_back({{"name", file}, {"text", text}});
    }
    for (const std::string& file : options.texts("add"))
        for (nlohmann::ordered_json& kernel : kernels(options, arguments, file))
            programs.push_back(std::move(kernel));
    return programs;
}

/// The page with these programs in its menu.
std::string with_programs(std::string page, const fs::path& file, const nlohmann::ordered_json& programs) {
    const std::size_t at = page.find(fmt::format("{}{}", kElement, kNoPrograms));
    if (at == std::string::npos)
        throw InputError(file.string(), "is not a page of this version of musimd; build it again");
    return page.replace(at + kElement.size(), kNoPrograms.size(), in_script(programs));
}

void write_page(const fs::path& folder, const nlohmann::ordered_json& programs) {
    const fs::path built = built_page();
    if (built.empty()) {
        throw InputError(fmt::format("musimd web: error: the page is not {} (docs/web-page.md)\n",
                                     is_in_build_folder()
                                         ? "built; run ./bootstrap.sh musimd web …, which builds it"
                                         : "part of this package"));
    }
    const std::string page = with_programs(read_text(built.string()), built, programs);
    std::error_code error;
    fs::create_directories(folder, error);
    if (error) throw InputError(folder.string(), error.message());
    const fs::path file = folder / "index.html";
    OutputFile output(file.string());
    output.write(page);
    output.finish();
    std::cout << file.string() << '\n';
}

/// Whether the option says how kernels are launched.
bool needs_add(std::string_view option) {
    return option != "help" && option != "output" && option != "add" && option != "json";
}

}  // namespace

Options declare_web() {
    Options options("web", "[FILE…]", kAboutWeb, kExamplesWeb);
    options.value("output,o", "DIR", "the folder in which index.html is written; it is created");
    declare_page_kernel_options(options);
    options.flag("json", "print the FILEs and kernels as the page holds them, and write no page");
    return options;
}

int write_web(const Arguments& arguments, PageKernels kernels) {
    Options options = declare_web();
    if (!options.parse(arguments, 0, SIZE_MAX)) return kOk;
    const auto out = options.text("output");
    if (options.has("json") && out) throw exclusive("json", "output");
    if (!options.has("json") && (!out || out->empty()))
        throw UsageError("expected '-o DIR', the folder in which the page is written");
    if (std::ranges::count(options.operands(), "-") > 0)
        throw UsageError("a program of the page needs a name; '-' has none");
    for (const OptionInfo& info : options.infos())
        if (needs_add(info.name) && options.has(info.name) && !options.has("add"))
            throw UsageError(fmt::format("'--{}' needs '--add'", info.name));
    if (options.has("add") && kernels == nullptr) return run_part(Part::kernels, "web", arguments);
    const nlohmann::ordered_json programs = programs_of(options, arguments, kernels);
    if (options.has("json")) {
        const nlohmann::ordered_json object = {{"format", 1}, {"programs", programs}};
        std::cout << json_text(object, 2) << '\n';
        return kOk;
    }
    write_page(*out, programs);
    return kOk;
}

int web(const Arguments& arguments) {
    return write_web(arguments, nullptr);
}

}  // namespace musimd::cli

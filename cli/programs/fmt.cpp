// musimd fmt FILE…

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/command/command.hpp"
#include "cli/command/files.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "isa/json_writer.hpp"
#include "isa/printer.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutFmt =
    "Prints a program in canonical assembly, with one spelling and one spacing. Names, constants,\n"
    "comments and blank lines are kept. A Prolog list (.pl) becomes assembly: variable 0 is v0,\n"
    "instruction 12 gets the label L12. FILE - is standard input. Several files need --in-place or\n"
    "--check. --to json prints a program as data (docs/interfaces.md), with names and constants\n"
    "resolved; every command reads it.\n\n"
    "Exit status: 0, 1 with --check if a file is not in canonical form, 2 bad input or command line.\n";

constexpr std::string_view kExamplesFmt =
    "Examples:\n"
    "  musimd fmt prog.asm                      to standard output\n"
    "  musimd fmt --in-place *.asm              rewrites the files\n"
    "  musimd fmt --check *.asm                 lists the files that --in-place would change\n"
    "  musimd fmt programs/paper/figure9.pl     the paper's figure 9 as assembly\n"
    "  musimd fmt --to json prog.asm            as JSON\n";

void replace(const std::string& file, const std::string& text) {
    const std::string fresh = file + ".musimd-fmt";
    std::ofstream out(fresh, std::ios::binary);
    out << text;
    out.close();
    std::error_code error;
    if (out) std::filesystem::permissions(fresh, std::filesystem::status(file).permissions(), error);
    if (out) std::filesystem::rename(fresh, file, error);
    if (!out || error) {
        std::remove(fresh.c_str());
        throw InputError(file, "it cannot be written");
    }
}

int format_file(const Options& options, const std::string& file) {
    const bool in_place = options.has("in-place");
    const bool check = options.has("check");
    const std::string text = read_text(file);
    const Language language = language_of(file, text);
    if (in_place && file == "-") throw InputError(file, "standard input cannot be formatted in place");
    if ((in_place || check) && language != Language::assembly)
        throw InputError(file, fmt::format("--in-place and --check need assembly; this is {}",
                                           language == Language::prolog ? "a Prolog list" : "JSON"));
    ReadOptions read;
    read.program = options.text("program");
    const Program program = load_program(file, text, read);  // a program with errors is not printed
    if (options.choice("to").value_or("asm") == "json") {
        std::cout << to_json(program);
        return kOk;
    }

    Diagnostics none;
    const std::string formatted = musimd::format(read_lines(text, language, read, none));
    if (check) {
        if (formatted == text) return kOk;
        std::cout << display_name(file) << '\n';
        return kFailed;
    }
    if (!in_place) {
        std::cout << formatted;
    } else if (formatted != text) {
        replace(file, formatted);
    }
    return kOk;
}

}  // namespace

Options declare_format() {
    Options options("fmt", "FILE…", kAboutFmt, kExamplesFmt);
    options.flag("in-place", "overwrite each FILE with the result (assembly only)");
    options.flag("check", "print the name of each FILE that is not in canonical form, and write nothing");
    options.one_of("to", "LANGUAGE", {"asm", "json"},
                   "asm, or json: a program that needs no parser (default asm)");
    options.value("program", "NAME", "which program of a .pl file (default: the first)");
    return options;
}

int format(const Arguments& arguments) {
    Options options = declare_format();
    if (!options.parse(arguments, 1, SIZE_MAX)) return kOk;
    const bool prints = !options.has("in-place") && !options.has("check");
    if (options.has("in-place") && options.has("check")) throw exclusive("in-place", "check");
    if (!prints && options.has("to")) throw exclusive("to", options.has("check") ? "check" : "in-place");
    if (prints && options.operands().size() > 1)
        throw UsageError("several files need '--in-place' or '--check'");
    return for_each_file(options.operands(), "fmt", Separation::none,
                         [&](const std::string& file) { return format_file(options, file); });
}

}  // namespace musimd::cli

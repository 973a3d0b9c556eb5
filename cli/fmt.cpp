// musimd fmt FILE

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "cli/command.hpp"
#include "cli/input.hpp"
#include "cli/options.hpp"
#include "isa/printer.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAbout =
    "Prints a program in canonical assembly: one spelling and one spacing; names, constants, comments and "
    "blank\n"
    "lines stay. A Prolog list (.pl) becomes assembly: variable 0 is v0, instruction 12 gets the label "
    "L12.\n";

constexpr std::string_view kExamples =
    "Examples:\n"
    "  musimd fmt prog.asm                      on standard output\n"
    "  musimd fmt --in-place prog.asm           over the file\n"
    "  musimd fmt programs/paper/figure9.pl     the paper's figure 9 as assembly\n";

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
        throw InputError(fmt::format("{}: error: it cannot be written\n", file));
    }
}

}  // namespace

int format(const Arguments& arguments) {
    Options options("fmt", "FILE", kAbout, kExamples);
    options.flag("in-place", "write the result over FILE (assembly only)");
    options.value("program", "NAME", "which program of a .pl file (default: the first)");
    if (!options.parse(arguments, 1, 1)) return kOk;
    const std::string& file = options.operands()[0];
    const bool in_place = options.has("in-place");
    const std::string text = read_text(file);
    const Language language = language_of(file, text);
    if (in_place && (file == "-" || language == Language::prolog)) {
        throw UsageError("--in-place is for assembly files");
    }
    ReadOptions read;
    read.program = options.text("program");
    load_program(file, text, read);  // a program with errors is not printed

    Diagnostics none;
    const std::string formatted = musimd::format(read_lines(text, language, read, none));
    if (!in_place) {
        std::cout << formatted;
    } else if (formatted != text) {
        replace(file, formatted);
    }
    return kOk;
}

}  // namespace musimd::cli

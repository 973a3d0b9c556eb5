// The options of musimd reduce.

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutReduce =
    "Makes a program smaller while it still shows a fault: the engines differ, crash or hang (--engines),\n"
    "or a command succeeds (--command; {} is the program's file). Prints the smallest program that it\n"
    "finds: nothing in it can be left out or simplified.\n\n"
    "FILE may be a source of another language, with --command: OpenCL C, GLSL, HLSL, ISPC, CUDA C++, C, "
    "C++,\n"
    "Amber, VkScript or SPIR-V assembly, by its extension. No compiler reads it. The command gets a copy "
    "with\n"
    "the file's name in another folder, and should also check what must stay, as that it compiles.\n\n"
    "Exit status: 0 done, 1 the program does not show the fault, or --out could not be written (the\n"
    "result is then printed), 2 bad input or command line, 130 interrupted (with the smallest so far).\n";

constexpr std::string_view kExamplesReduce =
    "Examples:\n"
    "  musimd reduce found.asm --engines rules,fast                     while the two engines differ\n"
    "  musimd reduce found.asm --engines rules,fast --order random      with options of `musimd run`\n"
    "  musimd reduce prog.asm --out small.asm --command 'musimd run {} 2>&1 | grep -q division-by-zero'\n"
    "                                                                   while that trap is reported\n"
    "  musimd reduce case.cl --command 'clang -x cl -fsyntax-only {} 2>&1 | grep -q \"may be "
    "uninitialized\"'\n"
    "  musimd reduce case.amber --out small.amber --command 'amber {} | grep -q \"Verifier failed\"'\n";

}  // namespace

Options declare_reduce() {
    Options options("reduce", "FILE", kAboutReduce, kExamplesReduce);
    options.value("engines", "A,B", "the engines that differ, two or more");
    options.value("command", "CMD", "a shell command that succeeds; {} is replaced by the program's file");
    options.value("out", "FILE", "write the result to this file (default: standard output)");
    options.value("limit", "S", "seconds for one trial; longer commands count as failed (default 10)");
    declare_program_options(options);
    declare_machine_options(options);
    return options;
}

}  // namespace musimd::cli

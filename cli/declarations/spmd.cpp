// The options of musimd spmd.

#include <fmt/ranges.h>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutSpmd =
    "Compiles a file of kernels in NSIMD's SPMD DSL, runs one on the machine and on backends (plain C++,\n"
    "the available NSIMD targets, CUDA), and compares the memory after the run: bit for bit, all NaNs\n"
    "being equal, or within the accuracy that the kernel's functions promise.\n\n"
    "Exit status: 0 all agree, 1 a trap or a difference, 2 bad input, 3 the step limit.\n";

constexpr std::string_view kExamplesSpmd =
    "Arguments of pointers (--arg NAME=…), n elements by default:\n"
    "  dst=zeros  a=iota  a=1,2,3  a=random:SEED  a=between:LOW:HIGH:SEED  a=zeros[n+2]  a=@FILE  "
    "b=alias:a+1\n"
    "and scalars: s=5\n\n"
    "Examples:\n"
    "  musimd spmd programs/kernels/spmd/collatz.hpp --kernel collatz --template u32 --bits 32 \\\n"
    "      --arg steps=zeros --arg start=1,7,27 --n 3\n"
    "  musimd spmd programs/kernels/spmd/saxpy.hpp --kernel saxpy --template f32 --bits 32 --arg y=iota "
    "--arg x=iota "
    "\\\n"
    "      --arg a=2 --emit asm\n";

}  // namespace

Options declare_spmd() {
    Options options("spmd", "FILE", kAboutSpmd, kExamplesSpmd);
    options.value("kernel", "NAME", "the kernel (default: the only one in the file)");
    options.value("bits", "W", "the width of the launch: 8, 16, 32 or 64 (default 32)");
    options.value("template", "T", "the template argument, if the kernel is a template");
    options.list("arg", "NAME=…", "the value of a parameter; once per parameter");
    options.value("n", "N", "elements (default 131: two 512-bit vectors of bytes, and a tail)");
    options.value("unroll", "U", "unroll factor of the launch on a CPU (default 1)");
    options.value("seed", "S", "seed of random arguments without one (default 0)");
    options.value("backends", "A,B",
                  "what the machine is compared with (default: all that are available), or none");
    options.one_of("engine", "NAME", engine_names(), "the engine that runs the machine: rules, fast, …");
    options.one_of("unmasked", "cpu|gpu", {"cpu", "gpu"},
                   "k_unmasked_… acts on every lane, or on the active ones (default cpu)");
    options.one_of("model", "NAME", kModelsAndAll,
                   fmt::format("the machine's model of reconvergence: {};\n"
                               "all: every model, compared (default lockstep)",
                               fmt::join(kModels, ", ")));
    options.value("max-steps", "N", "the step limit (default 10000000)");
    options.value("seconds", "S", "time limit for recording, and for a run on a backend (default 5)");
    options.one_of(
        "emit", "asm|source|tree", {"asm", "source", "tree"},
        "print the kernel's program, or the recorded kernel as source or as a tree, and run nothing");
    declare_view_options(options, "first show what each thread does at each line");
    declare_debug_launch(options);
    declare_finding_options(options);
    return options;
}

}  // namespace musimd::cli

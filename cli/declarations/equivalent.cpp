// The options of musimd equivalent.

#include "cli/command/command.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutEquivalent =
    "Compares two kernels of CUDA C++: shows for all launches, arguments and contents that they leave the\n"
    "same in memory, or runs both with random inputs until an element differs. Their parameters must have\n"
    "the same types in the same order; options name those of the first. It needs the solver z3 or cvc5. See\n"
    "docs/equivalent.md.\n\n"
    "Exit status: 0 shown for all inputs, 1 a difference, 2 bad input, 3 neither.\n";

constexpr std::string_view kExamplesEquivalent =
    "Examples:\n"
    "  musimd equivalent before.cu after.cu --kernel scale\n"
    "  musimd equivalent both.cu --kernel scale --other scale_fast --assume 'n > 0'\n";

}  // namespace

Options declare_equivalent() {
    Options options("equivalent", "FILE [FILE]", kAboutEquivalent, kExamplesEquivalent);
    options.value("kernel", "NAME", "the first kernel, if its file has several");
    options.value("other", "NAME", "the second kernel (default: the name of the first)");
    options.value("block", "B", "of all launches: the threads of a block, as in 256 or 16,16");
    options.value("grid", "G", "of all launches: the blocks of the grid");
    options.list("assume", "CONDITION", "C over integer parameters, blockDim and gridDim");
    options.list("length", "ARRAY=EXPRESSION", "how many elements an array has");
    declare_source_options(options);
    options.value("inputs", "N", "random launches and arguments to run, if nothing is shown (default 20)");
    options.value("seed", "S", "seed of the random inputs (default 0)");
    options.one_of("solver", "z3|cvc5", {"z3", "cvc5"}, "the solver (default one that is installed)");
    options.one_of("format", "NAME", {"text", "json"}, "how the result is printed (default text)");
    options.flag("json", "the same as --format json");
    return options;
}

}  // namespace musimd::cli

// The options of musimd lockstep.

#include <fmt/ranges.h>

#include "cli/command/command.hpp"
#include "cli/command/input.hpp"
#include "cli/command/options.hpp"
#include "cli/declarations/shared.hpp"

namespace musimd::cli {
namespace {

constexpr std::string_view kAboutLockstep =
    "Runs a kernel of PMacc's lockstep model, `template <uint32_t numWorkers, uint32_t simdSize>\n"
    "__global__ void k(…)`, with several numbers of workers and simdSizes: on the machine under both thread\n"
    "models, and compiled for the host with one worker and with a thread per worker. The results must be "
    "the\n"
    "same for all of them, and for all orders of the indices. Reports what depends on any of these, races,\n"
    "barriers and domains that some workers skip, and all that `musimd cuda` reports. The headers <pmacc/…>\n"
    "are built in.\n\n"
    "Exit status: 0 nothing is wrong, 1 (or --error-exitcode) a finding or a difference, 2 bad input, 3 the\n"
    "step limit.\n";

constexpr std::string_view kExamplesLockstep =
    "A file states its own options in lines `// musimd: --grid 2 --arg n=100`; those of the command line "
    "come\n"
    "first. Anything not given has the defaults of `musimd cuda`, for the largest number of workers.\n\n"
    "Examples:\n"
    "  musimd lockstep push.cu\n"
    "  musimd lockstep push.cu --workers 1,32,256 --simd 1,4 --grid 2 --arg n=500\n"
    "  musimd lockstep push.cu --targets lockstep,volta --json\n";

}  // namespace

Options declare_lockstep() {
    Options options("lockstep", "FILE", kAboutLockstep, kExamplesLockstep);
    options.value("kernel", "NAME", "the kernel's template, if the file has several");
    options.value("workers", "W,…", "numbers of workers, 1 to 1024 (default 1,7,32,64)");
    options.value("simd", "S,…", "values of simdSize, 1 to 1024 (default 1)");
    options.value("grid", "G", "the blocks of the grid (default 1)");
    options.value("warp", "N", "the threads of a warp (default 32)");
    options.one_of("model", "NAME", kModelsBothAndAll,
                   fmt::format("the machine's model of reconvergence: {};\n"
                               "both: lockstep and volta; all: every model, compared (default both)",
                               fmt::join(kModels, ", ")));
    options.value("targets", "A,B",
                  "what runs it: models of the machine, one-worker, threads, nvrtc, nvcc (default\n"
                  "lockstep, volta and all others; nvcc only where there is a GPU)");
    options.value("orders", "A,B",
                  "orders of the indices: ascending, descending, shuffled; all are compared\n"
                  "with the first (default all)");
    declare_source_options(options);
    options.value("elements", "N", "number of elements for pointers that are not given");
    options.value("seed", "S", "seed of random arguments without one (default 0)");
    options.one_of("engine", "NAME", {"fast", "rules"}, "the engine of the machine (default fast)");
    options.value("max-steps", "N",
                  "the step limit of a warp, or of a thread under volta (default 10000000)");
    options.value("limit", "SECONDS", "time limit of a compilation, and of a run on the host (default 30)");
    options.one_of("undefined", "trap|warn|zero", {"trap", "warn", "zero"},
                   "reading memory that was never written is a finding (trap), or gives 0 with\n"
                   "a warning (warn) or without one (zero) (default trap)");
    options.one_of("races", "all|different", {"all", "different"},
                   "which races are findings: all, or all but two writes of the same value\n(default all)");
    options.flag("continue", "go on after undefined behaviour such as races; report each distinct finding");
    declare_view_options(options,
                         "first show what each worker does at each line, with the first number of workers");
    declare_debug_launch(options);
    declare_finding_options(options);
    return options;
}

}  // namespace musimd::cli

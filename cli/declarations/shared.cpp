#include "cli/declarations/shared.hpp"

#include <fmt/format.h>

#include "cli/programs/lanes.hpp"
#include "cli/programs/profile_output.hpp"

namespace musimd::cli {

void declare_source_options(Options& options) {
    options.list("arg", "NAME=…", "the value of a parameter; once per parameter");
    options.list("define,D", "NAME[=VALUE]", "define a macro, like the compiler's -D");
    options.list("include-dir,I", "DIR", "a folder of headers, like the compiler's -I");
    options.list("include", "FILE", "read this file first, like the compiler's -include");
}

void declare_view_options(Options& options, const char* lanes) {
    declare_lanes_options(options, lanes);
    options.flag("profile", "first show what each line costs: steps, lanes used, memory, divergence");
    options.value("profile-out", "FILE", "write the profile to the file (docs/profile.md)");
    options.one_of("profile-format", "NAME", kProfileFormats,
                   "text, html, callgrind, folded or json (default: by the name of the file)");
}

void declare_finding_options(Options& options) {
    options.one_of("warnings", "error", {"error"}, "warnings are errors");
    options.value("error-exitcode", "N", "the exit status if something is wrong, 0 to 255 (default 1)");
    options.value("suppress", "FILE", "findings not to report: lines KIND FILE[:LINE] [KERNEL]");
    options.value("baseline", "FILE", "known findings, which are reported as notes");
    options.value("write-baseline", "FILE",
                  "write the findings to FILE, or add them to it; findings do not fail");
    options.one_of("format", "NAME", {"text", "json", "sarif", "junit", "compute-sanitizer"},
                   "how the result is printed: text, json, sarif, junit or compute-sanitizer (default text)");
    options.flag("json", "the same as --format json");
    options.one_of("color", "auto|always|never", {"auto", "always", "never"},
                   "colours of messages: auto is on a terminal, unless NO_COLOR is set (default auto)");
}

void declare_debug_launch(Options& options) {
    options.flag("debug", "debug a launch, by commands of standard input or a terminal (musimd debug)");
    options.value("debug-launch", "N", "the launch that --debug shows (default 1, the first)");
}

void declare_page_kernel_options(Options& options) {
    options.list("add", "FILE", "put the kernel of FILE.cu, or the OpenMP loops of FILE.c, on the page");
    options.value("kernel", "NAME",
                  "the kernel, if FILE.cu has several; the function of FILE.c (default FILE)");
    options.value("grid", "X[,Y[,Z]]", "CUDA: the blocks of the grid (default 1)");
    options.value("block", "X[,Y[,Z]]", "CUDA: the threads of a block (default 32)");
    options.value("shared", "BYTES",
                  "CUDA: the bytes of `extern __shared__` arrays (default an element for each thread)");
    options.value("warp", "N", "CUDA: the threads of a warp (default 32)");
    options.one_of("model", "NAME", {"lockstep", "volta", "spmd", "simd"},
                   "CUDA: lockstep or volta (default lockstep); OpenMP: spmd or simd\n"
                   "(default both, as two programs)");
    options.one_of("simd", "W", {"8", "16", "32"},
                   "OpenMP: the lanes of a warp under spmd: 8, 16 or 32 (default 8)");
    options.value("threads", "T", "OpenMP: threads of a parallel region that does not set them (default 8)");
    declare_source_options(options);
    options.value("elements", "N", "number of elements for pointers that are not given");
    options.value("seed", "S", "seed of random arguments without one (default 0)");
}

void declare_plan_options(Options& options, std::string_view cases, unsigned usual_count) {
    options.value("count", "N", fmt::format("how many {} (default {})", cases, usual_count));
    options.value("seconds", "S", "how long to run, without --count");
    options.value("seed", "S", "seed of the campaign (default 0)");
    options.value("shard", "I/K", "run only part I of K parts, from 1");
}

void declare_campaign_options(Options& options, std::string_view folder) {
    options.value("jobs", "J", "parallel processes (default: one per core)");
    options.value(
        "out", "DIR",
        fmt::format("write summary.json and findings there (default: only findings, to {})", folder));
    options.flag("json", "print the summary as one JSON object");
    options.flag("merge", "join the summaries of the folders DIR…");
}

void declare_implementation_options(Options& options) {
    options.value(
        "impl", "CMD",
        "a shell command that runs a program and prints its result as JSON; {} is the program's file");
    options.value("impl-server", "CMD",
                  "the same: a command that answers one program per line, like musimd serve");
    options.one_of("impl-format", "FORMAT", {"asm", "json"},
                   "how --impl and --impl-server get programs (default asm)");
    options.value("impl-memory", "MIB",
                  "the address space of each of its processes, in MiB; 0: no limit (default 4096)");
}

}  // namespace musimd::cli

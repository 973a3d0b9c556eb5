// musimd compile FILE.cu

#include <fmt/format.h>

#include <iostream>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/command/text_files.hpp"
#include "cli/kernels/commands.hpp"
#include "cli/programs/compile.hpp"
#include "dsl/cuda/converged_source.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace {

/// A kernel over explicit masks.
std::string converged(const Options& options, const std::string& file) {
    for (const char* const option : {"bare", "main", "checks"}) {
        if (options.has(option))
            throw UsageError(fmt::format("'--{}' applies to programs, not to kernels", option));
    }
    if (options.choice("to") != "cuda") throw UsageError("a kernel of CUDA C++ needs '--to cuda'");
    reader::Source source{.file = file, .text = read_text(file), .function = "", .options = {}};
    source.function = options.text("kernel").value_or("");
    for (const std::string& macro : options.texts("macro")) source.options.push_back("-D" + macro);
    for (const std::string& folder : options.texts("include-dir")) source.options.push_back("-I" + folder);
    const auto reading = kernels::read_kernel(source);
    if (!reading) throw InputError(fmt::format("musimd compile: error: {}\n", reading.error()));
    if (reading->is_program)
        throw InputError(file, "the file is a program; choose the kernel to compile with --kernel");
    if (!reading->kernel) throw InputError(reading->messages);
    std::cerr << reading->messages;
    if (const auto reason = dsl::cuda::why_not_converged(*reading->kernel))
        throw InputError(file,
                         fmt::format("the kernel has {}, which '--to cuda' does not support yet", *reason));
    return fmt::format("// Written by `musimd compile {} --to cuda`: the warp is always converged.\n", file) +
           dsl::cuda::print_converged(*reading->kernel);
}

}  // namespace

int compile_kernel(const Arguments& arguments) {
    Options options = declare_compile();
    if (!options.parse(arguments, 1, 1)) return kOk;
    write_compiled(options, converged(options, options.operands()[0]));
    return kOk;
}

}  // namespace musimd::cli

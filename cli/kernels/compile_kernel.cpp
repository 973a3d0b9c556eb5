// musimd compile FILE.cu

#include <fmt/format.h>

#include <iostream>

#include "cli/command/failure.hpp"
#include "cli/command/options.hpp"
#include "cli/kernels/commands.hpp"
#include "cli/kernels/cuda_arguments.hpp"
#include "cli/kernels/cuda_launch.hpp"
#include "cli/kernels/file_options.hpp"
#include "cli/kernels/front_end_options.hpp"
#include "cli/programs/compile.hpp"
#include "dsl/cuda/converged_source.hpp"
#include "kernels/launch/front_end.hpp"

namespace musimd::cli {
namespace {

reader::KernelReading one_kernel_of(const reader::Source& source) {
    auto reading = kernels::read_kernel(source);
    if (!reading) throw InputError(fmt::format("musimd compile: error: {}\n", reading.error()));
    if (reading->is_program)
        throw InputError(source.file, "the file is a program; choose the kernel to compile with --kernel");
    if (!reading->kernel) throw InputError(reading->messages);
    std::cerr << reading->messages;
    return *std::move(reading);
}

/// A kernel over explicit masks.
std::string converged(const Options& options, const std::string& file,
                      const dsl::cuda::KernelFunction& kernel) {
    for (const char* const option : {"bare", "main", "checks"}) {
        if (options.has(option))
            throw UsageError(fmt::format("'--{}' applies to programs, not to kernels", option));
    }
    if (const auto reason = dsl::cuda::why_not_converged(kernel))
        throw InputError(file,
                         fmt::format("the kernel has {}, which '--to cuda' does not support yet", *reason));
    return fmt::format("// Written by `musimd compile {} --to cuda`: the warp is always converged.\n", file) +
           dsl::cuda::print_converged(kernel);
}

/// The program of the kernel's launch.
kernels::cuda::LaunchProgram launched(const Options& options, const reader::Source& source,
                                      const dsl::cuda::KernelFunction& kernel) {
    kernels::cuda::LaunchConfiguration config = launch_configuration(options);
    std::cerr << add_usual_shared_memory(options, source, kernel, config);
    if (const auto refused = kernels::cuda::why_not(kernel, config))
        throw InputError(fmt::format("musimd compile: error: {}\n", refused->reason));
    const auto texts = launch_argument_texts(options, kernel, cuda_arguments(options, kernel), config,
                                             config.grid_threads());
    return program_of(kernel, read_cuda_arguments(kernel, texts, "compile"), config);
}

}  // namespace

int compile_kernel(const Arguments& arguments) {
    Options given = declare_compile();
    if (!given.parse(arguments, 1, 1)) return kOk;
    const std::string to = given.choice("to").value_or("c++");
    if (to == "c++")
        throw UsageError(
            "'--to c++' is for programs; a kernel needs '--to cuda', opencl or another language");
    const Options options = with_options_of_files(declare_compile, given, arguments);
    const std::string& file = options.operands()[0];
    reader::Source source = source_of(options);
    source.function = options.text("kernel").value_or("");
    for (const std::string& macro : options.texts("macro")) source.options.push_back("-D" + macro);
    const reader::KernelReading reading = one_kernel_of(source);
    if (to == "cuda") {
        write_compiled(options, converged(options, file, *reading.kernel));
        return kOk;
    }
    const kernels::cuda::LaunchProgram launch = launched(options, source, *reading.kernel);
    write_compiled(options, portable_source(options, launch.program, launch.options.max_address));
    return kOk;
}

}  // namespace musimd::cli

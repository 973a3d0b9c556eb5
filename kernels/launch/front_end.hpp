#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "reader/front_end.hpp"

namespace musimd::kernels {

/// Reads a function of C by the module that links Clang's libraries, which is loaded by the first call: from
/// the file that MUSIMD_CLANG names, from the folder of the program, or from where it is installed. An error
/// says what to install.
tl::expected<reader::Reading, std::string> read_function(const reader::Source& source);

/// The same with a kernel of CUDA C++. Without the module, or after use_small_reader, by read_small_kernel.
tl::expected<reader::KernelReading, std::string> read_kernel(const reader::Source& source);

/// Reads a kernel without Clang: a part of CUDA C++, docs/kernel-language.md. Options of the compiler are
/// refused.
tl::expected<reader::KernelReading, std::string> read_small_kernel(const reader::Source& source);

/// From now on, read_kernel is read_small_kernel.
void use_small_reader();

/// The same with instances of a template of kernels.
tl::expected<reader::InstancesReading, std::string> read_instances(
    const reader::Source& source, const std::vector<reader::InstanceArguments>& instances);

/// The same with a file of device code as a whole.
tl::expected<reader::ModuleReading, std::string> read_module(const reader::Source& source);

/// What programs of CUDA C++ include, and their runtime.
tl::expected<std::vector<reader::ProgramFile>, std::string> program_files();

/// The module's file; an error says where it was looked for, and what to install.
tl::expected<std::string, std::string> front_end_file();

}  // namespace musimd::kernels

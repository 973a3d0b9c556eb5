#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

#include "dsl/clang/front_end.hpp"

namespace musimd::kernels {

/// Reads a function of C by the module that links Clang's libraries, which is loaded by the first call: from
/// the file that MUSIMD_CLANG names, from the folder of the program, or from where it is installed. An error
/// says what to install.
tl::expected<dsl::clang::Reading, std::string> read_function(const dsl::clang::Source& source);

/// The same with a kernel of CUDA C++.
tl::expected<dsl::clang::KernelReading, std::string> read_kernel(const dsl::clang::Source& source);

/// The same with instances of a template of kernels.
tl::expected<dsl::clang::InstancesReading, std::string> read_instances(
    const dsl::clang::Source& source, const std::vector<dsl::clang::InstanceArguments>& instances);

/// What programs of CUDA C++ include, and their runtime.
tl::expected<std::vector<dsl::clang::ProgramFile>, std::string> program_files();

/// The module's file; an error says where it was looked for, and what to install.
tl::expected<std::string, std::string> front_end_file();

}  // namespace musimd::kernels

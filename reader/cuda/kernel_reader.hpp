#pragma once

#include "reader/context.hpp"
#include "reader/host_launches.hpp"

namespace musimd::reader {

/// The launches of that kernel in the host code of the file.
std::vector<HostLaunch> launches_of_kernel(const Context& context, const Source& source);

/// Whether the file is a program.
bool has_main(const Context& context);

/// Whether the file has a kernel of this name, also as the linker sees it.
bool has_kernel(const Context& context, const std::string& name);

/// The names of all kernels; of several with the same name, as the linker sees them.
std::vector<std::string> kernel_names(const Context& context);

/// The names of all kernels, as the linker sees them.
std::vector<std::string> linker_names(const Context& context);

/// The variable that points to the instance which the command line names.
inline constexpr const char* kNamedInstance = "musimd_named_instance";

/// The templates of kernels.
std::vector<KernelTemplate> kernel_templates(const Context& context);

/// `k<32, 1>`
std::string instance_name(const std::string& name, const InstanceArguments& arguments);

/// The instances of the template that the source names; the file has them.
std::vector<cuda::KernelFunction> read_instances(const Context& context, const Source& source,
                                                 const std::vector<InstanceArguments>& instances);

/// The kernel that the source names, or the only one of the file.
cuda::KernelFunction read_kernel(const Context& context, const Source& source);

}  // namespace musimd::reader

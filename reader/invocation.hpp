#pragma once

#include "reader/host_launches.hpp"

namespace musimd::reader {

/// Reads the function with Clang, in this process, on a thread with a large stack: Clang's parser is
/// recursive, and so are we.
void read_on_large_stack(const Source& source, Reading& reading);
/// The same with a kernel.
void read_on_large_stack(const Source& source, KernelReading& reading);
/// The same with instances of a template.
void read_on_large_stack(const Source& source, const std::vector<InstanceArguments>& instances,
                         InstancesReading& reading);
/// The launches of a kernel; none after errors.
void read_on_large_stack(const Source& source, std::vector<HostLaunch>& launches);
/// The same with a file of device code as a whole.
void read_on_large_stack(const Source& source, ModuleReading& reading);

}  // namespace musimd::reader

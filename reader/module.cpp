#include "reader/front_end.hpp"
#include "reader/headers.hpp"
#include "reader/invocation.hpp"

// The module's exported symbols.

extern "C" __attribute__((visibility("default"))) void musimd_clang_read(const musimd::reader::Source& source,
                                                                         musimd::reader::Reading& reading) {
    musimd::reader::read_on_large_stack(source, reading);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_read_kernel(
    const musimd::reader::Source& source, musimd::reader::KernelReading& reading) {
    musimd::reader::read_on_large_stack(source, reading);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_read_host_launches(
    const musimd::reader::Source& source, std::vector<musimd::reader::HostLaunch>& launches) {
    musimd::reader::read_on_large_stack(source, launches);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_read_instances(
    const musimd::reader::Source& source, const std::vector<musimd::reader::InstanceArguments>& instances,
    musimd::reader::InstancesReading& reading) {
    musimd::reader::read_on_large_stack(source, instances, reading);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_read_module(
    const musimd::reader::Source& source, musimd::reader::ModuleReading& reading) {
    musimd::reader::read_on_large_stack(source, reading);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_program_files(
    std::vector<musimd::reader::ProgramFile>& files) {
    for (const musimd::reader::Header& header : musimd::reader::cuda_headers())
        files.push_back({header.name, header.text});
}

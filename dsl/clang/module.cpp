#include "dsl/clang/front_end.hpp"
#include "dsl/clang/headers.hpp"
#include "dsl/clang/invocation.hpp"

// The module's exported symbols.

extern "C" __attribute__((visibility("default"))) void musimd_clang_read(
    const musimd::dsl::clang::Source& source, musimd::dsl::clang::Reading& reading) {
    musimd::dsl::clang::read_on_large_stack(source, reading);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_read_kernel(
    const musimd::dsl::clang::Source& source, musimd::dsl::clang::KernelReading& reading) {
    musimd::dsl::clang::read_on_large_stack(source, reading);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_read_instances(
    const musimd::dsl::clang::Source& source,
    const std::vector<musimd::dsl::clang::InstanceArguments>& instances,
    musimd::dsl::clang::InstancesReading& reading) {
    musimd::dsl::clang::read_on_large_stack(source, instances, reading);
}

extern "C" __attribute__((visibility("default"))) void musimd_clang_program_files(
    std::vector<musimd::dsl::clang::ProgramFile>& files) {
    for (const musimd::dsl::clang::Header& header : musimd::dsl::clang::cuda_headers())
        files.push_back({header.name, header.text});
}

#include "kernels/spmd/batch.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>
#include <cassert>

#include "dsl/spmd/error.hpp"
#include "dsl/spmd/launch.hpp"
#include "kernels/compiled/launch.hpp"
#include "kernels/compiled/paths.hpp"
#include "kernels/compiled/toolchain.hpp"
#include "kernels/spmd/dry_run_recording.hpp"
#include "kernels/spmd/run.hpp"

namespace musimd::kernels {
namespace {

constexpr std::int64_t kApart =
    64;  // words between two regions, so that an access outside of one is in no other

Toolchain recording_toolchain() {
    const std::filesystem::path headers = header_folder();
    Toolchain toolchain;
    toolchain.compiler = host_compiler();
    toolchain.flags = {"-std=c++20", "-w", "-O0", "-fPIC", "-I" + headers.string()};
    toolchain.header = headers / "dsl" / "spmd" / "spmd.hpp";
    toolchain.header_parts = dsl_headers();
    return toolchain;
}

// Errors of launches are thrown during its lifetime.
class ThrownErrors {
  public:
    ThrownErrors() : before_(spmd::on_error(spmd::throw_error)) {}
    ~ThrownErrors() { spmd::on_error(before_); }
    ThrownErrors(const ThrownErrors&) = delete;
    ThrownErrors& operator=(const ThrownErrors&) = delete;

  private:
    spmd::ErrorHandler before_;
};

std::int64_t elements_of(const std::vector<std::byte>& block, const KernelEntry& entry) {
    return static_cast<std::int64_t>(block.size()) * 8 / entry.bits;
}

Type type_of_block(const KernelEntry& entry, const KernelLaunch& launch, std::size_t block) {
    const KernelArgument* const argument = argument_of_block(entry, launch, block);
    return argument == nullptr ? *type_of(TypeKind::unsigned_integer, entry.bits) : argument->type;
}

}  // namespace

tl::expected<RecordedUnit, std::string> RecordedUnit::load(const KernelUnit& unit,
                                                           const CompileOptions& options) {
    const auto fail = [](std::string text) { return tl::unexpected<std::string>(std::move(text)); };
    if (header_folder().empty()) return fail("musimd's headers (dsl/spmd) are not installed\n");
    if (!is_runnable(host_compiler()))
        return fail(fmt::format("C++ compiler '{}' is not installed\n", host_compiler()));
    auto compiled = build(recording_toolchain(), unit, options);
    if (!compiled) return fail(compiled.error());
    void* const library = dlopen(compiled->library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return fail(fmt::format("{}\n", dlerror()));
    return RecordedUnit(*std::move(compiled), std::shared_ptr<void>(library, [](void* it) { dlclose(it); }));
}

tl::expected<dsl::Kernel, std::string> RecordedUnit::record(const KernelLaunch& kernel_launch,
                                                            const RecordOptions& options) const {
    const auto fail = [](std::string text) { return tl::unexpected<std::string>(std::move(text)); };
    void* const found = dlsym(library_.get(), entry_name(kernel_launch.entry).c_str());
    if (found == nullptr) return fail(dlerror());
    // Recording accesses no memory, but identifies pointers by their addresses, so blocks are far apart.
    std::vector<std::uint64_t> arguments;
    std::uint64_t address = std::uint64_t{1} << 32;
    for (const auto& argument : kernel_launch.arguments) {
        const bool pointer = std::holds_alternative<KernelLaunch::Pointer>(argument);
        arguments.push_back(pointer ? address : std::get<std::uint64_t>(argument));
        address += std::uint64_t{1} << 32;
    }
    const LaunchRecord record{std::max<std::int64_t>(kernel_launch.elements, 1), arguments.data(), 0, nullptr,
                              nullptr};
    const ThrownErrors thrown;
    const spmd::RecordOnly recording;
    const auto launch = reinterpret_cast<LaunchFunction>(found);
    const auto rehearsal = [&] {
        try {
            launch(&record);
        } catch (const spmd::Error&) {  // which is reported again below
        }
    };
    if (const auto trouble = dry_run_recording(rehearsal, options.limit)) {
        spmd::ErrorDetails details = {options.file, options.line, entry(kernel_launch).kernel,
                                      "",           -1,           trouble->message};
        if (trouble->line != 0) {
            details.line = trouble->line;
            details.message += "; this line is the last one that was";
        }
        return fail(spmd::Error(std::move(details)).what());
    }
    try {
        launch(&record);
    } catch (const spmd::Error& error) {
        return fail(error.what());
    }
    assert(recording.kernels().size() == 1);
    return recording.kernels().front();
}

dsl::Launch launch_of(const dsl::Kernel& kernel, const KernelEntry& entry, const KernelLaunch& kernel_launch,
                      dsl::UnmaskedReading unmasked) {
    dsl::Launch launch;
    launch.elements = kernel_launch.elements;
    launch.unmasked = unmasked;
    std::int64_t address = 0;
    for (std::size_t i = 0; i < kernel_launch.memory.size(); ++i) {
        dsl::Region region;
        const KernelArgument* const argument = argument_of_block(entry, kernel_launch, i);
        region.name = argument == nullptr ? fmt::format("block{}", i) : argument->name;
        region.address = address;
        for (const auto& word :
             words_of_memory(kernel_launch.memory[i], type_of_block(entry, kernel_launch, i))) {
            region.words.push_back(*word);
        }
        address += elements_of(kernel_launch.memory[i], entry) + kApart;
        launch.regions.push_back(std::move(region));
    }
    // The kernel's buffers are its pointer parameters in their order.
    for (const auto& argument : kernel_launch.arguments) {
        const auto* const pointer = std::get_if<KernelLaunch::Pointer>(&argument);
        if (pointer == nullptr) continue;
        const auto bytes = static_cast<std::int64_t>(pointer->byte_offset);
        launch.origins.push_back(launch.regions[pointer->block].address + bytes * 8 / entry.bits);
    }
    assert(launch.origins.size() == kernel.buffers.size());
    static_cast<void>(kernel);
    return launch;
}

KernelRun run_kernel(const dsl::Kernel& kernel, const KernelEntry& entry, const KernelLaunch& launch,
                     dsl::Executor& executor, dsl::UnmaskedReading unmasked) {
    KernelRun run;
    for (std::size_t i = 0; i < launch.memory.size(); ++i) {
        run.memory.push_back(words_of_memory(launch.memory[i], type_of_block(entry, launch, i)));
    }
    if (launch.elements == 0) return run;
    run.execution = executor.run(dsl::lower(kernel, launch_of(kernel, entry, launch, unmasked)));
    if (!run.execution.regions.empty()) run.memory = run.execution.regions;
    return run;
}

}  // namespace musimd::kernels

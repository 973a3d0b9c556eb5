#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda/program/device_memory.hpp"
#include "kernels/cuda/program/host_findings.hpp"
#include "kernels/cuda/program/host_memory.hpp"
#include "kernels/cuda/program/task_order.hpp"

// What host code of a program does besides launches, and what is wrong with it.

namespace musimd_cuda {
enum class Message : std::uint32_t;
}

namespace musimd::kernels::cuda {

/// A launch that has run.
struct EndedLaunch {
    std::shared_ptr<const dsl::cuda::KernelFunction> kernel;
    std::shared_ptr<const reader::Source> source;  ///< the file of the kernel
    std::optional<LaunchMemory> memory;            ///< before the launch; or no longer there
    LaunchRequest request;
    std::vector<DeviceBlock> changed;
};

class HostSide {
  public:
    /// A message of the runtime, but for launches and modules.
    std::optional<std::string> answer(musimd_cuda::Message kind, musimd_cuda::Reader& message);
    void launched(EndedLaunch launch);
    void found(HostFinding finding) { findings_.add(std::move(finding)); }

    /// `memory freed by cudaFree on line 10`; nullopt if none was freed there.
    std::optional<std::string> freed_text(std::uint64_t address,
                                          const std::vector<reader::Source>& sources) const;

    /// At the end of the program.
    HostFindings::Located findings(const std::vector<reader::Source>& sources);
    /// Memory that is never freed.
    HostFindings::Located leaks(const std::vector<reader::Source>& sources) const;

  private:
    void allocate(musimd_cuda::Reader& message);
    void free(musimd_cuda::Reader& message);
    void add_task(musimd_cuda::Reader& message);
    void add(std::uint64_t stream, const Task& task);
    std::string touch(musimd_cuda::Reader& message);
    std::string watches() const;
    std::string name_of(std::uint64_t address) const;
    HostFinding finding_of(const TaskRace& race, const std::string& later, const HostCall& call) const;

    void keep(std::shared_ptr<EndedLaunch> launch);

    HostFindings findings_;
    HostMemory memory_;
    TaskOrder tasks_;
    std::deque<std::shared_ptr<EndedLaunch>> kept_;  ///< launches that have their memory
    std::uint64_t kept_words_ = 0;
};

}  // namespace musimd::kernels::cuda

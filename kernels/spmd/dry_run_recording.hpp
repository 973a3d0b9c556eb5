#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace musimd::kernels {

/// Why a recording cannot be done in this process.
struct RecordingError {
    std::string message;     ///< error message
    std::uint32_t line = 0;  ///< the last recorded line of the kernel; 0: none
};

/// Records in a child process, because a kernel's own C++, which runs during the recording, may crash or not
/// terminate. Returns nullopt if recording finished (even with an Error) within the limit, in processor time.
std::optional<RecordingError> dry_run_recording(const std::function<void()>& record,
                                                std::chrono::milliseconds limit);

}  // namespace musimd::kernels

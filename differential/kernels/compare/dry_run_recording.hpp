#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace musimd::differential {

/// Why a recording cannot be done in this process.
struct RecordingTrouble {
    std::string what;        ///< a sentence
    std::uint32_t line = 0;  ///< the last one of the kernel that was recorded; 0: none was
};

/// Records in a child process: a kernel's C++ runs while it is recorded, and may crash or not terminate.
/// Returns nullopt if recording finished, even with an error, within the limit (of processor time).
std::optional<RecordingTrouble> rehearse(const std::function<void()>& record,
                                         std::chrono::milliseconds limit);

}  // namespace musimd::differential

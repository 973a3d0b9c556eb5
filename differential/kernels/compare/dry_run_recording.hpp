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

/// Records in a child process: a kernel's own C++, which runs while it is recorded, may crash or go on for
/// ever. Nothing if it came to its end within the limit (of processor time), be it an error's.
std::optional<RecordingTrouble> rehearse(const std::function<void()>& record,
                                         std::chrono::milliseconds limit);

}  // namespace musimd::differential

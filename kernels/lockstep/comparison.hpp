#pragma once

#include <string>
#include <vector>

#include "kernels/lockstep/instances.hpp"
#include "kernels/lockstep/target_run.hpp"

namespace musimd::kernels::lockstep {

/// What two runs with different results differ in.
enum class Cause : std::uint8_t {
    order,    ///< order of the indices
    model,    ///< the thread model of the machine
    workers,  ///< their number
    simd,     ///< simdSize
    target,   ///< the machine and compiled code
};
inline constexpr const char* kCauseNames[] = {"order", "model", "workers", "simd", "target"};
inline const char* to_string(Cause cause) {
    return kCauseNames[static_cast<std::size_t>(cause)];
}

/// An array that differs after two runs with the same arguments.
struct Difference {
    Cause cause = Cause::order;
    std::size_t a = 0;  ///< the runs, by number
    std::size_t b = 0;
    std::string array;
    std::size_t element = 0;  ///< the first
    std::size_t count = 0;
    std::string value_a;
    std::string value_b;
    std::uint32_t line = 0;  ///< that writes this element last, on the machine; 0 if unknown
};

struct Compared {
    std::vector<Difference> differences;
    std::vector<bool> differs;  ///< by run: from the first with the same arguments
};

/// Compares each run that has stopped with an earlier one that is as like it as possible.
Compared compare(const std::vector<TargetRun>& runs, const Setting& setting, const Instances& instances,
                 const std::vector<openmp::CallArguments>& arguments);

}  // namespace musimd::kernels::lockstep

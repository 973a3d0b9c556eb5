#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "kernels/cuda/launch_run.hpp"
#include "kernels/lockstep/setting.hpp"

namespace musimd::kernels::lockstep {

/// Of all ForEachIdx that the blocks of a launch pass.
struct DomainCounts {
    std::uint64_t iterations = 0;  ///< collective ones
    std::uint64_t slots = 0;       ///< iterations × workers × simdSize
    std::uint64_t idle = 0;        ///< slots without an index
};

/// One instance of the kernel on one target.
struct TargetRun {
    enum class End : std::uint8_t {
        stop,
        finding,
        limit,
        refused,  ///< the machine has no room for it
        skipped,  ///< the target is missing
        not_compiled,
        compiled,  ///< and not run
    };
    Target target = Target::lockstep;
    Shape shape;
    IndexOrder order = IndexOrder::ascending;
    std::size_t arguments = 0;  ///< which of the lists of arguments
    End end = End::stop;
    bool is_accepted = true;  ///< by the model; if not, it is refused
    std::vector<Finding> findings = {};
    std::vector<Finding> warnings = {};
    std::string message = {};                              ///< for all but stop and findings
    std::uint32_t line = 0;                                ///< for limits
    std::vector<std::vector<std::uint64_t>> buffers = {};  ///< after the run, if it has stopped
    openmp::Cost cost = {};                                ///< on the machine
    bool is_observed = true;                               ///< else only the steps of the cost are known
    std::optional<DomainCounts> counts = {};               ///< on the host, with a thread per worker
};

}  // namespace musimd::kernels::lockstep

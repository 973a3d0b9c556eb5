// What is counted and checked about each ForEachIdx.
#pragma once

#ifdef PMACC_LOCKSTEP_THREADS
#include <pmacc/host/threads.hpp>
#else
#include <pmacc/host/one_worker.hpp>
#endif

namespace pmacc::host {

/// Of all ForEachIdx that the blocks have passed, initialisations of context variables included.
struct Counts {
    uint64_t collectiveIterations = 0;  ///< numCollIter of each
    uint64_t slots = 0;                 ///< numCollIter × workerSize × simdSize of each
    uint64_t idle = 0;                  ///< slots without an index: slots − domainSize
};

inline namespace PMACC_HOST_MODE {

inline Counts total;  // written by worker 0 alone

/// The counts since the last call of resetCounts. They need PMACC_LOCKSTEP_COUNT.
inline Counts counts() {
    return total;
}
inline void resetCounts() {
    total = {};
}

template <typename T_IdxConfig>
void count() {
    const uint64_t slots =
        uint64_t{T_IdxConfig::numCollIter} * T_IdxConfig::workerSize * T_IdxConfig::simdSize;
    total.collectiveIterations += T_IdxConfig::numCollIter;
    total.slots += slots;
    total.idle += slots - T_IdxConfig::domainSize;
}

/// A ForEachIdx that a worker passes: lives as long as the call.
template <typename T_IdxConfig>
class DomainCall {
  public:
    DomainCall([[maybe_unused]] const uint32_t worker, [[maybe_unused]] const Site site)
#ifdef PMACC_LOCKSTEP_THREADS
        : running_(Domain::of<T_IdxConfig>(), worker, site)
#endif
    {
#ifdef PMACC_LOCKSTEP_COUNT
        if (worker == 0) count<T_IdxConfig>();
#endif
    }

    /// The functor is called next, with this element of context variables.
    void at([[maybe_unused]] const uint32_t element) {
#ifdef PMACC_LOCKSTEP_THREADS
        running_.element = element;
#endif
    }

#ifdef PMACC_LOCKSTEP_THREADS
  private:
    RunningCall running_;
#endif
};

}  // namespace PMACC_HOST_MODE
}  // namespace pmacc::host

#pragma once

#include <pmacc/mappings/threads/Site.hpp>
#include <pmacc/types.hpp>

namespace pmacc::lockstep {

/// One of the T_numWorkers workers of a block.
template <uint32_t T_numWorkers>
class Worker {
  public:
    HDINLINE explicit Worker(uint32_t const workerIdx) : m_workerIdx(workerIdx) {}

    HDINLINE static constexpr uint32_t numWorkers() { return T_numWorkers; }
    HDINLINE uint32_t workerIdx() const { return m_workerIdx; }

    /// Waits for all workers of the block, and orders their accesses to shared memory.
    DINLINE void sync(
        [[maybe_unused]] mappings::threads::Site const site = mappings::threads::Site::here()) const {
#ifdef PMACC_ON_HOST
        host::barrier(site);
#else
        __syncthreads();
#endif
    }

  private:
    uint32_t m_workerIdx;
};

}  // namespace pmacc::lockstep

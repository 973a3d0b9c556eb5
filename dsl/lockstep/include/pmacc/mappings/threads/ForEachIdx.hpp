#pragma once

#include <pmacc/mappings/threads/CtxIdx.hpp>
#include <pmacc/mappings/threads/IdxConfig.hpp>
#include <pmacc/mappings/threads/Order.hpp>
#include <pmacc/mappings/threads/Site.hpp>
#include <pmacc/types.hpp>

namespace pmacc::mappings::threads {

/// Executes a functor for each index of a domain.
///
/// All workers of the block must pass it. It does not synchronize them, and promises no order of the indices.
template <typename T_IdxConfig>
struct ForEachIdx : public T_IdxConfig {
    using T_IdxConfig::domainSize;
    using T_IdxConfig::numCollIter;
    using T_IdxConfig::simdSize;
    using T_IdxConfig::workerSize;

    uint32_t const m_workerIdx;

    /// @param workerIdx 0 ≤ workerIdx < workerSize
    DINLINE ForEachIdx(uint32_t const workerIdx) : m_workerIdx(workerIdx) {}

    /// Calls `functor(linearIdx, idx)` for each index of this worker: `linearIdx` is the index in the domain,
    /// `idx` the element of a context variable that belongs to it.
    template <typename T_Functor>
    DINLINE void operator()(T_Functor&& functor, Site const site = Site::here()) const {
        execute(functor, site);
    }

    /// Calls `functor(linearIdx, idx, arg, args...)`.
    template <typename T_Functor, typename T_Arg, typename... T_Args>
    DINLINE void operator()(T_Functor&& functor, T_Arg&& arg, T_Args&&... args) const {
        execute(functor, Site::here(), arg, args...);
    }

  private:
    // Whether each worker has an index in each collective iteration, so that none has to be checked.
    static constexpr bool isFull = domainSize % (simdSize * workerSize) == 0u;

    template <typename T_Functor, typename... T_Args>
    DINLINE void execute(T_Functor& functor, [[maybe_unused]] Site const site, T_Args&... args) const {
#ifdef PMACC_ON_HOST
        host::DomainCall<T_IdxConfig> call(m_workerIdx, site);
#endif
        auto const visit = [&](uint32_t const index, uint32_t const element) {
#ifdef PMACC_ON_HOST
            call.at(element);
#endif
            functor(index, CtxIdx<T_IdxConfig>{element}, args...);
        };
        if constexpr (workerSize == 1u)  // the same indices as below, as a loop that compilers know better
            for (uint32_t i = 0u; i < domainSize; ++i) visit(nth<domainSize>(i), nth<domainSize>(i));
        else
            visitOwn(visit);
    }

    /// The indices of this worker: simdSize neighbours in each collective iteration.
    template <typename T_Visit>
    DINLINE void visitOwn(T_Visit const& visit) const {
        for (uint32_t iteration = 0u; iteration < numCollIter; ++iteration) {
            uint32_t const element = nth<numCollIter>(iteration) * simdSize;
            uint32_t const index = element * workerSize + simdSize * m_workerIdx;
            for (uint32_t lane = 0u; lane < simdSize; ++lane) {
                uint32_t const offset = nth<simdSize>(lane);
                if (isFull || index + offset < domainSize) visit(index + offset, element + offset);
            }
        }
    }
};

}  // namespace pmacc::mappings::threads

#pragma once

#include <pmacc/mappings/threads/ForEachIdx.hpp>
#include <pmacc/memory/Array.hpp>
#include <pmacc/types.hpp>

namespace pmacc::memory {

/// A context variable: a variable that each virtual worker of a domain has of its own, from one ForEachIdx to
/// the next. A worker holds those of its indices: numCollIter × simdSize elements.
template <typename T_Type, typename T_IdxConfig>
struct CtxArray : public Array<T_Type, T_IdxConfig::numCollIter * T_IdxConfig::simdSize>, T_IdxConfig {
    using T_IdxConfig::domainSize;
    using T_IdxConfig::numCollIter;
    using T_IdxConfig::simdSize;
    using T_IdxConfig::workerSize;
    using BaseArray = Array<T_Type, numCollIter * simdSize>;
    using Idx = mappings::threads::CtxIdx<T_IdxConfig>;

    /// Numbers have no value.
    CtxArray() = default;

    /// Each element is `value`.
    HDINLINE explicit CtxArray(T_Type const& value) : BaseArray(value) {}

    /// The element of each index is `functor(linearIdx, idx)`. Elements without an index have no value.
    template <typename T_Functor>
    DINLINE explicit CtxArray(uint32_t const workerIdx, T_Functor&& functor,
                              mappings::threads::Site const site = mappings::threads::Site::here()) {
        mappings::threads::ForEachIdx<T_IdxConfig> const forEach(workerIdx);
        CtxArray& elements =
            *this;  // not auto const idx: NVRTC takes generic lambdas for functions of the host
        forEach([&](uint32_t const linearIdx, Idx const idx) { elements[idx] = functor(linearIdx, idx); },
                site);
    }

    /// The same with `functor(linearIdx, idx, arg, args...)`.
    template <typename T_Functor, typename T_Arg, typename... T_Args>
    DINLINE explicit CtxArray(uint32_t const workerIdx, T_Functor&& functor, T_Arg&& arg, T_Args&&... args)
        : CtxArray(workerIdx, [&](uint32_t const linearIdx, Idx const idx) {
              return functor(linearIdx, idx, arg, args...);
          }) {}

    CtxArray(CtxArray const&) = delete;

    /// @param idx what ForEachIdx of this domain hands to its functor
    template <typename T_Idx>
    DINLINE T_Type& operator[](T_Idx const idx) {
        return BaseArray::operator[](element(idx));
    }
    template <typename T_Idx>
    DINLINE T_Type const& operator[](T_Idx const idx) const {
        return BaseArray::operator[](element(idx));
    }

  private:
    template <typename T_Idx>
    DINLINE static uint32_t element(T_Idx const idx) {
        uint32_t const result = mappings::threads::elementOf<T_IdxConfig>(idx);
#ifdef PMACC_ON_HOST
        host::checkElement<T_IdxConfig>(result);
#endif
        return result;
    }
};

}  // namespace pmacc::memory

// The names of later versions of PMacc, as calls of ForEachIdx and CtxArray.
#pragma once

#include <pmacc/lockstep/Worker.hpp>
#include <pmacc/mappings/threads/ForEachIdx.hpp>
#include <pmacc/memory/CtxArray.hpp>
#include <pmacc/types.hpp>

namespace pmacc::lockstep {

using mappings::threads::Site;

/// An index of a domain: a number, and the element of context variables that belongs to it.
struct Idx {
    uint32_t linearIdx;
    uint32_t element;

    HDINLINE constexpr operator uint32_t() const { return linearIdx; }
};

/// A context variable; Idx selects an element.
template <typename T_Type, typename T_Config>
struct Variable : private memory::CtxArray<T_Type, T_Config> {
    using CtxArray = memory::CtxArray<T_Type, T_Config>;

    HDINLINE Variable() {}  // not `= default`: Variable() would be zeros
    HDINLINE explicit Variable(T_Type const& value) : CtxArray(value) {}
    template <typename T_Functor>
    DINLINE Variable(uint32_t const workerIdx, T_Functor const& functor, Site const site)
        : CtxArray(workerIdx, functor, site) {}

    HDINLINE T_Type& operator[](Idx const idx) { return CtxArray::operator[](idx.element); }
    HDINLINE T_Type const& operator[](Idx const idx) const { return CtxArray::operator[](idx.element); }
};

namespace detail {

template <typename T_Type>
HDINLINE T_Type&& declval();

template <typename T_Functor, typename... T_Values>
DINLINE auto call(int, T_Functor& functor, Idx const idx, T_Values&... values)
    -> decltype(functor(idx, values...)) {
    return functor(idx, values...);
}
template <typename T_Functor, typename... T_Values>
DINLINE auto call(long, T_Functor& functor, Idx const, T_Values&... values) -> decltype(functor(values...)) {
    return functor(values...);
}

template <typename T_Type>
inline constexpr bool isVoid = false;
template <>
inline constexpr bool isVoid<void> = true;

template <typename T_Type>
struct Decay {
    using type = T_Type;
};
template <typename T_Type>
struct Decay<T_Type&> {
    using type = T_Type;
};
template <typename T_Type>
struct Decay<T_Type const&> {
    using type = T_Type;
};

}  // namespace detail

/// Executes a functor for each index of a domain, as ForEachIdx does: `functor(idx)` or `functor()`, followed
/// by the elements of context variables if any are passed. If the functor returns something, the result is a
/// variable of it.
template <typename T_Config>
class ForEach {
  public:
    using Config = T_Config;

    DINLINE ForEach(uint32_t const workerIdx, Site const site) : m_workerIdx(workerIdx), m_site(site) {}

    template <typename T_Functor, typename... T_Variables>
    DINLINE auto operator()(T_Functor&& functor, T_Variables&&... variables) const {
        auto const atIndex = [&](uint32_t const linearIdx, uint32_t const element) -> decltype(auto) {
            Idx const idx{linearIdx, element};
            return detail::call(0, functor, idx, variables[idx]...);
        };
        using Result = decltype(atIndex(0u, 0u));
        if constexpr (detail::isVoid<Result>)
            mappings::threads::ForEachIdx<T_Config>{m_workerIdx}(atIndex, m_site);
        else
            return Variable<typename detail::Decay<Result>::type, T_Config>(m_workerIdx, atIndex, m_site);
    }

  private:
    uint32_t m_workerIdx;
    Site m_site;
};

template <uint32_t T_domainSize, uint32_t T_simdSize = 1u, uint32_t T_numWorkers>
DINLINE auto makeForEach(Worker<T_numWorkers> const& worker, Site const site = Site::here()) {
    return ForEach<mappings::threads::IdxConfig<T_domainSize, T_numWorkers, T_simdSize>>(worker.workerIdx(),
                                                                                         site);
}
template <uint32_t T_domainSize, uint32_t T_numWorkers, uint32_t T_simdSize = 1u>
DINLINE auto makeForEach(uint32_t const workerIdx, Site const site = Site::here()) {
    return ForEach<mappings::threads::IdxConfig<T_domainSize, T_numWorkers, T_simdSize>>(workerIdx, site);
}

/// A domain of one index.
template <uint32_t T_numWorkers>
DINLINE auto makeMaster(Worker<T_numWorkers> const& worker, Site const site = Site::here()) {
    return makeForEach<1u>(worker, site);
}

/// A context variable of the domain: without a value, or with this one for each index.
template <typename T_Type, typename T_Config>
DINLINE auto makeVar(ForEach<T_Config> const&) {
    return Variable<T_Type, T_Config>();
}
template <typename T_Type, typename T_Config>
DINLINE auto makeVar(ForEach<T_Config> const&, T_Type const& value) {
    return Variable<T_Type, T_Config>(value);
}

}  // namespace pmacc::lockstep

#pragma once

#include <pmacc/types.hpp>

namespace pmacc::mappings::threads {

/// The element of a context variable that belongs to an index: the second argument of the functor of
/// ForEachIdx. It is a number, 0 ≤ idx < numCollIter × simdSize, that knows its domain. A functor with a
/// parameter `auto const idx` keeps it.
template <typename T_IdxConfig>
struct CtxIdx {
    uint32_t value;

    HDINLINE constexpr operator uint32_t() const { return value; }
};

/// Fails to compile if a context variable is used with an index of another domain: the compiler shows both.
template <typename T_DomainOfVariable, typename T_DomainOfIdx>
struct SameDomain {
    static_assert(T_DomainOfVariable::domainSize == 0u,
                  "a context variable is used with the idx of another domain; it needs the IdxConfig of the "
                  "ForEachIdx that hands out this idx");
};
template <typename T_IdxConfig>
struct SameDomain<T_IdxConfig, T_IdxConfig> {};

/// The number of an index that selects an element of a variable of this domain. That of a plain number is not
/// known.
template <typename T_IdxConfig, typename T_Idx>
HDINLINE constexpr uint32_t elementOf(T_Idx const idx) {
    return static_cast<uint32_t>(idx);
}
template <typename T_IdxConfig, typename T_Other>
HDINLINE constexpr uint32_t elementOf(CtxIdx<T_Other> const idx) {
    (void)SameDomain<T_IdxConfig, T_Other>{};
    return idx.value;
}

}  // namespace pmacc::mappings::threads

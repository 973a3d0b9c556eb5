#pragma once

#include <pmacc/types.hpp>

namespace pmacc::memory {

/// T_size elements, as std::array, but for devices too. Without an initial value, numbers have none.
template <typename T_Type, size_t T_size>
struct Array {
    using value_type = T_Type;
    using size_type = size_t;
    using reference = value_type&;
    using const_reference = value_type const&;
    using pointer = value_type*;
    using const_pointer = value_type const*;

    Array() = default;

    /// Each element is `value`.
    HDINLINE explicit Array(T_Type const& value) {
        for (size_type i = 0; i < T_size; ++i) m_data[i] = value;
    }

    HDINLINE static constexpr size_type size() { return T_size; }
    HDINLINE static constexpr size_type max_size() { return T_size; }

    HDINLINE pointer data() { return m_data; }
    HDINLINE const_pointer data() const { return m_data; }

    template <typename T_Idx>
    HDINLINE reference operator[](T_Idx const idx) {
        return m_data[idx];
    }
    template <typename T_Idx>
    HDINLINE const_reference operator[](T_Idx const idx) const {
        return m_data[idx];
    }

  private:
    T_Type m_data[T_size];
};

}  // namespace pmacc::memory

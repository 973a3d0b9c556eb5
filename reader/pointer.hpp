#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "dsl/cuda/kernel_function.hpp"
#include "reader/dsl.hpp"

namespace musimd::reader {

/// What a pointer points to, and where an object is: its first cell.
struct Pointer {
    enum class To : std::uint8_t {
        buffer,     ///< the element of a buffer
        address,    ///< the index is an address
        variables,  ///< the number `cell` of the cells, which are variables
    };
    BufferId buffer = 0;
    Expr index;  ///< an i64
    To to = To::buffer;
    std::vector<VariableId> cells = {};
    std::int64_t cell = 0;
    std::int64_t scale = 1;  ///< by which the index moves from one cell to the next
    /// Of a view (see cuda/views.cpp): how many bytes each number of the object has. The index counts bytes.
    /// 0 if the pointer is not a view.
    std::int64_t number_bytes = 0;
    /// In shared memory of bytes, of a structure whose numbers are not all of one size and side by side:
    /// where they are. This points to the number `cell` of them.
    std::shared_ptr<const cuda::ByteLayout> layout = {};
    /// In shared memory of which a number is in the cell of its first byte: where this became a pointer to
    /// elements of its size.
    Expr begin = {};
    /// What accesses check.
    struct Alignment {
        Expr place;                 ///< in cells or bytes, as the index; null: it is aligned
        std::int64_t multiple = 1;  ///< what the place must be a multiple of
        std::int64_t bytes = 1;     ///< the same in bytes
    };
    Alignment alignment = {};
};

}  // namespace musimd::reader

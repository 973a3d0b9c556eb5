#pragma once

#include "reader/context.hpp"

namespace musimd::reader {

/// What an `atomic` orders: by its clause, or else by `requires atomic_default_mem_order` of the file.
struct MemoryOrder {
    bool acquires = false;
    bool releases = false;
};

MemoryOrder memory_order_of(const ast::OMPAtomicDirective* directive, const Context& context);

}  // namespace musimd::reader

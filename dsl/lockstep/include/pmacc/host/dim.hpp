#pragma once

#include <cstdint>

namespace pmacc::host {

struct Dim {
    uint32_t x = 1, y = 1, z = 1;
};

}  // namespace pmacc::host

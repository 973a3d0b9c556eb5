#pragma once

#include <pmacc/types.hpp>

namespace pmacc::mappings::threads {

#ifdef PMACC_ON_HOST
using host::Site;
#else
/// The statement that calls a function: of interest on the host alone, which reports it.
struct Site {
    DINLINE static constexpr Site here() { return {}; }
};
#endif

}  // namespace pmacc::mappings::threads

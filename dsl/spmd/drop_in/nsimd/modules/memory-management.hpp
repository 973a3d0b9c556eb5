#pragma once

// The name that NSIMD's header of early versions has.
#include <nsimd/modules/memory_management.hpp>

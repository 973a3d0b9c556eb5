#pragma once

// The name of this header in early versions of NSIMD.
#include <nsimd/modules/memory_management.hpp>

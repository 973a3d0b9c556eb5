// Headers include it; the occupancy that programs ask for is that of the runtime.
#pragma once
#include <cuda_runtime.h>

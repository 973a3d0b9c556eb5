// What a file includes without saying so: one of CUDA C++ the runtime, as by nvcc, others nothing.
#ifdef __CUDA__
#include <cuda_runtime.h>
#endif

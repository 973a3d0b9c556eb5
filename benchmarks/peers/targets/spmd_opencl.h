// A kernel of NSIMD's SPMD DSL in OpenCL C: an element is a work-item.
#define k_float float
#define k_int int
#define k_load(pointer) (pointer)[get_global_id(0)]
#define k_store(pointer, value) (pointer)[get_global_id(0)] = (value)
#define k_set(variable, value) variable = (value)
#define k_if(condition) if (condition) {
#define k_endif }
#define k_sqrt sqrt
#define k_min min
#define k_max max
#define spmd_kernel_1d(name, ...) void name(__VA_ARGS__) {
#define spmd_kernel_end }

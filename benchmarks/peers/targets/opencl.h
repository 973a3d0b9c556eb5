// A kernel in OpenCL C: a work-item.
#define KERNEL(name)                                        \
    __kernel void name(__global int* memory, int turn) {    \
        const int item = (int)get_global_id(0);
#define END }
#define INCREMENT(address) atomic_inc(memory + (address))

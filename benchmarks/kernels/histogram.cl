// histogram.cu in OpenCL C.
__kernel void histogram(__global int* memory, int turn) {
    __global const int* in = memory + AT_in;
    __global int* out = memory + AT_out;
    __local int counts[256];
    const int thread = (int)get_local_id(0), block = (int)get_group_id(0);
    counts[thread] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = block * 2048 + thread;
    for (int i = first; i < min(n, first + 2048); i += 256) atomic_inc(&counts[in[i]]);
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_add(&out[thread], counts[thread]);
}

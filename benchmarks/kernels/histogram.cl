// histogram.cu in OpenCL C.
__kernel void histogram(__global int* memory, int turn) {
    __global const int* in = memory + AT_in;
    __global int* out = memory + AT_out;
    __local int counts[1024];
    const int thread = (int)get_local_id(0), block = (int)get_group_id(0);
    for (int bin = thread; bin < 1024; bin += 256) counts[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int first = block * 2048 + thread;
    for (int i = first; i < min(n, first + 2048); i += 256) {
        for (int byte = 0; byte < 4; ++byte) atomic_inc(&counts[byte * 256 + (in[i] >> byte * 8 & 255)]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int bin = thread; bin < 1024; bin += 256) atomic_add(&out[bin], counts[bin]);
}

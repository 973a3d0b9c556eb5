// reduction.cu in OpenCL C.
__kernel void reduction(__global int* memory, int turn) {
    __global const int* in = memory + AT_in;
    __global int* out = memory + AT_out;
    __local int part[128];
    const int thread = (int)get_local_id(0), block = (int)get_group_id(0);
    int sum = 0;
    for (int i = thread; i < n; i += 128) sum += in[block * n + i];
    part[thread] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int width = 64; width > 0; width /= 2) {
        if (thread < width) part[thread] += part[thread + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (thread == 0) out[block] = part[0];
}

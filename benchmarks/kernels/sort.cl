// sort.cu in OpenCL C.
__kernel void sort(__global int* memory, int turn) {
    __global int* a = memory + AT_a;
    __local int row[64];
    const int t = (int)get_local_id(0), first = (int)get_group_id(0) * 64;
    row[t] = a[first + t];
    row[t + 32] = a[first + t + 32];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int size = 2; size <= 64; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            const int low = 2 * t - (t & (step - 1)), high = low + step;
            const int x = row[low], y = row[high];
            if (((2 * t & size) == 0) == (x > y)) {
                row[low] = y;
                row[high] = x;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
    }
    a[first + t] = row[t];
    a[first + t + 32] = row[t + 32];
}

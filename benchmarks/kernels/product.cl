// product.cu in OpenCL C.
__kernel void product(__global int* memory, int turn) {
    __global const float *a = (__global float*)(memory + AT_a), *b = (__global float*)(memory + AT_b);
    __global float* c = (__global float*)(memory + AT_c);
    __local float as[16][16], bs[16][16];
    const int thread = (int)get_local_id(0), block = (int)get_group_id(0);
    const int x = thread % 16, y = thread / 16, tiles = n / 16;
    const int row = block / tiles * 16 + y, column = block % tiles * 16 + x;
    float sum = 0;
    for (int t = 0; t < n; t += 16) {
        as[y][x] = a[row * n + t + x];
        bs[y][x] = b[(t + y) * n + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k) sum += as[y][k] * bs[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * n + column] = sum;
}

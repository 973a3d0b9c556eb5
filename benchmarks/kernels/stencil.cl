// stencil.cu in OpenCL C.
__kernel void stencil(__global int* memory, int turn) {
    __global const float* in = (__global float*)(memory + AT_in);
    __global float* out = (__global float*)(memory + AT_out);
    const int i = (int)get_global_id(0);
    const int x = i % width, y = i / width;
    if (y >= height) return;
    float sum = 0;
    for (int row = y - 2; row <= y + 2; ++row) {
        if (row < 0 || row >= height) continue;
        for (int column = x - 2; column <= x + 2; ++column) {
            if (column >= 0 && column < width) sum += in[row * width + column];
        }
    }
    out[i] = sum;
}

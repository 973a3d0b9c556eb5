// stencil.cu in OpenCL C.
__kernel void stencil(__global int* memory, int turn) {
    __global const float* in = (__global float*)(memory + AT_in);
    __global float* out = (__global float*)(memory + AT_out);
    const int i = (int)get_global_id(0);
    const int x = i % width, y = i / width;
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) {
        out[i] = 0.2f * (in[i] + in[i - 1] + in[i + 1] + in[i - width] + in[i + width]);
    } else if (y < height) {
        out[i] = in[i];
    }
}

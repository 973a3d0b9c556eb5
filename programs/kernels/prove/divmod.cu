// verdict: proved
// prove: --length in=width*height --length out=width*height --assume 'width > 0 && height > 0'
__global__ void turn(const float* in, float* out, int width, int height) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= width * height) return;
    int x = i % width, y = i / width;
    out[x * height + y] = in[i];
}

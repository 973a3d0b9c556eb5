// verdict: proved
// prove: --length p=n
struct Particle {
    float x, y;
    int cell;
};
__global__ void move(Particle* p, float dt, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        p[i].x += dt * p[i].y;
        p[i].cell = 3;
    }
}

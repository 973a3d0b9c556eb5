// Right, but three entries deep in Π. Grades at N + t for the points at t.
__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int x = memory[t];
    int r;
    if (x >= 90) {
        r = 4;
    } else {
        if (x >= 75) {
            r = 3;
        } else {
            if (x >= 50)
                r = 2;
            else
                r = 1;
        }
    }
    memory[blockDim.x + t] = r;
}

__global__ void answer(int *memory) {
    int t = threadIdx.x;
    int index = memory[100 + t];
    int value = memory[200 + t];
    bool first = true;
    for (int i = 0; i < t; i++)
        if (memory[100 + i] == index) first = false;
    if (first) memory[300 + index] = value;
}

// The assignment step of k-means: for each point the nearest of k centres. With few dimensions the simd loop
// has fewer iterations than lanes, and combining its sum costs more than computing it, so that SPMD suits it;
// with many dimensions the loads of the SIMD model are better.
// run: k_means_assign --arg k=8 --arg dimensions=3

void k_means_assign(int points, int k, int dimensions, const float* point, const float* centre,
                    int* nearest) {
#pragma omp target teams distribute parallel for map(to: point[0:points * dimensions]) \
    map(to: centre[0:k * dimensions]) map(from: nearest[0:points])
    for (int i = 0; i < points; i++) {
        int best = 0;
        float smallest = 0.0f;
        for (int c = 0; c < k; c++) {
            float square = 0.0f;
#pragma omp simd simdlen(8) reduction(+: square)
            for (int d = 0; d < dimensions; d++) {
                const float difference = point[i * dimensions + d] - centre[c * dimensions + d];
                square += difference * difference;
            }
            if (c == 0 || square < smallest) {
                smallest = square;
                best = c;
            }
        }
        nearest[i] = best;
    }
}

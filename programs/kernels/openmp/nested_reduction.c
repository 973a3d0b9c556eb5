// The sum, over all points of a second set, of the largest difference in any dimension: a reduction (max) in
// a loop of another (sum). Under the SIMD model each of the inner ones combines its lanes one after another,
// which costs more than the loop if there are few dimensions.
// run: nested_reduction --arg dimensions=24

void nested_reduction(int points, int others, int dimensions, const float* p, const float* q, float* sum) {
#pragma omp target teams distribute parallel for \
    map(to: p[0:points * dimensions], q[0:others * dimensions]) map(from: sum[0:points])
    for (int i = 0; i < points; i++) {
        float all = 0.0f;
        for (int j = 0; j < others; j++) {
            float largest = 0.0f;
#pragma omp simd simdlen(8) reduction(max: largest)
            for (int k = 0; k < dimensions; k++) {
                float difference = p[i * dimensions + k] - q[j * dimensions + k];
                if (difference < 0.0f) difference = -difference;
                if (difference > largest) largest = difference;
            }
            all += largest;
        }
        sum[i] = all;
    }
}

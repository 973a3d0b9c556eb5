// The acceleration of each of n bodies by all others: regular work, so both models keep their lanes busy. The
// lanes of the SPMD model read the same body; those of the SIMD model read neighbours, and combine three sums
// for each body, which matters if n is small.
// run: n_body --arg softening=0.5

#include <math.h>

void n_body(int n, float softening, const float* x, const float* y, const float* z, const float* mass,
            float* ax, float* ay, float* az) {
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n], z[0:n], mass[0:n]) \
    map(from: ax[0:n], ay[0:n], az[0:n])
    for (int i = 0; i < n; i++) {
        float sum_x = 0.0f;
        float sum_y = 0.0f;
        float sum_z = 0.0f;
#pragma omp simd simdlen(16) reduction(+: sum_x, sum_y, sum_z)
        for (int j = 0; j < n; j++) {
            const float dx = x[j] - x[i];
            const float dy = y[j] - y[i];
            const float dz = z[j] - z[i];
            const float square = dx * dx + dy * dy + dz * dz + softening;
            const float factor = mass[j] / (square * sqrtf(square));
            sum_x += factor * dx;
            sum_y += factor * dy;
            sum_z += factor * dz;
        }
        ax[i] = sum_x;
        ay[i] = sum_y;
        az[i] = sum_z;
    }
}

// The acceleration of each of n bodies in a plane.
#include <math.h>

void n_body(int n, const float* x, const float* y, const float* mass, float* ax, float* ay) {
#pragma omp target teams distribute parallel for map(to: x[0:n], y[0:n], mass[0:n]) map(from: ax[0:n], ay[0:n])
    for (int i = 0; i < n; i++) {
        float sum_x = 0, sum_y = 0;
        for (int j = 0; j < n; j++) {
            const float dx = x[j] - x[i], dy = y[j] - y[i];
            const float square = dx * dx + dy * dy + 0.5f;
            const float factor = mass[j] / (square * sqrtf(square));
            sum_x += factor * dx;
            sum_y += factor * dy;
        }
        ax[i] = sum_x;
        ay[i] = sum_y;
    }
}

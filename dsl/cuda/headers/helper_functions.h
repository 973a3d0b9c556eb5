// A stand-in for the header of this name that comes with NVIDIA's samples, without images.
#pragma once

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <helper_string.h>
#include <helper_timer.h>

// Whether all but a share of the elements differ by at most so much.
template <typename T, typename S>
bool compareData(const T *reference, const T *data, unsigned int size, S most, float share) {
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < size; ++i) {
        const double difference = (double)reference[i] - (double)data[i];
        wrong += !(difference <= (double)most && difference >= -(double)most);
    }
    return (float)wrong <= share * (float)size;
}
static inline bool sdkCompareL2fe(const float *reference, const float *data, unsigned int size, float most) {
    double error = 0, norm = 0;
    for (unsigned int i = 0; i < size; ++i) {
        error += ((double)reference[i] - data[i]) * ((double)reference[i] - data[i]);
        norm += (double)reference[i] * reference[i];
    }
    return norm > 0 && sqrt(error) / sqrt(norm) < most;
}

// The host's part of the figures: 32 rows of 40 words, of which the odd ones are copied.
#include <stdio.h>
#include <stdlib.h>
#include <vector>

constexpr int kThreads = 32;
constexpr size_t kWords = kThreads * 40;

/// `launch(dest, src, n)` copies the odd rows. Prints a number of what it has written; the exit status is 0 if it is
/// right.
template <typename Launch>
int copy_odd_rows(const Launch &launch) {
    std::vector<int> from(kWords), to(kWords, 0);
    for (size_t i = 0; i < kWords; i++) from[i] = (int)(i * 7 + 1);
    int *dest, *src;
    cudaMalloc(&dest, kWords * sizeof(int));
    cudaMalloc(&src, kWords * sizeof(int));
    cudaMemcpy(dest, to.data(), kWords * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(src, from.data(), kWords * sizeof(int), cudaMemcpyHostToDevice);
    launch(dest, (const int *)src, kWords);
    cudaMemcpy(to.data(), dest, kWords * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(dest);
    cudaFree(src);
    unsigned sum = 0;
    bool is_right = true;
    for (size_t i = 0; i < kWords; i++) {
        sum = sum * 31 + (unsigned)to[i];
        const bool is_odd = i / (kWords / kThreads) % 2 == 1;
        is_right = is_right && to[i] == (is_odd ? from[i] : 0);
    }
    printf("%s %u\n", is_right ? "copied" : "wrong", sum);
    return is_right ? 0 : 1;
}

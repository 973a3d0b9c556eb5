// The time to record a kernel: `operations` of them in a row, and a launch, from its first statement to the
// tree. `per_operation` is the time of one.

#include <benchmark/benchmark.h>

#include "dsl/spmd/spmd.hpp"

namespace {

float memory[64];

// clang-format off
spmd_kernel_1d(operations, float *dst, float *src, int count)
    k_float x = k_load(src), y(x);
    for (int i = 0; i < count; i += 5) {
        k_set(x, x * y + 1);
        k_if (x > y)
            k_set(y, k_max(x, y));
        k_endif
    }
    k_store(dst, x);
spmd_kernel_end
    // clang-format on

    void
    record(benchmark::State& state) {
    const auto count = static_cast<int>(state.range(0));
    for (auto _ : state) {
        const musimd::spmd::RecordOnly recorder;
        spmd_launch_kernel_1d(operations, 32, 1, 32, memory, memory + 32, count);
        benchmark::DoNotOptimize(recorder.kernels().data());
    }
    state.counters["per_operation"] = benchmark::Counter(
        count, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}
BENCHMARK(record)->Name("RecordKernel")->Arg(10)->Arg(100)->Arg(1000);

}  // namespace

// The kernels of the GPU benchmarks on an emulated hardware warp: they do what the benchmark claims to
// measure.

#include <gtest/gtest.h>

#include <vector>

#include "benchmarks/gpu/kernels/copy.hpp"
#include "benchmarks/gpu/kernels/graph.hpp"
#include "benchmarks/gpu/kernels/graph_reference.hpp"
#include "gpu_backend/device/emulator.hpp"

namespace musimd::benchmarks::gpu_kernels_test {
namespace {

void launch(gpu::EmulatedKernel kernel, void* argument, unsigned warps) {
    for (unsigned warp = 0; warp < warps; ++warp) {
        const auto done = gpu::run_emulated_warp(kernel, argument, warp, &hardware::musimd_emulator);
        ASSERT_TRUE(done) << done.error();
    }
}

TEST(GpuKernels, OnlyRecordsAreCopied) {
    for (const auto kernel : {copy_by_thread, copy_everywhere, copy_everywhere_8}) {
        for (const std::int64_t length : {1, 7, 32, 255, 256, 257, 600}) {
            for (const unsigned active : {0U, 1U, 11U, 32U}) {
                CopyJob job{nullptr, length, 3, active};
                const std::int64_t words = words_of_warp(length);
                std::vector<std::int32_t> all(static_cast<std::size_t>(words) * job.warps);
                job.words = all.data();
                for (std::size_t i = 0; i < all.size(); ++i)
                    all[i] = word_before(job, static_cast<std::int64_t>(i) / words,
                                         static_cast<std::int64_t>(i) % words);
                launch(kernel, &job, job.warps);
                std::size_t wrong = 0;
                for (std::size_t i = 0; i < all.size(); ++i) {
                    if (all[i] != word_after(job, static_cast<std::int64_t>(i) / words,
                                             static_cast<std::int64_t>(i) % words))
                        ++wrong;
                }
                EXPECT_EQ(wrong, 0U) << length << " words, " << active << " threads";
            }
        }
    }
}

TEST(GpuKernels, TheJobDeterminesHowManyThreadsHaveARecord) {
    for (const unsigned active : {0U, 5U, 32U}) {
        const CopyJob job{nullptr, 1, 100, active};
        std::vector<unsigned> of_thread(32);
        for (unsigned warp = 0; warp < job.warps; ++warp) {
            unsigned count = 0;
            for (unsigned t = 0; t < 32; ++t) {
                if (has_record(job, warp, t)) ++count, ++of_thread[t];
            }
            EXPECT_EQ(count, active);
        }
        if (active == 5) {
            for (const unsigned count : of_thread) EXPECT_LT(count, 100U);
        }
    }
}

// The distances that a kernel computes, launched as in the benchmark.
std::vector<std::int32_t> distances(gpu::EmulatedKernel kernel, const Graph& graph, int rounds,
                                    std::int32_t far) {
    std::vector<std::int32_t> from(static_cast<std::size_t>(graph.vertices()), far);
    from[0] = 0;
    std::vector<std::int32_t> to = from;
    const bool paths = far == kFar;
    for (int round = 0; round < rounds; ++round) {
        GraphJob job{graph.vertices(),
                     graph.row.data(),
                     graph.edges.data(),
                     graph.weight.data(),
                     from.data(),
                     to.data(),
                     round};
        launch(kernel, &job, static_cast<unsigned>(graph.vertices() + 31) / 32);
        if (paths) std::swap(from, to);
    }
    return from;
}

TEST(GpuKernels, SearchesAgreeWithTheHost) {
    for (const std::int32_t hub : {4, 40, 200}) {
        const Graph graph = make_graph(3000, hub);
        const Found found = search(graph);
        EXPECT_GT(found.rounds, 2);
        EXPECT_EQ(distances(search_by_thread, graph, found.rounds, -1), found.distance) << hub;
        EXPECT_EQ(distances(search_everywhere, graph, found.rounds, -1), found.distance) << hub;
    }
}

TEST(GpuKernels, ShortestPathsAgreeWithTheHost) {
    for (const std::int32_t hub : {4, 40, 200}) {
        const Graph graph = make_graph(3000, hub);
        const Found found = shortest_paths(graph);
        EXPECT_GT(found.rounds, 2);
        EXPECT_EQ(distances(relax_by_thread, graph, found.rounds, kFar), found.distance) << hub;
        EXPECT_EQ(distances(relax_everywhere, graph, found.rounds, kFar), found.distance) << hub;
    }
}

}  // namespace
}  // namespace musimd::benchmarks::gpu_kernels_test

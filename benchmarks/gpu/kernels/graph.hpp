#pragma once

#include "benchmarks/gpu/kernels/hardware.hpp"

// The edge loops of breadth-first search and of Bellman and Ford's shortest paths: each thread follows the
// edges of its own vertex, or the whole warp those of one vertex after the other
// (docs/reports/everywhere-on-gpu.md).

namespace musimd::benchmarks {

/// The edges of v are row[v] … row[v + 1] − 1; `edges` holds their targets, or their sources. A kernel is one
/// level of the search, or one round.
struct GraphJob {
    std::int32_t vertices = 0;
    const std::int32_t* row = nullptr;
    const std::int32_t* edges = nullptr;
    const std::int32_t* weight = nullptr;
    std::int32_t* distance = nullptr;  ///< search distances: −1 if not reached
    std::int32_t* next = nullptr;      ///< the new distances of a round
    std::int32_t level = 0;
};

/// Each warp has 32 vertices; those past the last one do not exist.
MUSIMD_DEVICE inline std::int32_t my_vertex(unsigned warp) {
    return static_cast<std::int32_t>(warp * hardware::kLanes + hardware::lane());
}

/// The next level reaches a vertex that was not reached before; all threads that do so write the same value.
MUSIMD_DEVICE inline void reach(const GraphJob& job, std::int32_t vertex) {
    if (job.distance[vertex] == -1) job.distance[vertex] = job.level + 1;
}

MUSIMD_KERNEL(search_by_thread) {
    const GraphJob job = *static_cast<const GraphJob*>(argument);
    const std::int32_t v = my_vertex(warp);
    if (v >= job.vertices || job.distance[v] != job.level) return;
    for (std::int32_t e = job.row[v]; e < job.row[v + 1]; ++e) reach(job, job.edges[e]);
}

MUSIMD_KERNEL(search_everywhere) {
    const GraphJob job = *static_cast<const GraphJob*>(argument);
    const std::int32_t v = my_vertex(warp);
    const bool has_work = v < job.vertices && job.distance[v] == job.level;
    const std::int32_t my_first = has_work ? job.row[v] : 0;
    const std::int32_t my_last = has_work ? job.row[v + 1] : 0;
    for (std::uint32_t todo = hardware::ballot(has_work); todo != 0; todo &= todo - 1) {
        const std::int32_t first = hardware::shuffle(my_first, first_of(todo));
        const std::int32_t last = hardware::shuffle(my_last, first_of(todo));
        const std::int32_t t = static_cast<std::int32_t>(hardware::lane());
        for (std::int32_t e = first + t; e < last; e += 32) reach(job, job.edges[e]);
    }
}

MUSIMD_DEVICE inline std::int32_t over_edge(const GraphJob& job, std::int32_t e) {
    return job.distance[job.edges[e]] + job.weight[e];
}

MUSIMD_KERNEL(relax_by_thread) {
    const GraphJob job = *static_cast<const GraphJob*>(argument);
    const std::int32_t v = my_vertex(warp);
    if (v >= job.vertices) return;
    std::int32_t best = job.distance[v];
    if (v != 0) {
        for (std::int32_t e = job.row[v]; e < job.row[v + 1]; ++e) {
            const std::int32_t there = over_edge(job, e);
            if (there < best) best = there;
        }
    }
    job.next[v] = best;
}

MUSIMD_KERNEL(relax_everywhere) {
    const GraphJob job = *static_cast<const GraphJob*>(argument);
    const std::int32_t v = my_vertex(warp);
    const bool is_vertex = v < job.vertices;
    const bool has_work = is_vertex && v != 0;
    std::int32_t best = is_vertex ? job.distance[v] : 0;
    const std::int32_t my_first = has_work ? job.row[v] : 0;
    const std::int32_t my_last = has_work ? job.row[v + 1] : 0;
    for (std::uint32_t todo = hardware::ballot(has_work); todo != 0; todo &= todo - 1) {
        const unsigned owner = first_of(todo);
        const std::int32_t first = hardware::shuffle(my_first, owner);
        const std::int32_t last = hardware::shuffle(my_last, owner);
        const unsigned t = hardware::lane();
        std::int32_t least = 0x3FFFFFFF;
        for (std::int32_t e = first + static_cast<std::int32_t>(t); e < last; e += 32) {
            const std::int32_t there = over_edge(job, e);
            if (there < least) least = there;
        }
        for (unsigned distance = 1; distance < hardware::kLanes; distance *= 2) {
            const std::int32_t other = hardware::shuffle(least, t ^ distance);
            if (other < least) least = other;
        }
        if (t == owner && least < best) best = least;
    }
    if (is_vertex) job.next[v] = best;
}

}  // namespace musimd::benchmarks

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

// The graphs, and the reference results in plain C++.

namespace musimd::benchmarks {

inline constexpr std::int32_t kFar = 1 << 28;  ///< farther than any vertex

struct Graph {
    std::vector<std::int32_t> row, edges, weight;
    std::int32_t vertices() const { return static_cast<std::int32_t>(row.size()) - 1; }
};

/// About this many edges: every fourth vertex is a hub with `hub` edges, the others have four. They lead
/// to vertices spread over the quarter of the graph that follows.
inline Graph make_graph(std::int32_t edges, std::int32_t hub) {
    constexpr std::int32_t kLow = 4;
    constexpr std::int32_t kEvery = 4;
    const std::int32_t vertices = edges / ((hub + kLow * (kEvery - 1)) / kEvery) / kEvery * kEvery + kEvery;
    const std::int32_t span = vertices / 4;
    Graph graph;
    graph.row.push_back(0);
    for (std::int32_t v = 0; v < vertices; ++v) {
        const std::int32_t count = v % kEvery == 0 ? hub : kLow;
        for (std::int32_t i = 0; i < count; ++i) {
            const auto e = static_cast<std::uint32_t>(graph.edges.size());
            const std::uint32_t mixed = (e * 2654435761U) ^ (e >> 5);
            graph.edges.push_back(static_cast<std::int32_t>(
                (static_cast<std::int64_t>(v) + 1 + mixed % static_cast<std::uint32_t>(span)) % vertices));
            graph.weight.push_back(static_cast<std::int32_t>(e * 11U % 17U) + 1);
        }
        graph.row.push_back(static_cast<std::int32_t>(graph.edges.size()));
    }
    return graph;
}

/// The result of a search from vertex 0, and the number of levels or rounds until nothing changes.
struct Found {
    std::vector<std::int32_t> distance;
    int rounds = 0;
    std::size_t edges = 0;  ///< followed, in all rounds together
};

inline Found search(const Graph& graph) {
    Found found{std::vector<std::int32_t>(static_cast<std::size_t>(graph.vertices()), -1)};
    found.distance[0] = 0;
    std::vector<std::int32_t> frontier = {0};
    for (; !frontier.empty(); ++found.rounds) {
        std::vector<std::int32_t> next;
        for (const std::int32_t v : frontier) {
            for (auto e = static_cast<std::size_t>(graph.row[static_cast<std::size_t>(v)]);
                 e < static_cast<std::size_t>(graph.row[static_cast<std::size_t>(v) + 1]); ++e) {
                ++found.edges;
                std::int32_t& distance = found.distance[static_cast<std::size_t>(graph.edges[e])];
                if (distance != -1) continue;
                distance = found.rounds + 1;
                next.push_back(graph.edges[e]);
            }
        }
        frontier = std::move(next);
    }
    return found;
}

/// The edges of v lead to it. Each round reads the distances of the previous one.
inline Found shortest_paths(const Graph& graph) {
    const auto vertices = static_cast<std::size_t>(graph.vertices());
    Found found{std::vector<std::int32_t>(vertices, kFar)};
    found.distance[0] = 0;
    for (bool changed = true; changed; ++found.rounds) {
        changed = false;
        std::vector<std::int32_t> next = found.distance;
        for (std::size_t v = 1; v < vertices; ++v) {
            for (auto e = static_cast<std::size_t>(graph.row[v]);
                 e < static_cast<std::size_t>(graph.row[v + 1]); ++e) {
                const std::int32_t there =
                    found.distance[static_cast<std::size_t>(graph.edges[e])] + graph.weight[e];
                if (there < next[v]) next[v] = there;
            }
            changed = changed || next[v] != found.distance[v];
        }
        found.edges += graph.edges.size() - static_cast<std::size_t>(graph.row[1]);
        found.distance = std::move(next);
    }
    return found;
}

}  // namespace musimd::benchmarks

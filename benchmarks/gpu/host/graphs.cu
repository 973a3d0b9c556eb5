// Breadth-first search and shortest paths, by threads and by warps. A line of standard input is
// `search|paths thread|everywhere HUB EDGES REPETITIONS`.

#include <memory>

#include "benchmarks/gpu/host/measuring.hpp"
#include "benchmarks/gpu/kernels/graph.hpp"
#include "benchmarks/gpu/kernels/graph_reference.hpp"

namespace {

using namespace musimd::benchmarks;

constexpr unsigned kBlock = 256;

// A graph on the device, with the host's results for it.
struct Case {
    std::int32_t hub = 0;
    std::int32_t edges = 0;
    Graph graph;
    Found by_search, by_paths;
    std::unique_ptr<DeviceArray<std::int32_t>> row, ends, weight, distance, next;

    void make(std::int32_t new_hub, std::int32_t new_edges) {
        if (hub == new_hub && edges == new_edges) return;
        graph = make_graph(new_edges, new_hub);
        by_search = search(graph);
        by_paths = shortest_paths(graph);
        for (auto* array : {&row, &ends, &weight, &distance, &next}) array->reset();
        row = copied(graph.row);
        ends = copied(graph.edges);
        weight = copied(graph.weight);
        const auto vertices = static_cast<std::size_t>(graph.vertices());
        distance = std::make_unique<DeviceArray<std::int32_t>>(vertices);
        next = std::make_unique<DeviceArray<std::int32_t>>(vertices);
        hub = new_hub;
        edges = new_edges;
    }
    static std::unique_ptr<DeviceArray<std::int32_t>> copied(const std::vector<std::int32_t>& words) {
        auto array = std::make_unique<DeviceArray<std::int32_t>>(words.size());
        array->write(words);
        return array;
    }
};

// The argument of the kernel for each level or round.
std::vector<GraphJob> jobs_of(const Case& the, bool paths) {
    const Found& found = paths ? the.by_paths : the.by_search;
    std::vector<GraphJob> jobs;
    std::int32_t* from = the.distance->get();
    std::int32_t* to = the.next->get();
    for (int round = 0; round < found.rounds; ++round) {
        jobs.push_back(
            {the.graph.vertices(), the.row->get(), the.ends->get(), the.weight->get(), from, to, round});
        if (paths) std::swap(from, to);
    }
    return jobs;
}

std::string measure(Case& the, std::istringstream& line) {
    std::string kind;
    std::string way;
    std::int32_t hub = 0;
    std::int32_t edges = 0;
    int repetitions = 0;
    line >> kind >> way >> hub >> edges >> repetitions;
    if (!line || (kind != "search" && kind != "paths") || (way != "thread" && way != "everywhere") ||
        hub < 4 || edges < 16 || edges > 1 << 29 || repetitions < 1)
        throw std::runtime_error("expected: search|paths thread|everywhere HUB EDGES REPETITIONS");
    the.make(hub, edges);
    const bool paths = kind == "paths";
    const auto kernel = paths ? (way == "thread" ? relax_by_thread : relax_everywhere)
                              : (way == "thread" ? search_by_thread : search_everywhere);
    const Found& found = paths ? the.by_paths : the.by_search;
    std::vector<std::int32_t> begin(found.distance.size(), paths ? kFar : -1);
    begin[0] = 0;
    const std::vector<GraphJob> jobs = jobs_of(the, paths);
    DeviceArray<GraphJob> there(jobs.size());
    there.write(jobs);
    const auto warps = static_cast<unsigned>((the.graph.vertices() + 31) / 32);
    const auto seconds = seconds_of(
        repetitions, [&] { the.distance->write(begin); },
        [&] {
            for (std::size_t i = 0; i < jobs.size(); ++i)
                MUSIMD_LAUNCH(kernel, (warps * 32 + kBlock - 1) / kBlock, kBlock,
                              static_cast<void*>(there.get() + i), warps);
        });
    const bool swapped = paths && jobs.size() % 2 == 1;
    const std::vector<std::int32_t> got = (swapped ? the.next : the.distance)->read(begin.size());
    if (got != found.distance) throw std::runtime_error("distances are wrong");
    char text[128];
    std::snprintf(text, sizeof text, ", \"edges\": %zu, \"rounds\": %d, \"vertices\": %d", found.edges,
                  found.rounds, the.graph.vertices());
    return json_of(seconds) + text;
}

}  // namespace

int main() {
    Case the;
    return answer_lines([] {}, [&](std::istringstream& line) { return measure(the, line); });
}

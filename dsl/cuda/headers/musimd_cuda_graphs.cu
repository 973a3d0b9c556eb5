// Graphs of CUDA's runtime, by nodes and by capture. Nodes run one after the other, in the order in which they were
// made as far as their dependencies allow.
#include <musimd_cuda_machine.h>

#include <algorithm>
#include <memory>
#include <set>

using namespace musimd_cuda;

struct CUgraphNode_st {
    cudaGraph_t graph;
    cudaGraphNodeType type;
    StreamWork work;
    std::vector<cudaGraphNode_t> before;
    cudaGraphNode_t original;            ///< of a copy: what it is a copy of
    cudaKernelNodeParams kernel = {};    ///< as given
    std::shared_ptr<CUgraph_st> child;
};
struct CUgraph_st {
    std::vector<std::unique_ptr<CUgraphNode_st>> nodes;
};
struct CUgraphExec_st {
    std::shared_ptr<CUgraph_st> graph;    ///< a copy
    std::vector<cudaGraphNode_t> order;
};

namespace {

using Nodes = std::vector<cudaGraphNode_t>;

/// Graphs that the program has made.
std::map<cudaGraph_t, std::shared_ptr<CUgraph_st>> &graphs() {
    static auto *const the = new std::map<cudaGraph_t, std::shared_ptr<CUgraph_st>>;
    return *the;
}

bool has(const Nodes &nodes, cudaGraphNode_t node) {
    return std::find(nodes.begin(), nodes.end(), node) != nodes.end();
}

cudaGraphNode_t add(CUgraph_st &graph, cudaGraphNodeType type, StreamWork work, Nodes before) {
    graph.nodes.push_back(std::make_unique<CUgraphNode_st>());
    CUgraphNode_st &node = *graph.nodes.back();
    node.graph = &graph;
    node.type = type;
    node.work = std::move(work);
    node.before = std::move(before);
    node.original = nullptr;
    return &node;
}

cudaError_t add(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before, size_t count,
                cudaGraphNodeType type, StreamWork work, const char *function) {
    const Turn turn;
    if (node == nullptr || graphs().count(graph) == 0 || (count > 0 && before == nullptr))
        return done(cudaErrorInvalidValue, function);
    for (size_t i = 0; i < count; ++i)
        if (before[i] == nullptr || before[i]->graph != graph) return done(cudaErrorInvalidValue, function);
    *node = add(*graph, type, std::move(work), Nodes(before, before + count));
    return done(cudaSuccess, function);
}

std::shared_ptr<CUgraph_st> copy_of(const CUgraph_st &graph) {
    auto result = std::make_shared<CUgraph_st>();
    std::map<cudaGraphNode_t, cudaGraphNode_t> copies;
    for (const auto &node : graph.nodes) {
        result->nodes.push_back(std::make_unique<CUgraphNode_st>(*node));
        CUgraphNode_st &copy = *result->nodes.back();
        copy.graph = result.get();
        copy.original = node.get();
        if (copy.child != nullptr) copy.child = copy_of(*copy.child);
        copies[node.get()] = &copy;
    }
    for (const auto &node : result->nodes)
        for (cudaGraphNode_t &before : node->before) before = copies[before];
    return result;
}

/// Fewer than all nodes if they wait for each other.
Nodes in_order(const CUgraph_st &graph) {
    Nodes order;
    for (bool grows = true; grows;) {
        grows = false;
        for (const auto &node : graph.nodes) {
            const bool is_ready = std::all_of(node->before.begin(), node->before.end(),
                                              [&](cudaGraphNode_t before) { return has(order, before); });
            if (!is_ready || has(order, node.get())) continue;
            order.push_back(node.get());
            grows = true;
        }
    }
    return order;
}

cudaError_t run_all(const Nodes &order) {
    for (cudaGraphNode_t node : order) {
        const cudaError_t error = node->child != nullptr ? run_all(in_order(*node->child))
                                  : node->work           ? node->work()
                                                         : cudaSuccess;
        if (error != cudaSuccess) return error;
    }
    return cudaSuccess;
}

// ---- what nodes do

cudaError_t work_of(const cudaKernelNodeParams &p, StreamWork *work) {
    KernelLaunch launch;
    const cudaError_t error = plan(p.func, p.gridDim, p.blockDim, p.kernelParams, p.sharedMemBytes, false, &launch);
    *work = [launch] { return run(launch); };
    return error;
}
StreamWork work_of(const cudaMemcpy3DParms &p) {
    return [p] { return cudaMemcpy3D(&p); };
}
StreamWork work_of(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    return [=] { return copy(to, from, bytes, kind, "cudaGraphLaunch"); };
}
StreamWork work_of(const cudaMemsetParams &p) {
    return [p] {
        for (size_t row = 0; row < p.height; ++row) {
            const cudaError_t error =
                fill(static_cast<char *>(p.dst) + row * p.pitch, &p.value, p.elementSize, p.width);
            if (error != cudaSuccess) return done(error, "cudaGraphLaunch");
        }
        return cudaSuccess;
    };
}
StreamWork work_of(const cudaHostNodeParams &p) {
    return [p] {
        p.fn(p.userData);
        return cudaSuccess;
    };
}

// ---- capture

/// Streams that become a graph.
class Captures final : public StreamCapture {
  public:
    bool has(cudaStream_t stream) const override { return of_streams_.count(stream) != 0; }

    void add(cudaStream_t stream, int type, StreamWork work) override {
        End &end = of_streams_[stream];
        end.nodes = {::add(*end.graph, static_cast<cudaGraphNodeType>(type), std::move(work), end.nodes)};
    }

    void record(cudaEvent_t event, cudaStream_t stream) override { of_events_[event] = of_streams_[stream]; }

    bool wait(cudaStream_t stream, cudaEvent_t event) override {
        const auto recorded = of_events_.find(event);
        if (recorded == of_events_.end()) return false;
        End &end = of_streams_[stream];
        end.graph = recorded->second.graph;
        for (cudaGraphNode_t node : recorded->second.nodes)
            if (!::has(end.nodes, node)) end.nodes.push_back(node);
        return true;
    }

    void begin(cudaStream_t stream) {
        of_streams_[stream] = {std::make_shared<CUgraph_st>(), {}};
        origins_.insert(stream);
    }

    cudaError_t end(cudaStream_t stream, std::shared_ptr<CUgraph_st> *graph) {
        if (!has(stream)) return cudaErrorIllegalState;
        if (origins_.erase(stream) == 0) return cudaErrorStreamCaptureUnmatched;
        const End end = of_streams_[stream];
        Nodes joined = end.nodes;
        for (size_t i = 0; i < joined.size(); ++i)
            for (cudaGraphNode_t before : joined[i]->before)
                if (!::has(joined, before)) joined.push_back(before);
        bool is_joined = true;
        for (auto other = of_streams_.begin(); other != of_streams_.end();) {
            const bool is_of_it = other->second.graph == end.graph;
            for (cudaGraphNode_t node : other->second.nodes) is_joined = is_joined && (!is_of_it || ::has(joined, node));
            other = is_of_it ? of_streams_.erase(other) : std::next(other);
        }
        for (auto event = of_events_.begin(); event != of_events_.end();)
            event = event->second.graph == end.graph ? of_events_.erase(event) : std::next(event);
        *graph = end.graph;
        return is_joined ? cudaSuccess : cudaErrorStreamCaptureUnjoined;
    }

  private:
    /// The graph, and the nodes that the next one comes after.
    struct End {
        std::shared_ptr<CUgraph_st> graph;
        Nodes nodes;
    };
    std::map<cudaStream_t, End> of_streams_;
    std::map<cudaEvent_t, End> of_events_;
    std::set<cudaStream_t> origins_;
};

Captures &captures() {
    static auto *const the = new Captures;
    stream_capture = the;
    return *the;
}

// ---- lists

cudaError_t give(const Nodes &found, cudaGraphNode_t *nodes, size_t *count, const char *function) {
    if (count == nullptr) return done(cudaErrorInvalidValue, function);
    for (size_t i = 0; nodes != nullptr && i < *count; ++i) nodes[i] = i < found.size() ? found[i] : nullptr;
    *count = nodes == nullptr ? found.size() : std::min(*count, found.size());
    return done(cudaSuccess, function);
}

Nodes after(cudaGraphNode_t node) {
    Nodes result;
    for (const auto &other : node->graph->nodes)
        if (has(other->before, node)) result.push_back(other.get());
    return result;
}

cudaError_t set(cudaGraphNode_t node, cudaGraphNodeType type, StreamWork work, const char *function) {
    if (node == nullptr || node->type != type) return done(cudaErrorInvalidValue, function);
    node->work = std::move(work);
    return done(cudaSuccess, function);
}

/// The copy of the node in what is launched.
cudaGraphNode_t in(cudaGraphExec_t exec, cudaGraphNode_t node) {
    for (const auto &copy : exec->graph->nodes)
        if (copy->original == node) return copy.get();
    return nullptr;
}

cudaError_t set_kernel(cudaGraphNode_t node, const cudaKernelNodeParams *p, const char *function) {
    const Turn turn;
    StreamWork work;
    if (node == nullptr || p == nullptr) return done(cudaErrorInvalidValue, function);
    if (const cudaError_t error = work_of(*p, &work)) return done(error, function);
    node->kernel = *p;
    return set(node, cudaGraphNodeTypeKernel, std::move(work), function);
}

}  // namespace

extern "C" {

cudaError_t cudaGraphCreate(cudaGraph_t *graph, unsigned) {
    const Turn turn;
    if (graph == nullptr) return done(cudaErrorInvalidValue, "cudaGraphCreate");
    const auto made = std::make_shared<CUgraph_st>();
    *graph = made.get();
    graphs()[*graph] = made;
    return done(cudaSuccess, "cudaGraphCreate");
}
cudaError_t cudaGraphDestroy(cudaGraph_t graph) {
    const Turn turn;
    return done(graphs().erase(graph) == 0 ? cudaErrorInvalidValue : cudaSuccess, "cudaGraphDestroy");
}
cudaError_t cudaGraphClone(cudaGraph_t *clone, cudaGraph_t graph) {
    const Turn turn;
    if (clone == nullptr || graphs().count(graph) == 0) return done(cudaErrorInvalidValue, "cudaGraphClone");
    const auto copy = copy_of(*graph);
    *clone = copy.get();
    graphs()[*clone] = copy;
    return done(cudaSuccess, "cudaGraphClone");
}
cudaError_t cudaGraphNodeFindInClone(cudaGraphNode_t *node, cudaGraphNode_t original, cudaGraph_t clone) {
    const Turn turn;
    for (const auto &copy : clone->nodes)
        if (copy->original == original) {
            *node = copy.get();
            return done(cudaSuccess, "cudaGraphNodeFindInClone");
        }
    return done(cudaErrorInvalidValue, "cudaGraphNodeFindInClone");
}

// ---- nodes

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t count, const cudaKernelNodeParams *p) {
    const Turn turn;
    StreamWork work;
    if (p == nullptr) return done(cudaErrorInvalidValue, "cudaGraphAddKernelNode");
    if (const cudaError_t error = work_of(*p, &work)) return done(error, "cudaGraphAddKernelNode");
    const cudaError_t error = add(node, graph, before, count, cudaGraphNodeTypeKernel, std::move(work),
                                  "cudaGraphAddKernelNode");
    if (error == cudaSuccess) (*node)->kernel = *p;
    return error;
}
cudaError_t cudaGraphAddMemcpyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t count, const cudaMemcpy3DParms *p) {
    return add(node, graph, before, count, cudaGraphNodeTypeMemcpy, work_of(*p), "cudaGraphAddMemcpyNode");
}
cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                     size_t count, void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    return add(node, graph, before, count, cudaGraphNodeTypeMemcpy, work_of(to, from, bytes, kind),
               "cudaGraphAddMemcpyNode1D");
}
cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                   size_t count, const cudaMemsetParams *p) {
    return add(node, graph, before, count, cudaGraphNodeTypeMemset, work_of(*p), "cudaGraphAddMemsetNode");
}
cudaError_t cudaGraphAddHostNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                 size_t count, const cudaHostNodeParams *p) {
    return add(node, graph, before, count, cudaGraphNodeTypeHost, work_of(*p), "cudaGraphAddHostNode");
}
cudaError_t cudaGraphAddEmptyNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                  size_t count) {
    return add(node, graph, before, count, cudaGraphNodeTypeEmpty, {}, "cudaGraphAddEmptyNode");
}
cudaError_t cudaGraphAddChildGraphNode(cudaGraphNode_t *node, cudaGraph_t graph, const cudaGraphNode_t *before,
                                       size_t count, cudaGraph_t child) {
    const Turn turn;
    if (graphs().count(child) == 0) return done(cudaErrorInvalidValue, "cudaGraphAddChildGraphNode");
    const cudaError_t error =
        add(node, graph, before, count, cudaGraphNodeTypeGraph, {}, "cudaGraphAddChildGraphNode");
    if (error == cudaSuccess) (*node)->child = copy_of(*child);
    return error;
}
cudaError_t cudaGraphDestroyNode(cudaGraphNode_t node) {
    const Turn turn;
    for (cudaGraphNode_t other : after(node))
        other->before.erase(std::find(other->before.begin(), other->before.end(), node));
    auto &nodes = node->graph->nodes;
    nodes.erase(std::find_if(nodes.begin(), nodes.end(), [&](const auto &known) { return known.get() == node; }));
    return done(cudaSuccess, "cudaGraphDestroyNode");
}
cudaError_t cudaGraphKernelNodeGetParams(cudaGraphNode_t node, cudaKernelNodeParams *p) {
    if (node == nullptr || node->kernel.func == nullptr)
        return done(cudaErrorInvalidValue, "cudaGraphKernelNodeGetParams");
    *p = node->kernel;
    return done(cudaSuccess, "cudaGraphKernelNodeGetParams");
}
cudaError_t cudaGraphKernelNodeSetParams(cudaGraphNode_t node, const cudaKernelNodeParams *p) {
    return set_kernel(node, p, "cudaGraphKernelNodeSetParams");
}
cudaError_t cudaGraphMemcpyNodeSetParams(cudaGraphNode_t node, const cudaMemcpy3DParms *p) {
    return set(node, cudaGraphNodeTypeMemcpy, work_of(*p), "cudaGraphMemcpyNodeSetParams");
}
cudaError_t cudaGraphMemsetNodeSetParams(cudaGraphNode_t node, const cudaMemsetParams *p) {
    return set(node, cudaGraphNodeTypeMemset, work_of(*p), "cudaGraphMemsetNodeSetParams");
}
cudaError_t cudaGraphHostNodeSetParams(cudaGraphNode_t node, const cudaHostNodeParams *p) {
    return set(node, cudaGraphNodeTypeHost, work_of(*p), "cudaGraphHostNodeSetParams");
}
cudaError_t cudaGraphChildGraphNodeGetGraph(cudaGraphNode_t node, cudaGraph_t *child) {
    if (node == nullptr || node->child == nullptr)
        return done(cudaErrorInvalidValue, "cudaGraphChildGraphNodeGetGraph");
    graphs()[node->child.get()] = node->child;
    *child = node->child.get();
    return done(cudaSuccess, "cudaGraphChildGraphNodeGetGraph");
}

// ---- what a graph has

cudaError_t cudaGraphNodeGetType(cudaGraphNode_t node, cudaGraphNodeType *type) {
    *type = node->type;
    return done(cudaSuccess, "cudaGraphNodeGetType");
}
cudaError_t cudaGraphGetNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    Nodes all;
    for (const auto &node : graph->nodes) all.push_back(node.get());
    return give(all, nodes, count, "cudaGraphGetNodes");
}
cudaError_t cudaGraphGetRootNodes(cudaGraph_t graph, cudaGraphNode_t *nodes, size_t *count) {
    Nodes roots;
    for (const auto &node : graph->nodes)
        if (node->before.empty()) roots.push_back(node.get());
    return give(roots, nodes, count, "cudaGraphGetRootNodes");
}
cudaError_t cudaGraphGetEdges(cudaGraph_t graph, cudaGraphNode_t *from, cudaGraphNode_t *to, size_t *count) {
    Nodes sources, targets;
    for (const auto &node : graph->nodes)
        for (cudaGraphNode_t before : node->before) {
            sources.push_back(before);
            targets.push_back(node.get());
        }
    size_t same = count == nullptr ? 0 : *count;
    if (const cudaError_t error = give(sources, from, &same, "cudaGraphGetEdges")) return error;
    return give(targets, to, count, "cudaGraphGetEdges");
}
cudaError_t cudaGraphNodeGetDependencies(cudaGraphNode_t node, cudaGraphNode_t *before, size_t *count) {
    return give(node->before, before, count, "cudaGraphNodeGetDependencies");
}
cudaError_t cudaGraphNodeGetDependentNodes(cudaGraphNode_t node, cudaGraphNode_t *nodes, size_t *count) {
    return give(after(node), nodes, count, "cudaGraphNodeGetDependentNodes");
}
cudaError_t cudaGraphAddDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                     size_t count) {
    const Turn turn;
    for (size_t i = 0; i < count; ++i) {
        if (from[i]->graph != graph || to[i]->graph != graph || has(to[i]->before, from[i]))
            return done(cudaErrorInvalidValue, "cudaGraphAddDependencies");
        to[i]->before.push_back(from[i]);
    }
    return done(cudaSuccess, "cudaGraphAddDependencies");
}
cudaError_t cudaGraphRemoveDependencies(cudaGraph_t graph, const cudaGraphNode_t *from, const cudaGraphNode_t *to,
                                        size_t count) {
    const Turn turn;
    for (size_t i = 0; i < count; ++i) {
        const auto found = std::find(to[i]->before.begin(), to[i]->before.end(), from[i]);
        if (to[i]->graph != graph || found == to[i]->before.end())
            return done(cudaErrorInvalidValue, "cudaGraphRemoveDependencies");
        to[i]->before.erase(found);
    }
    return done(cudaSuccess, "cudaGraphRemoveDependencies");
}

// ---- launches

cudaError_t cudaGraphInstantiate(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long) {
    const Turn turn;
    if (exec == nullptr || graphs().count(graph) == 0) return done(cudaErrorInvalidValue, "cudaGraphInstantiate");
    auto copy = copy_of(*graph);
    Nodes order = in_order(*copy);
    if (order.size() != copy->nodes.size()) return done(cudaErrorInvalidValue, "cudaGraphInstantiate");  // a cycle
    *exec = new CUgraphExec_st{std::move(copy), std::move(order)};
    return done(cudaSuccess, "cudaGraphInstantiate");
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t *exec, cudaGraph_t graph, unsigned long long flags) {
    return cudaGraphInstantiate(exec, graph, flags);
}
cudaError_t cudaGraphExecDestroy(cudaGraphExec_t exec) {
    const Turn turn;
    delete exec;
    return done(exec == nullptr ? cudaErrorInvalidValue : cudaSuccess, "cudaGraphExecDestroy");
}
cudaError_t cudaGraphExecUpdate(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphExecUpdateResultInfo *result) {
    const Turn turn;
    *result = {cudaGraphExecUpdateSuccess, nullptr, nullptr};
    auto copy = copy_of(*graph);
    const Nodes order = in_order(*copy);
    if (order.size() != exec->order.size()) result->result = cudaGraphExecUpdateErrorTopologyChanged;
    for (size_t i = 0; i < std::min(order.size(), exec->order.size()); ++i) {
        if (order[i]->type == exec->order[i]->type) continue;
        result->result = cudaGraphExecUpdateErrorNodeTypeChanged;
        result->errorNode = order[i]->original;
    }
    if (result->result != cudaGraphExecUpdateSuccess)
        return done(cudaErrorGraphExecUpdateFailure, "cudaGraphExecUpdate");
    for (size_t i = 0; i < order.size(); ++i) order[i]->original = exec->order[i]->original;
    *exec = {std::move(copy), order};
    return done(cudaSuccess, "cudaGraphExecUpdate");
}
cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node,
                                             const cudaKernelNodeParams *p) {
    return set_kernel(in(exec, node), p, "cudaGraphExecKernelNodeSetParams");
}
cudaError_t cudaGraphExecMemcpyNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemcpy3DParms *p) {
    return set(in(exec, node), cudaGraphNodeTypeMemcpy, work_of(*p), "cudaGraphExecMemcpyNodeSetParams");
}
cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t exec, cudaGraphNode_t node, void *to, const void *from,
                                               size_t bytes, cudaMemcpyKind kind) {
    return set(in(exec, node), cudaGraphNodeTypeMemcpy, work_of(to, from, bytes, kind),
               "cudaGraphExecMemcpyNodeSetParams1D");
}
cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaMemsetParams *p) {
    return set(in(exec, node), cudaGraphNodeTypeMemset, work_of(*p), "cudaGraphExecMemsetNodeSetParams");
}
cudaError_t cudaGraphExecHostNodeSetParams(cudaGraphExec_t exec, cudaGraphNode_t node, const cudaHostNodeParams *p) {
    return set(in(exec, node), cudaGraphNodeTypeHost, work_of(*p), "cudaGraphExecHostNodeSetParams");
}
cudaError_t cudaGraphUpload(cudaGraphExec_t exec, cudaStream_t) {
    return done(exec == nullptr ? cudaErrorInvalidValue : cudaSuccess, "cudaGraphUpload");
}
cudaError_t cudaGraphLaunch(cudaGraphExec_t exec, cudaStream_t stream) {
    if (exec == nullptr) return done(cudaErrorInvalidValue, "cudaGraphLaunch");
    const Nodes order = exec->order;
    return in_stream(stream, cudaGraphNodeTypeGraph, [order] { return run_all(order); });
}

// ---- capture

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode) {
    const Turn turn;
    if (stream == nullptr || stream == cudaStreamLegacy)
        return done(cudaErrorStreamCaptureUnsupported, "cudaStreamBeginCapture");
    if (captures().has(stream)) return done(cudaErrorIllegalState, "cudaStreamBeginCapture");
    captures().begin(stream);
    return done(cudaSuccess, "cudaStreamBeginCapture");
}
cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph) {
    const Turn turn;
    std::shared_ptr<CUgraph_st> made;
    *graph = nullptr;
    if (const cudaError_t error = captures().end(stream, &made)) return done(error, "cudaStreamEndCapture");
    *graph = made.get();
    graphs()[*graph] = made;
    return done(cudaSuccess, "cudaStreamEndCapture");
}
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status) {
    const Turn turn;
    *status = captures().has(stream) ? cudaStreamCaptureStatusActive : cudaStreamCaptureStatusNone;
    return done(cudaSuccess, "cudaStreamIsCapturing");
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *) {
    return done(cudaSuccess, "cudaThreadExchangeStreamCaptureMode");
}
}

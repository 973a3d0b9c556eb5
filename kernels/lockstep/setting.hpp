#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engines/engines.hpp"
#include "kernels/cuda/launch_program.hpp"
#include "reader/front_end.hpp"

// What is run of a kernel of PMacc's lockstep model. See docs/lockstep.md.

namespace musimd::kernels::lockstep {

/// An instance of the kernel: `k<workers, simd>`, or `k<workers>`, in blocks of so many threads.
struct Shape {
    std::uint32_t workers = 1;
    std::uint32_t simd = 1;
    friend bool operator==(const Shape&, const Shape&) = default;
};

/// PMACC_LOCKSTEP_ORDER: in which order a worker passes its indices.
enum class IndexOrder : std::uint8_t { ascending, descending, shuffled };
inline constexpr const char* kIndexOrderNames[] = {"ascending", "descending", "shuffled"};

/// What runs a kernel.
enum class Target : std::uint8_t {
    lockstep,  ///< the machine, under this model of reconvergence; in the order of ThreadModel
    stack,
    minpc,
    masks,
    maximal,
    uniform,
    barriers,
    volta,
    one_worker,  ///< the host: one thread does the work of a block
    threads,     ///< the host: a thread per worker, and a barrier
    nvrtc,       ///< compiles only
    nvcc,        ///< compiles, and runs where there is a GPU
};
inline constexpr const char* kTargetNames[] = {"lockstep",   "stack",   "minpc",    "masks",
                                               "maximal",    "uniform", "barriers", "volta",
                                               "one-worker", "threads", "nvrtc",    "nvcc"};

inline const char* to_string(Target target) {
    return kTargetNames[static_cast<std::size_t>(target)];
}
inline const char* to_string(IndexOrder order) {
    return kIndexOrderNames[static_cast<std::size_t>(order)];
}
inline bool is_of_machine(Target target) {
    return target <= Target::volta;
}
/// Of a target of the machine, and back.
inline ThreadModel model_of(Target target) {
    return static_cast<ThreadModel>(target);
}
inline Target target_of(ThreadModel model) {
    return static_cast<Target>(model);
}
static_assert(static_cast<int>(ThreadModel::volta) == static_cast<int>(Target::volta));

struct Setting {
    reader::Source source;  ///< its function is the template
    bool has_simd = true;   ///< the template has a second parameter
    std::vector<Shape> shapes;
    std::vector<IndexOrder> orders;
    std::set<Target> targets;
    const Engine* engine = nullptr;
    cuda::LaunchConfiguration config;                            ///< but for the block and the model
    std::chrono::milliseconds limit = std::chrono::seconds(30);  ///< limit for a compilation, and for a run
    std::function<void(const std::string& doing)> progress = {};

    void report(const std::string& doing) const {
        if (progress) progress(doing);
    }
};

}  // namespace musimd::kernels::lockstep

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "dsl/executor.hpp"
#include "dsl/kernel.hpp"
#include "dsl/lowering/lowering.hpp"
#include "dsl/spmd/element.hpp"
#include "dsl/spmd/memory.hpp"
#include "dsl/spmd/recording.hpp"

// Launching a kernel: it is recorded, lowered and run.

namespace musimd::spmd {

/// Options of the launches of this thread.
struct Options {
    std::string engine;                    ///< `rules`, `fast`, …; empty for the default
    std::uint64_t max_steps = 10'000'000;  ///< limit for each warp; exceeding it is an error
    dsl::UnmaskedReading unmasked = dsl::UnmaskedReading::every_lane;  ///< the meaning of k_unmasked_set etc.
    std::uint32_t warp_width = 0;                                      ///< as in dsl::Launch
};

/// May be changed at any time. Initialized from the environment: MUSIMD_ENGINE, MUSIMD_MAX_STEPS,
/// MUSIMD_UNMASKED (`every_lane` or `active_lanes`).
Options& options();

/// Runs later launches of this thread on an engine: `musimd::spmd::engine("rules")`. Launching a kernel is an
/// Error if the engine is unknown.
void engine(std::string name);

/// During its lifetime, launches of this thread are recorded but not run.
class RecordOnly {
  public:
    RecordOnly();
    ~RecordOnly();
    RecordOnly(const RecordOnly&) = delete;
    RecordOnly& operator=(const RecordOnly&) = delete;

    /// In the order of the launches.
    const std::vector<dsl::Kernel>& kernels() const { return kernels_; }

  private:
    friend class Session;
    RecordOnly* outer_;
    std::vector<dsl::Kernel> kernels_;
};

/// The source location of a launch.
struct LaunchSite {
    const char* kernel;
    const char* file;
    std::uint32_t line;
};

/// A launch, from its first to its last statement.
class Session {
  public:
    using MakeExecutor = std::unique_ptr<dsl::Executor> (*)(std::string_view, std::uint64_t);

    Session(LaunchSite site, int bits, std::int64_t elements, std::vector<PointerArgument> pointers)
        : site_(site), bits_(bits), elements_(elements), pointers_(std::move(pointers)) {}

    /// `body` calls the kernel. Errors go to the handler.
    void run(const std::function<void()>& body, MakeExecutor make_executor);

  private:
    void record_and_run(const std::function<void()>& body, MakeExecutor make_executor);
    void execute(const dsl::Kernel& kernel, const std::vector<Buffer>& buffers, MakeExecutor make_executor);

    LaunchSite site_;
    int bits_;
    std::int64_t elements_;
    std::vector<PointerArgument> pointers_;
};

inline void begin_kernel(const char* file, const char* parameters) {
    Recording::begin(file, parameters);
}

template <class A>
void add_pointer(std::vector<PointerArgument>& pointers, std::size_t parameter, const A& argument) {
    if constexpr (std::is_pointer_v<A>) {
        using E = std::remove_cv_t<std::remove_pointer_t<A>>;
        if constexpr (Element<E>) pointers.push_back({parameter, argument, element_type<E>()});
    }
}

/// Runs elements 0 … n − 1 of the kernel that `body` calls with the arguments.
template <int Bits, class N, class Body, class... A>
void launch(LaunchSite site, N n, Body body, A... arguments) {
    const std::int64_t elements =
        std::is_unsigned_v<N> && n > static_cast<N>(INT64_MAX) ? INT64_MAX : static_cast<std::int64_t>(n);
    std::vector<PointerArgument> pointers;
    std::size_t parameter = 0;
    (add_pointer(pointers, parameter++, arguments), ...);
    Session(site, Bits, elements, std::move(pointers)).run([&] { body(arguments...); }, &dsl::make_executor);
}

}  // namespace musimd::spmd

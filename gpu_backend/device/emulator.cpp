#include "gpu_backend/device/emulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "gpu_backend/device/fiber.hpp"
#include "host/memory_map.hpp"

namespace musimd::gpu {
namespace {

using hardware::kLanes;

constexpr std::size_t kStackBytes = 256 << 10;  // mapped page by page on first touch
constexpr std::size_t kGuardBytes = 64 << 10;   // at least a page on any system
// Stacks at the same offset within a page would compete for the same cache sets.
constexpr std::size_t kStagger = 192;

/// The stacks of 32 fibers, each with guard pages below it.
class Stacks {
  public:
    Stacks() {
        if (memory_.get() == nullptr) throw std::bad_alloc();
        for (unsigned i = 0; i < kLanes; ++i) host::MemoryMap::guard(first(i) - kGuardBytes, kGuardBytes);
    }
    ~Stacks() { Fiber::forget_stacks(memory_.get(), kBytes); }
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    char* first(unsigned lane) const {
        return static_cast<char*>(memory_.get()) + lane * (kGuardBytes + kStackBytes) + kGuardBytes;
    }
    static std::size_t size(unsigned lane) { return kStackBytes - lane * kStagger; }

  private:
    static constexpr std::size_t kBytes = kLanes * (kGuardBytes + kStackBytes);
    host::MemoryMap memory_{kBytes};
};

enum class Kind : std::uint8_t { ballot, shuffle, match, sync };

std::string describe(Kind kind, unsigned line) {
    constexpr const char* kNames[] = {"a ballot", "a shuffle", "a match", "a sync"};
    return fmt::format("{} (line {})", kNames[static_cast<int>(kind)], line);
}

std::string describe_exit(unsigned ended, unsigned waits, Kind kind, unsigned line) {
    return fmt::format("thread {} of the hardware warp has exited, but thread {} waits in {}", ended, waits,
                       describe(kind, line));
}

// Separate functions, so that an abandoned fiber's stack holds nothing but the message.
std::string describe_mismatch(unsigned first, Kind kind, unsigned line, unsigned second, Kind other,
                              unsigned its_line) {
    return fmt::format("thread {} of the hardware warp waits in {}, but thread {} in {}", first,
                       describe(kind, line), second, describe(other, its_line));
}

std::string describe_bad_lane(unsigned thread, unsigned from, unsigned line) {
    return fmt::format("thread {} of the hardware warp reads from lane {}, which does not exist, in {}",
                       thread, from, describe(Kind::shuffle, line));
}

/// A collective call, and the values passed by the threads that have reached it.
struct Rendezvous {
    Kind kind = Kind::sync;
    unsigned line = 0;
    unsigned first = 0;  ///< the first lane to arrive
    unsigned arrived = 0;
    std::uint32_t votes = 0;
    std::array<std::int64_t, kLanes> values;
};

class HardwareWarp : public hardware::Emulator {
  public:
    HardwareWarp();
    tl::expected<void, std::string> run(EmulatedKernel kernel, void* argument, unsigned warp,
                                        hardware::Emulator** current);

    // For the running thread.
    Rendezvous& meet(Kind kind, unsigned line, std::int64_t value);
    [[noreturn]] void fail(std::string message);

  private:
    [[noreturn]] void run_fiber();
    void make_fibers();
    Fiber& next_fiber();
    void finish_kernel();

    Stacks stacks_;
    std::array<Fiber, kLanes> fibers_;
    Fiber outside_;
    bool ready_ = false;  // whether the fibers exist, and wait for a kernel
    EmulatedKernel kernel_ = nullptr;
    void* argument_ = nullptr;
    unsigned warp_ = 0;
    bool ascending_ = true;
    unsigned ended_ = 0;
    unsigned first_ended_ = 0;
    // Threads that have passed a call may be at the next one while others read the result, but not at the one
    // after that.
    std::array<Rendezvous, 2> meetings_;
    unsigned meeting_ = 0;
    std::string wrong_;
};

HardwareWarp& this_warp() {
    static thread_local HardwareWarp warp;
    return warp;
}

// Each fiber starts at once and waits, so the first kernel is not a special case.
void HardwareWarp::make_fibers() {
    for (lane = 0; lane < kLanes; ++lane) {
        fibers_[lane].begin(stacks_.first(lane), Stacks::size(lane), [] { this_warp().run_fiber(); });
        Fiber::switch_over(outside_, fibers_[lane]);
    }
}

void HardwareWarp::run_fiber() {
    const unsigned self = lane;
    Fiber::has_begun(outside_);
    Fiber::switch_over(fibers_[self], outside_);
    while (true) {
        kernel_(argument_, warp_);
        finish_kernel();
        Fiber::switch_over(fibers_[self], next_fiber());
    }
}

// ---- collective calls

// The fiber to run next; after the last one, the caller.
Fiber& HardwareWarp::next_fiber() {
    if (ascending_ ? lane + 1 == kLanes : lane == 0) return outside_;
    lane = ascending_ ? lane + 1 : lane - 1;
    return fibers_[lane];
}

// The fiber's stack is not unwound: the message must own its memory.
void HardwareWarp::fail(std::string message) {
    wrong_ = std::move(message);
    Fiber::switch_over(fibers_[lane], outside_, true);
    __builtin_unreachable();
}

void HardwareWarp::finish_kernel() {
    const Rendezvous& meeting = meetings_[meeting_];
    if (ended_ == 0) first_ended_ = lane;
    ++ended_;
    if (meeting.arrived != 0) fail(describe_exit(lane, meeting.first, meeting.kind, meeting.line));
}

// The result of the call once all threads have arrived. The last lane continues first, and the others in
// reverse order.
Rendezvous& HardwareWarp::meet(Kind kind, unsigned line, std::int64_t value) {
    const unsigned self = lane;
    Rendezvous& meeting = meetings_[meeting_];
    if (ended_ != 0) fail(describe_exit(first_ended_, self, kind, line));
    if (meeting.arrived == 0) {
        meeting.kind = kind;
        meeting.line = line;
        meeting.first = self;
    } else if (meeting.kind != kind || meeting.line != line) {
        fail(describe_mismatch(meeting.first, meeting.kind, meeting.line, self, kind, line));
    }
    meeting.values[self] = value;
    if (++meeting.arrived < kLanes) {
        Fiber::switch_over(fibers_[self], next_fiber());
        return meeting;
    }
    ascending_ = !ascending_;
    meeting_ ^= 1;
    meetings_[meeting_].arrived = 0;
    if (kind == Kind::ballot) {
        meeting.votes = 0;
        for (unsigned i = 0; i < kLanes; ++i) meeting.votes |= (meeting.values[i] != 0 ? 1U : 0U) << i;
    }
    return meeting;
}

HardwareWarp& self_of(hardware::Emulator* emulator) {
    return static_cast<HardwareWarp&>(*emulator);
}

HardwareWarp::HardwareWarp() : hardware::Emulator{} {
    ballot = [](Emulator* emulator, unsigned line, bool vote) {
        return self_of(emulator).meet(Kind::ballot, line, vote ? 1 : 0).votes;
    };
    shuffle = [](Emulator* emulator, unsigned line, std::int64_t value, unsigned from) {
        HardwareWarp& warp = self_of(emulator);
        if (from >= kLanes) {
            warp.fail(describe_bad_lane(warp.lane, from, line));
        }
        return warp.meet(Kind::shuffle, line, value).values[from];
    };
    match = [](Emulator* emulator, unsigned line, std::uint64_t value) {
        const auto same = static_cast<std::int64_t>(value);
        const Rendezvous& meeting = self_of(emulator).meet(Kind::match, line, same);
        std::uint32_t lanes = 0;
        for (unsigned i = 0; i < kLanes; ++i) lanes |= (meeting.values[i] == same ? 1U : 0U) << i;
        return lanes;
    };
    sync = [](Emulator* emulator, unsigned line) { self_of(emulator).meet(Kind::sync, line, 0); };
}

tl::expected<void, std::string> HardwareWarp::run(EmulatedKernel kernel, void* argument, unsigned warp,
                                                  hardware::Emulator** current) {
    if (!ready_) make_fibers();
    ready_ = true;
    kernel_ = kernel;
    argument_ = argument;
    warp_ = warp;
    ascending_ = true;
    ended_ = 0;
    meeting_ = 0;
    meetings_[0].arrived = 0;
    lane = 0;
    *current = this;
    Fiber::switch_over(outside_, fibers_[0]);
    *current = nullptr;
    if (wrong_.empty()) return {};
    ready_ = false;  // some fibers are in the middle of it
    return tl::unexpected(std::exchange(wrong_, {}));
}

}  // namespace

tl::expected<void, std::string> run_emulated_warp(EmulatedKernel kernel, void* argument, unsigned warp,
                                                  hardware::Emulator** current) {
    return this_warp().run(kernel, argument, warp, current);
}

unsigned emulating_threads() {
    static const unsigned count = std::max(1U, std::thread::hardware_concurrency());
    return count;
}

tl::expected<void, std::string> launch_emulated(EmulatedKernel kernel, void* argument, unsigned warps,
                                                hardware::Emulator** (*current)()) {
    std::atomic<unsigned> next = 0;
    std::mutex mutex;
    tl::expected<void, std::string> result;
    const auto run_assigned = [&] {
        for (unsigned w = next++; w < warps; w = next++) {
            auto done = run_emulated_warp(kernel, argument, w, current());
            if (done) continue;
            const std::scoped_lock lock(mutex);
            if (result) result = std::move(done);
            next = warps;
        }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < std::min(emulating_threads(), warps); ++i) others.emplace_back(run_assigned);
    run_assigned();
    for (std::thread& other : others) other.join();
    return result;
}

}  // namespace musimd::gpu

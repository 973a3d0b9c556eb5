#include "gpu_backend/emulator.hpp"

#include <fmt/format.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

#include "gpu_backend/fiber.hpp"

namespace musimd::gpu {
namespace {

using hardware::kLanes;

constexpr std::size_t kStackBytes = 256 << 10;  // touched page by page
constexpr std::size_t kGuardBytes = 64 << 10;   // a page of any system
// Stacks that begin at the same place of a page would be in one another's way in the cache.
constexpr std::size_t kStagger = 192;

/// The stacks of 32 fibers, each with pages below it that nobody may touch.
class Stacks {
  public:
    Stacks()
        : memory_(mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0)) {
        if (memory_ == MAP_FAILED) throw std::bad_alloc();
        for (unsigned i = 0; i < kLanes; ++i) mprotect(first(i) - kGuardBytes, kGuardBytes, PROT_NONE);
    }
    ~Stacks() {
        Fiber::forget_stacks(memory_, kBytes);
        munmap(memory_, kBytes);
    }
    Stacks(const Stacks&) = delete;
    Stacks& operator=(const Stacks&) = delete;

    char* first(unsigned lane) const {
        return static_cast<char*>(memory_) + lane * (kGuardBytes + kStackBytes) + kGuardBytes;
    }
    static std::size_t size(unsigned lane) { return kStackBytes - lane * kStagger; }

  private:
    static constexpr std::size_t kBytes = kLanes * (kGuardBytes + kStackBytes);
    void* memory_;
};

enum class Kind : std::uint8_t { ballot, shuffle, match, sync };

std::string told(Kind kind, unsigned place) {
    constexpr const char* kNames[] = {"a ballot", "a shuffle", "a match", "a sync"};
    return fmt::format("{} (line {})", kNames[static_cast<int>(kind)], place);
}

std::string told_of_end(unsigned ended, unsigned waits, Kind kind, unsigned place) {
    return fmt::format("thread {} of the hardware warp has ended, and thread {} waits in {}", ended, waits,
                       told(kind, place));
}

// As functions, so that nothing but the sentence is left on the stack of a fiber that is given up.
std::string told_of_two(unsigned first, Kind kind, unsigned place, unsigned second, Kind other,
                        unsigned its_place) {
    return fmt::format("thread {} of the hardware warp waits in {}, and thread {} in {}", first,
                       told(kind, place), second, told(other, its_place));
}

std::string told_of_lane(unsigned thread, unsigned from, unsigned place) {
    return fmt::format("thread {} of the hardware warp takes from lane {} in {}", thread, from,
                       told(Kind::shuffle, place));
}

/// A collective call: what those that came to it gave.
struct Rendezvous {
    Kind kind = Kind::sync;
    unsigned place = 0;
    unsigned first = 0;  ///< the lane that came first
    unsigned came = 0;
    std::uint32_t votes = 0;
    std::array<std::int64_t, kLanes> values;
};

class HardwareWarp : public hardware::Emulator {
  public:
    HardwareWarp();
    tl::expected<void, std::string> run(EmulatedKernel kernel, void* argument, unsigned warp,
                                        hardware::Emulator** current);

    // Of the thread that runs.
    Rendezvous& meet(Kind kind, unsigned place, std::int64_t value);
    [[noreturn]] void fail(std::string message);

  private:
    [[noreturn]] void live();
    void make_fibers();
    Fiber& next_fiber();
    void ends();

    Stacks stacks_;
    std::array<Fiber, kLanes> fibers_;
    Fiber outside_;
    bool made_ = false;  // the fibers are there, and wait for a kernel
    EmulatedKernel kernel_ = nullptr;
    void* argument_ = nullptr;
    unsigned warp_ = 0;
    bool ascending_ = true;
    unsigned ended_ = 0;
    unsigned first_ended_ = 0;
    // Those who are behind a call may be at the next one while others read what came of it, but not at the
    // one after that.
    std::array<Rendezvous, 2> meetings_;
    unsigned meeting_ = 0;
    std::string wrong_;
};

HardwareWarp& this_warp() {
    static thread_local HardwareWarp warp;
    return warp;
}

// Each fiber begins at once and waits: the first kernel finds them as later ones do.
void HardwareWarp::make_fibers() {
    for (lane = 0; lane < kLanes; ++lane) {
        fibers_[lane].begin(stacks_.first(lane), Stacks::size(lane), [] { this_warp().live(); });
        Fiber::switch_over(outside_, fibers_[lane]);
    }
}

void HardwareWarp::live() {
    const unsigned self = lane;
    Fiber::has_begun(outside_);
    Fiber::switch_over(fibers_[self], outside_);
    while (true) {
        kernel_(argument_, warp_);
        ends();
        Fiber::switch_over(fibers_[self], next_fiber());
    }
}

// ---- threads that meet

// The next one to run; who runs the warp, behind the last.
Fiber& HardwareWarp::next_fiber() {
    if (ascending_ ? lane + 1 == kLanes : lane == 0) return outside_;
    lane = ascending_ ? lane + 1 : lane - 1;
    return fibers_[lane];
}

// Nothing of the fiber's stack is given back: the message must take its memory with it.
void HardwareWarp::fail(std::string message) {
    wrong_ = std::move(message);
    Fiber::switch_over(fibers_[lane], outside_, true);
    __builtin_unreachable();
}

void HardwareWarp::ends() {
    const Rendezvous& meeting = meetings_[meeting_];
    if (ended_ == 0) first_ended_ = lane;
    ++ended_;
    if (meeting.came != 0) fail(told_of_end(lane, meeting.first, meeting.kind, meeting.place));
}

// What came of the call once all are there. The lane that comes last goes on first, and the others in the
// opposite order.
Rendezvous& HardwareWarp::meet(Kind kind, unsigned place, std::int64_t value) {
    const unsigned self = lane;
    Rendezvous& meeting = meetings_[meeting_];
    if (ended_ != 0) fail(told_of_end(first_ended_, self, kind, place));
    if (meeting.came == 0) {
        meeting.kind = kind;
        meeting.place = place;
        meeting.first = self;
    } else if (meeting.kind != kind || meeting.place != place) {
        fail(told_of_two(meeting.first, meeting.kind, meeting.place, self, kind, place));
    }
    meeting.values[self] = value;
    if (++meeting.came < kLanes) {
        Fiber::switch_over(fibers_[self], next_fiber());
        return meeting;
    }
    ascending_ = !ascending_;
    meeting_ ^= 1;
    meetings_[meeting_].came = 0;
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
    ballot = [](Emulator* emulator, unsigned place, bool vote) {
        return self_of(emulator).meet(Kind::ballot, place, vote ? 1 : 0).votes;
    };
    shuffle = [](Emulator* emulator, unsigned place, std::int64_t value, unsigned from) {
        HardwareWarp& warp = self_of(emulator);
        if (from >= kLanes) {
            warp.fail(told_of_lane(warp.lane, from, place));
        }
        return warp.meet(Kind::shuffle, place, value).values[from];
    };
    match = [](Emulator* emulator, unsigned place, std::uint64_t value) {
        const auto same = static_cast<std::int64_t>(value);
        const Rendezvous& meeting = self_of(emulator).meet(Kind::match, place, same);
        std::uint32_t lanes = 0;
        for (unsigned i = 0; i < kLanes; ++i) lanes |= (meeting.values[i] == same ? 1U : 0U) << i;
        return lanes;
    };
    sync = [](Emulator* emulator, unsigned place) { self_of(emulator).meet(Kind::sync, place, 0); };
}

tl::expected<void, std::string> HardwareWarp::run(EmulatedKernel kernel, void* argument, unsigned warp,
                                                  hardware::Emulator** current) {
    if (!made_) make_fibers();
    made_ = true;
    kernel_ = kernel;
    argument_ = argument;
    warp_ = warp;
    ascending_ = true;
    ended_ = 0;
    meeting_ = 0;
    meetings_[0].came = 0;
    lane = 0;
    *current = this;
    Fiber::switch_over(outside_, fibers_[0]);
    *current = nullptr;
    if (wrong_.empty()) return {};
    made_ = false;  // some are in the middle of it
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
    tl::expected<void, std::string> made;
    const auto work_off = [&] {
        for (unsigned w = next++; w < warps; w = next++) {
            auto done = run_emulated_warp(kernel, argument, w, current());
            if (done) continue;
            const std::scoped_lock lock(mutex);
            if (made) made = std::move(done);
            next = warps;
        }
    };
    std::vector<std::thread> others;
    for (unsigned i = 1; i < std::min(emulating_threads(), warps); ++i) others.emplace_back(work_off);
    work_off();
    for (std::thread& other : others) other.join();
    return made;
}

}  // namespace musimd::gpu

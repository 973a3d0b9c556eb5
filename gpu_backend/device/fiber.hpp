#pragma once

#include <cstddef>
#ifndef __x86_64__
#include <ucontext.h>
#endif

namespace musimd::gpu {

/// A call stack that can be suspended and resumed, on the same host thread.
class Fiber {
  public:
    /// Prepares it to start at `entry`, which must not return, when it is switched to. The previous content
    /// of its stack is discarded.
    void begin(void* stack, std::size_t bytes, void (*entry)());

    /// To be called before memory that held stacks is reused: sanitizers track it as stacks.
    static void forget_stacks(void* stacks, std::size_t bytes);

    /// Suspends `from`, which is running, and resumes `to`. Returns when another fiber switches to `from`;
    /// never if `for_good`.
    static void switch_over(Fiber& from, Fiber& to, bool for_good = false);

    /// To be called first by `entry`; `from` is the fiber that switched to it.
    static void has_begun(Fiber& from);

  private:
    static void arrived(void* fake_stack, Fiber* from);

#ifdef __x86_64__
    void* stack_pointer_ = nullptr;
#else
    ucontext_t context_;
#endif
    // For the address sanitizer, which reports the bounds of a thread's own stack itself.
    const void* stack_ = nullptr;
    std::size_t bytes_ = 0;
    void* fake_stack_ = nullptr;
};

}  // namespace musimd::gpu

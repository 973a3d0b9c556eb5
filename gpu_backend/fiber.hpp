#pragma once

#include <cstddef>
#ifndef __x86_64__
#include <ucontext.h>
#endif

namespace musimd::gpu {

/// A stack of calls that can be left and gone on with later, by the same thread of the host.
class Fiber {
  public:
    /// Makes it begin with `entry`, which must not return, when it is switched to. What was on its stack is
    /// forgotten.
    void begin(void* stack, std::size_t bytes, void (*entry)());

    /// To be called before memory that had stacks is used for something else: sanitizers know it as stacks.
    static void forget_stacks(void* stacks, std::size_t bytes);

    /// Leaves `from`, which runs, and goes on with `to`. Comes back when somebody switches to `from`; never
    /// if that is `for_good`.
    static void switch_over(Fiber& from, Fiber& to, bool for_good = false);

    /// To be called first by `entry`; `from` is who switched to it.
    static void has_begun(Fiber& from);

  private:
    static void arrived(void* fake_stack, Fiber* from);

#ifdef __x86_64__
    void* stack_pointer_ = nullptr;
#else
    ucontext_t context_;
#endif
    // What the address sanitizer wants to know; of a thread's own stack it says itself what that is.
    const void* stack_ = nullptr;
    std::size_t bytes_ = 0;
    void* fake_stack_ = nullptr;
};

}  // namespace musimd::gpu

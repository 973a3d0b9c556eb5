#include "gpu_backend/device/fiber.hpp"

#include <algorithm>
#include <cstdint>

#if defined(__SANITIZE_ADDRESS__)
#define MUSIMD_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MUSIMD_ASAN 1
#endif
#endif
#ifdef MUSIMD_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

#ifdef __x86_64__
// Not swapcontext, which saves signal masks with a system call and takes fifty times as long.
extern "C" void musimd_switch_stack(void** from, void* to);
asm(R"(
        .text
        .type musimd_switch_stack, @function
        musimd_switch_stack:
        pushq %rbp
        pushq %rbx
        pushq %r12
        pushq %r13
        pushq %r14
        pushq %r15
        movq %rsp, (%rdi)
        movq %rsi, %rsp
        popq %r15
        popq %r14
        popq %r13
        popq %r12
        popq %rbx
        popq %rbp
        ret
        .size musimd_switch_stack, .-musimd_switch_stack
)");
#endif

namespace musimd::gpu {

void Fiber::forget_stacks([[maybe_unused]] void* stacks, [[maybe_unused]] std::size_t bytes) {
#ifdef MUSIMD_ASAN
    __asan_unpoison_memory_region(stacks, bytes);
#endif
}

void Fiber::begin(void* stack, std::size_t bytes, void (*entry)()) {
    stack_ = stack;
    bytes_ = bytes;
    forget_stacks(stack, bytes);
#ifdef __x86_64__
    // The layout that musimd_switch_stack leaves on a stack: six registers, its return address, and the
    // caller's.
    constexpr std::size_t kRegisters = 6;
    const std::uintptr_t end = (reinterpret_cast<std::uintptr_t>(stack) + bytes) / 16 * 16;
    auto* const top = reinterpret_cast<std::uintptr_t*>(end) - (kRegisters + 2);
    std::fill_n(top, kRegisters + 2, 0);
    top[kRegisters] = reinterpret_cast<std::uintptr_t>(entry);
    stack_pointer_ = top;
#else
    getcontext(&context_);
    context_.uc_stack.ss_sp = stack;
    context_.uc_stack.ss_size = bytes;
    context_.uc_link = nullptr;
    makecontext(&context_, entry, 0);
#endif
}

void Fiber::switch_over(Fiber& from, Fiber& to, bool for_good) {
#ifdef MUSIMD_ASAN
    __sanitizer_start_switch_fiber(for_good ? nullptr : &from.fake_stack_, to.stack_, to.bytes_);
#else
    (void)for_good;
#endif
#ifdef __x86_64__
    musimd_switch_stack(&from.stack_pointer_, to.stack_pointer_);
#else
    swapcontext(&from.context_, &to.context_);
#endif
    arrived(from.fake_stack_, nullptr);
}

void Fiber::has_begun(Fiber& from) {
    arrived(nullptr, &from);
}

void Fiber::arrived(void* fake_stack, Fiber* from) {
#ifdef MUSIMD_ASAN
    const void* stack = nullptr;
    std::size_t bytes = 0;
    __sanitizer_finish_switch_fiber(fake_stack, &stack, &bytes);
    if (from != nullptr && from->stack_ == nullptr) {
        from->stack_ = stack;
        from->bytes_ = bytes;
    }
#else
    (void)fake_stack;
    (void)from;
#endif
}

}  // namespace musimd::gpu

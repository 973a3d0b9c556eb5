// What the runtime reports of the tasks of streams, and how the host is watched: the pages of managed and pinned memory
// that a task uses are protected until the host has waited for it. Part of musimd_cuda_runtime.cu.
#pragma once

#include <musimd_cuda_machine.h>
#include <signal.h>

namespace musimd_cuda {

void watch() {
    Machine &m = machine();
    m.send(Writer(Message::watched));
    Reader answer = m.receive();
    std::vector<Machine::Watch> watches;
    for (std::uint64_t n = answer.number(); n > 0; --n) {
        const std::uint64_t begin = answer.number(), bytes = answer.number();
        const int allowed = answer.number() != 0 ? PROT_NONE : PROT_READ;
        if (!m.may_watch(begin)) continue;
        watches.push_back({begin / kPage * kPage, (begin + bytes + kPage - 1) / kPage * kPage, allowed});
    }
    m.watch(std::move(watches));
}

void order(StreamCall what, std::uint64_t a, std::uint64_t b) {
    const Turn turn;
    Writer message(Message::order);
    message.number(static_cast<std::uint64_t>(what));
    message.number(a);
    message.number(b);
    machine().send(message);
    const bool is_wait = what == StreamCall::host_event || what == StreamCall::host_stream || what == StreamCall::host_all ||
                         what == StreamCall::host_function;
    if (is_wait && machine().is_watching()) watch();
}

void task(const char *function, const std::vector<Range> &ranges) {
    const Turn turn;
    Writer message(Message::task);
    message.number(machine().stream);
    message.text(function);
    message.number(ranges.size());
    bool is_of_host = false;
    for (const Range &range : ranges) {
        const std::uint64_t begin = reinterpret_cast<std::uint64_t>(machine().canonical(range.begin));
        for (const std::uint64_t number : {begin, range.bytes, std::uint64_t{range.is_written}}) message.number(number);
        is_of_host = is_of_host || machine().may_watch(begin);
    }
    add_place(message);
    machine().send(message);
    if (is_of_host) watch();
}

namespace {

// The page that this thread uses in one instruction, and its protection afterwards.
thread_local std::uint64_t stepped_page = 0;
thread_local int allowed_afterwards = 0;

/// One instruction of the host has used a page that is watched.
void after_step(int, siginfo_t *, void *context) {
#ifdef __x86_64__
    constexpr greg_t kTrap = 0x100;
    static_cast<ucontext_t *>(context)->uc_mcontext.gregs[REG_EFL] &= ~kTrap;
#endif
    if (stepped_page != 0) machine().protect({stepped_page, stepped_page + kPage, 0}, allowed_afterwards);
    stepped_page = 0;
}

/// Whether it was an access of the host to a page that is watched, which then goes on.
bool has_touched(void *p, void *context) {
#ifdef __x86_64__
    constexpr greg_t kTrap = 0x100, kWrite = 2;
    mcontext_t &registers = static_cast<ucontext_t *>(context)->uc_mcontext;
    const bool is_write = (registers.gregs[REG_ERR] & kWrite) != 0;
    const Turn turn;
    Machine &m = machine();
    const std::uint64_t at = reinterpret_cast<std::uint64_t>(m.canonical(p)), page = at / kPage * kPage;
    const Machine::Watch *const watch = m.watch_of(page);
    if (watch == nullptr) return false;
    Writer message(Message::touched);
    message.number(at);
    message.number(is_write);
    add_place(message, static_cast<std::uint64_t>(registers.gregs[REG_RIP]));
    m.send(message);
    const bool goes_on_watching = m.receive().number() != 0;
    m.release(page);
    if (!goes_on_watching) return true;
    stepped_page = page;
    allowed_afterwards = watch->allowed;
    registers.gregs[REG_EFL] |= kTrap;
    return true;
#else
    return false;
#endif
}

}  // namespace

}  // namespace musimd_cuda

// What code that could throw links with. Nothing catches: the module ends, and the page begins with a new
// one.

#include <boost/assert/source_location.hpp>
#include <boost/throw_exception.hpp>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

[[noreturn]] void give_up(const char* what) {
    std::fprintf(stderr, "musimd.wasm: %s\n", what);
    std::abort();
}

}  // namespace

extern "C" {
// Debian compiles the compiler's own functions with stack protectors.
extern const std::uintptr_t __stack_chk_guard = 0x2C4F9A17;
[[noreturn]] void __stack_chk_fail() {
    give_up("the stack is damaged");
}

void* __cxa_allocate_exception(std::size_t) noexcept {
    give_up("an exception, as when memory is exhausted");
}
[[noreturn]] void __cxa_throw(void*, void*, void (*)(void*)) {
    give_up("an exception");
}
}

namespace boost {

void throw_exception(const std::exception& e) {
    give_up(e.what());
}
void throw_exception(const std::exception& e, const source_location&) {
    give_up(e.what());
}

}  // namespace boost

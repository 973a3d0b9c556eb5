#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

// Functions of files with other settings have other names: a linker that took one for the other would break
// atomic accesses.
#ifdef PMACC_LOCKSTEP_THREADS
#define PMACC_HOST_WORKERS threads
#else
#define PMACC_HOST_WORKERS one_worker
#endif
#ifdef PMACC_LOCKSTEP_COUNT
#define PMACC_HOST_COUNTS _counted
#else
#define PMACC_HOST_COUNTS
#endif
#ifdef PMACC_LOCKSTEP_POISON
#define PMACC_HOST_POISON _poisoned
#else
#define PMACC_HOST_POISON
#endif
#define PMACC_HOST_JOINED(a, b, c) a##b##c
#define PMACC_HOST_JOIN(a, b, c) PMACC_HOST_JOINED(a, b, c)
#define PMACC_HOST_MODE PMACC_HOST_JOIN(PMACC_HOST_WORKERS, PMACC_HOST_COUNTS, PMACC_HOST_POISON)

namespace pmacc::host {

/// The statement that calls a function.
struct Site {
    const char* file;
    uint32_t line;

    static constexpr Site here(const char* file = __builtin_FILE(), uint32_t line = __builtin_LINE()) {
        return {file, line};
    }
    bool operator==(const Site& other) const { return line == other.line && std::string(file) == other.file; }
};

/// Prints `FILE:LINE: error: MESSAGE`, and ends the process: threads that wait cannot be asked to return.
[[noreturn]] inline void fail(const Site site, const std::string& message) {
    std::fflush(stdout);
    std::fprintf(stderr, "%s:%u: error: %s\n", site.file, site.line, message.c_str());
    std::fflush(stderr);
    std::_Exit(3);
}

}  // namespace pmacc::host

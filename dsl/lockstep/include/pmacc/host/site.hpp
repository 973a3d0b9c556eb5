#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

// Files with other settings are other code.
#ifdef PMACC_LOCKSTEP_THREADS
#define PMACC_HOST_MODE threads
#else
#define PMACC_HOST_MODE one_worker
#endif

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

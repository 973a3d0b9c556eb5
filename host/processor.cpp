#include "host/processor.hpp"

#ifdef __linux__
#include <sched.h>
#endif

#include <algorithm>
#include <fstream>
#include <thread>

namespace musimd::host {
namespace {

// Calls `each` with the lines of the system's description until it returns false.
template <typename Each>
void lines_about_processors(const Each& each) {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line) && each(line);) {
    }
}

}  // namespace

std::string processor_name() {
    std::string name;
    lines_about_processors([&](const std::string& line) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) name = line.substr(colon + 2);
        return name.empty();
    });
    return name;
}

unsigned usable_processors() {
#ifdef __linux__
    cpu_set_t usable;
    if (sched_getaffinity(0, sizeof usable, &usable) == 0)
        return static_cast<unsigned>(std::max(1, CPU_COUNT(&usable)));
#endif
    return std::max(1U, std::thread::hardware_concurrency());
}

std::string processor_features() {
    std::string all;
    lines_about_processors([&](const std::string& line) {
        if (line.starts_with("model") || line.starts_with("flags") || line.starts_with("Features") ||
            line.starts_with("CPU"))
            all += line + "\n";
        return !line.empty();
    });
    return all;
}

}  // namespace musimd::host

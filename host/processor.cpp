#include "host/processor.hpp"

#include <fstream>

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

#pragma once

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

namespace musimd::software_cuda {

/// The faults selected by $SOFTWARE_CUDA, separated by commas.
struct Settings {
    bool no_device = false;  ///< `no-device`
    bool hangs = false;      ///< `hang`: the initialization of the driver does not return
    int capability = 90;     ///< `capability=60` is 6.0
    std::uint64_t memory = std::uint64_t{1} << 33;  ///< `memory=BYTES`
    bool bad_module = false;                        ///< `load`: no module fits the device
    bool bad_launch = false;                        ///< `launch`: the device ends in each launch
    bool endless = false;                           ///< `endless`: launches do not end
};

inline Settings read_settings() {
    Settings settings;
    const char* const given = std::getenv("SOFTWARE_CUDA");
    std::istringstream words(given == nullptr ? "" : given);
    for (std::string word; std::getline(words, word, ',');) {
        const std::size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const std::uint64_t number =
            equals == std::string::npos ? 0 : std::strtoull(word.c_str() + equals + 1, nullptr, 10);
        if (name == "no-device") settings.no_device = true;
        if (name == "hang") settings.hangs = true;
        if (name == "capability") settings.capability = static_cast<int>(number);
        if (name == "memory") settings.memory = number;
        if (name == "load") settings.bad_module = true;
        if (name == "launch") settings.bad_launch = true;
        if (name == "endless") settings.endless = true;
    }
    return settings;
}

}  // namespace musimd::software_cuda

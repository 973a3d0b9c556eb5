#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <utility>

#include "isa/reader.hpp"

namespace musimd::benchmarks {

/// programs/bench/NAME.asm, with the options applied.
inline Program bench_program(const std::string& name, const ReadOptions& options = {}) {
    const std::string path = MUSIMD_SOURCE_DIR "/programs/bench/" + name + ".asm";
    std::ifstream file(path);
    std::ostringstream text;
    text << file.rdbuf();
    return std::move(read_program(text.str(), path, options).program.value());
}

}  // namespace musimd::benchmarks

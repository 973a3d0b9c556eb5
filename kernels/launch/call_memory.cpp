#include "kernels/launch/call_memory.hpp"

#include <algorithm>

namespace musimd::kernels::openmp {

MachineOptions options_of(const Program& program, std::uint64_t max_steps) {
    MachineOptions options;
    options.max_steps = max_steps;
    for (const Buffer& buffer : program.buffers)
        options.max_address = std::max(options.max_address, buffer.address + buffer.count - 1);
    return options;
}

std::vector<std::vector<std::uint64_t>> final_elements(const dsl::openmp::LoopFunction& function,
                                                       CallState& state) {
    split_structures(function, state);
    std::vector<std::vector<std::uint64_t>> elements(function.buffers.size());
    for (std::size_t b = 0; b < function.buffers.size(); ++b) {
        for (const Value word : state.memory[b].words)
            elements[b].push_back(pattern_of_word(word, function.buffers[b].element));
    }
    return elements;
}

}  // namespace musimd::kernels::openmp

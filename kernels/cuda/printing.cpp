#include "kernels/cuda/printing.hpp"

#include <algorithm>

#include "kernels/openmp/print.hpp"

namespace musimd::kernels::cuda {

using dsl::cuda::Printing;

void allocate_printed(const Printing& printing, openmp::CallState& state) {
    openmp::allocate(printing.buffer, Printing::kElements, state);
    state.memory[printing.buffer].defined.front() = 1;  // 0 elements
}

std::string printed_text(const Printing& printing, const Memory& memory, std::int64_t address) {
    const auto at = [&](std::int64_t i) {
        const Value* const word = memory.find(address + i);
        return word == nullptr ? std::uint64_t{0} : static_cast<std::uint64_t>(*word);
    };
    const auto count = static_cast<std::int64_t>(std::min<std::uint64_t>(at(0), Printing::kElements));
    std::string text;
    for (std::int64_t i = 0; i < count;) {
        const std::uint64_t number = at(1 + i);
        if (number >= printing.formats.size()) break;
        const Printing::Format& format = printing.formats[number];
        const auto elements = std::ssize(format.types) + 1;
        if (i + elements >= Printing::kElements) break;
        std::vector<openmp::PrintedValue> values;
        for (const Type type : format.types) values.push_back({type, at(1 + i + std::ssize(values) + 1)});
        text += openmp::print_formatted(format.text, values);
        i += elements;
    }
    return text;
}

}  // namespace musimd::kernels::cuda

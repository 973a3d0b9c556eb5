#include "cli/kernels/kernel_lanes.hpp"

#include <iostream>

namespace musimd::cli {

views::LanesView::PlaceOf places_in(const kernels::SourceLines& lines) {
    return [lines](const Program& program, Label pc) -> views::SourcePlace {
        const std::uint32_t number = program.at(pc).line;
        if (number == 0) return {0, 0, "(before the first line)"};
        return {number, lines.place(number).line, lines.text(number)};
    };
}

LanesOfKernel::LanesOfKernel(const Options& options, const kernels::SourceLines& lines)
    : LanesView(lanes_layout(options, true), places_in(lines),
                [](std::string_view piece) { std::cout << piece; }) {}

}  // namespace musimd::cli

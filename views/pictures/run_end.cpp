#include "views/pictures/run_end.hpp"

#include <fmt/format.h>

namespace musimd::views {

std::string describe_trap(const Trap& trap, std::uint32_t warps) {
    std::string text = fmt::format("trap {}", to_string(trap.kind));
    if (trap.line != 0) text += fmt::format(" on line {}", trap.line);
    if (warps > 1) text += fmt::format(", warp {}", trap.warp);
    return text;
}

std::string describe_end(Outcome outcome) {
    switch (outcome) {
        case Outcome::limit:
            return "limit of steps or stacks";
        case Outcome::interrupted:
            return "interrupted";
        case Outcome::trap:
            return "trap";
        case Outcome::stop:
            break;
    }
    return {};
}

}  // namespace musimd::views

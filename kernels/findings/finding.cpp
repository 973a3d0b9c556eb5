#include "kernels/findings/finding.hpp"

namespace musimd::kernels {

std::string_view to_string(Space space) {
    switch (space) {
        case Space::global:
            return "global";
        case Space::constant:
            return "constant";
        case Space::shared:
            return "shared";
        case Space::local:
            break;
    }
    return "local";
}

}  // namespace musimd::kernels

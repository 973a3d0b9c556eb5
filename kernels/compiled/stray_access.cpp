#include "kernels/compiled/stray_access.hpp"

#include <fmt/format.h>

namespace musimd::kernels {

std::string describe(Stray stray, std::size_t block, std::uint64_t bytes) {
    switch (stray) {
        case Stray::overwritten:
            return fmt::format("memory {} bytes before block {} was written", bytes, block);
        case Stray::past_end:
            return fmt::format("an access {} bytes past the end of block {}", bytes, block);
        case Stray::before:
            return fmt::format("an access {} bytes before block {}", bytes, block);
    }
    return {};
}

}  // namespace musimd::kernels

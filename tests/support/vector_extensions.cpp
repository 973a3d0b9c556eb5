#include "tests/support/vector_extensions.hpp"

#include <iostream>

namespace musimd::support {

std::span<const VectorExtension> tested_vector_extensions() {
    std::cout << "vector extensions of this build and processor, all tested:";
    for (const VectorExtension extension : vector_extensions()) std::cout << ' ' << to_string(extension);
    std::cout << std::endl;
    return vector_extensions();
}

}  // namespace musimd::support

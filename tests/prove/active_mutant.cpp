#include <cstdlib>

#include "tests/mutants/mutant.hpp"

namespace musimd::mutants {

int on = std::getenv("MUSIMD_MUTANT") == nullptr ? 0 : std::atoi(std::getenv("MUSIMD_MUTANT"));

}  // namespace musimd::mutants

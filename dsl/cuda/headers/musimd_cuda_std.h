// cuda::std: the standard library, whose `constexpr` parts device code can use.
#pragma once

#include <utility>

namespace cuda {
namespace std {
using namespace ::std;
}
}  // namespace cuda

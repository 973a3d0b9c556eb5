#pragma once

#include "dsl/kernel.hpp"

namespace musimd::reader {

using namespace dsl;  // the trees that this room builds

}  // namespace musimd::reader

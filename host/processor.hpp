#pragma once

#include <string>

// What the system reports about the processor.

namespace musimd::host {

/// `AMD EPYC 7B13`; empty if unknown.
std::string processor_name();

/// What -march=native depends on, for a key in the cache: the model and features of the first processor.
std::string processor_features();

}  // namespace musimd::host

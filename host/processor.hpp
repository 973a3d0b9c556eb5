#pragma once

#include <string>

// What the system reports about the processors.

namespace musimd::host {

/// `AMD EPYC 7B13`; empty if unknown.
std::string processor_name();

/// The number of processors that this process may use: fewer than there are if it is pinned to some.
unsigned usable_processors();

/// What -march=native depends on, for a key in the cache: the model and features of the first processor.
std::string processor_features();

}  // namespace musimd::host

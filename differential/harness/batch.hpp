#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "host/child.hpp"

namespace musimd::differential::harness {

/// Does work(0) … work(count − 1), in this order, in child processes, and returns the end of each with the
/// text that it returned. One that crashes, or takes longer than `each`, does not disturb the others: another
/// child does the rest. No other thread may hold a lock that the work needs when a child is started. Throws
/// std::system_error if no process can be started.
std::vector<host::ChildEnd> run_batch(std::size_t count, const std::function<std::string(std::size_t)>& work,
                                      std::chrono::seconds each = std::chrono::seconds(60));

}  // namespace musimd::differential::harness

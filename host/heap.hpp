#pragma once

namespace musimd::host {

/// From now on, memory that is freed stays with this process, for what it allocates next: many short runs
/// one after the other would otherwise spend most of their time in the system.
void keep_freed_memory();

}  // namespace musimd::host

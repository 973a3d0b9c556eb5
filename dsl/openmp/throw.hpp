#pragma once

namespace musimd::dsl::openmp {

/// The `function` of a check that is a `throw`, which nothing catches.
inline constexpr const char* kThrow = "throw";

/// What the `function` of a check begins with that is a call as the function's definition does not take it;
/// what is wrong follows.
inline constexpr const char* kWrongCall = "wrong call: ";

/// The `function` of a check, in host code, that nobody has the lock which it sets.
inline constexpr const char* kLockIsFree = "lock is free";

/// The `function` of a check that the heap has room for what recursive functions declare in threads.
inline constexpr const char* kHeapHasRoom = "heap has room";

}  // namespace musimd::dsl::openmp

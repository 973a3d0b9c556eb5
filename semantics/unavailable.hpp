#pragma once

#include <stdexcept>

namespace musimd {

/// Why an engine, or another part, cannot run a program; an error message that names it.
class Unavailable : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// It can run others, but not this one.
class Unsupported : public Unavailable {
  public:
    using Unavailable::Unavailable;
};

/// Its compiler or driver fails on this program, which it should run.
class EngineFault : public Unavailable {
  public:
    using Unavailable::Unavailable;
};

}  // namespace musimd

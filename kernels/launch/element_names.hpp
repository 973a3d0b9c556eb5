#pragma once

#include <cstdint>
#include <string>

#include "dsl/openmp/loop_function.hpp"
#include "isa/program.hpp"

namespace musimd::kernels::openmp {

struct CallState;

/// What the source calls the elements of objects in the memory of a call.
class ElementNames {
  public:
    /// Uses both as long as it exists.
    ElementNames(const dsl::openmp::LoopFunction& function, const CallState& state)
        : function_(function), state_(state) {}

    /// `a[3]`, `a[3][7].x`; of a variable `s`. The index counts numbers, and may be outside of the object.
    std::string of(const Buffer& buffer, std::int64_t index) const;
    /// The same by its address.
    std::string at(std::int64_t address, const Program& program) const;
    std::string object(const Buffer& buffer) const;
    /// Elements of its first dimension.
    std::int64_t elements(const Buffer& buffer) const;
    /// Whether it is one number: a variable.
    bool is_variable(dsl::BufferId buffer) const;

  private:
    const dsl::openmp::ObjectShape* shape_of(const Buffer& buffer) const;
    std::int64_t index_of_thread(dsl::BufferId buffer, std::int64_t index) const;

    const dsl::openmp::LoopFunction& function_;
    const CallState& state_;
};

}  // namespace musimd::kernels::openmp

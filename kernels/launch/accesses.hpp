#pragma once

#include <cstdint>
#include <string>

#include "isa/program.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/races.hpp"

// What observers that look for races share.

namespace musimd::kernels::openmp {

/// How the instruction uses the address.
Use use_of(const Instruction& instruction, const Access& access);

bool is_atomic(Use use);

/// Whether two such accesses to one element race, if nothing orders them.
bool do_conflict(Use a, Use b);

std::string verb(Use use);

}  // namespace musimd::kernels::openmp

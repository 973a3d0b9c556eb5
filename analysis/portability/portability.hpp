#pragma once

#include <string>
#include <vector>

#include "isa/program.hpp"

// Whether a program means the same under every model of reconvergence: sections 11 and 12 of the semantics.

namespace musimd {

/// An instruction that may make the result depend on the model.
struct ModelDependence {
    Label pc = 0;         ///< 0: it is of the whole program
    std::string message;  ///< why, and what to write instead
    friend bool operator==(const ModelDependence&, const ModelDependence&) = default;
};

/// The result of the check. If there are no places, the program is portable: if a run stops under one of the
/// eight models, whatever the memory, then under all of them, with every side first, in every order of
/// threads and every schedule, unless it reaches the step limit; and the result is the same, but for
/// `unordered`.
struct PortabilityReport {
    std::vector<ModelDependence> places;  ///< ascending by pc
    std::vector<Variable> unordered;      ///< the program only assigns them what atomics return

    bool is_portable() const { return places.empty(); }
};

/// The check is sound, not complete: it may find places in programs that mean the same everywhere.
PortabilityReport check_portability(const Program& program);

}  // namespace musimd

#pragma once

#include "engines/engines.hpp"

// The fast engine with a planted defect, for campaigns of random kernels.

namespace musimd::differential::broken_engines {

inline const Engine& fast() {
    return *find_engine("fast");
}

inline std::uint64_t estimated(const Program& program) {
    return fast().estimated_bytes(program);
}

inline Engine broken(const char* name, Result (*run)(const Program&, const MachineOptions&, Observer*)) {
    Engine engine = fast();
    engine.name = name;
    engine.run = run;
    engine.estimated_bytes = estimated;
    return engine;
}

/// A machine that finds no races.
inline Result without_races(const Program& program, const MachineOptions& options, Observer* observer) {
    Result result = fast().run(program, options, observer);
    if (result.trap && result.trap->kind == TrapKind::race) {
        result.trap.reset();
        result.outcome = Outcome::stop;
    }
    return result;
}

}  // namespace musimd::differential::broken_engines

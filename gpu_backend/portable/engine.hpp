#pragma once

#include <string_view>

#include "gpu_backend/languages/program_source.hpp"
#include "semantics/machine.hpp"

namespace musimd::portable {

/// An engine that runs programs on a backend. What the backend computes are the words of β and Σ, and which
/// threads are active or have exited at the end; steps, and which words are defined, are the machine's, which
/// runs the program first. A run that does not stop is the machine's own: its source has no defined result.
///
/// `backend`: a name that find_backend knows. Throws Unsupported for a program that its language does not
/// have, that rounds in another way there, or, in the natural form, whose result may depend on the model of
/// reconvergence; and Unavailable.
Result run_portable(std::string_view backend, languages::Form form, const Program& program,
                    const MachineOptions& options, Observer* observer);

}  // namespace musimd::portable

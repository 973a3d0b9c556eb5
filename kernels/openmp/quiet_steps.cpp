#include "kernels/openmp/quiet_steps.hpp"

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {

// An atomic update counts as none: it may leave the word as it is, as that of a thread that waits for a lock.
void QuietSteps::on_step(const StepEvent& event) {
    if (interrupt_ != nullptr && *interrupt_) ends_ = true;
    ++quiet_;
    if (!event.accesses.empty() && use_of(event.instruction(), event.accesses.back()) == Use::write)
        quiet_ = 0;
    if (quiet_ < patience_ || has_asked_) return;
    has_asked_ = true;
    if (are_stuck_()) ends_ = true;
}

}  // namespace musimd::kernels::openmp

// musimd doctor, with what kernels use

#include "cli/command/doctor.hpp"

#include "cli/kernels/commands.hpp"
#include "kernels/doctor/doctor.hpp"

namespace musimd::cli {

int doctor_with_kernels(const Arguments& arguments) {
    return write_diagnosis(arguments, kernels::doctor::add_kernel_groups);
}

}  // namespace musimd::cli

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {

Use use_of(const Instruction& instruction, const Access& access) {
    if (is_volatile(instruction)) return instruction.opcode == Opcode::strong_store ? Use::write : Use::read;
    if (instruction.opcode == Opcode::copy_async) return access.only_reads ? Use::read : Use::write;
    const Use use = kind_of(instruction).use;
    const bool only_reads = is_atomic_load(instruction) || access.only_reads;
    return use == Use::atomic && only_reads ? Use::atomic_read : use;
}

namespace {

bool writes(Use use) {
    return use == Use::write || use == Use::atomic;
}

}  // namespace

bool is_atomic(Use use) {
    return use == Use::atomic || use == Use::atomic_read;
}

bool do_conflict(Use a, Use b) {
    return (writes(a) || writes(b)) && !(is_atomic(a) && is_atomic(b));
}

std::string verb(Use use) {
    return use == Use::write ? "writes" : use == Use::read ? "reads" : "accesses atomically";
}

}  // namespace musimd::kernels::openmp

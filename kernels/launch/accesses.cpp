#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {

Use use_of(const Instruction& instruction, const Access& access) {
    if (is_volatile(instruction)) return instruction.opcode == Opcode::strong_store ? Use::write : Use::read;
    if (is_fetch(instruction.opcode) && instruction.fetch_operation == FetchOperation::load)
        return Use::atomic_read;
    switch (info(instruction.opcode).memory) {
        case MemoryUse::none:  // it has no accesses
        case MemoryUse::reads:
            return Use::read;
        case MemoryUse::writes:
            return Use::write;
        case MemoryUse::updates:
            break;
    }
    return access.only_reads ? Use::atomic_read : Use::atomic;
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

#include "kernels/launch/accesses.hpp"

#include <fmt/format.h>

namespace musimd::kernels::openmp {

Use use_of(const Instruction& instruction, const Access& access) {
    if (is_volatile(instruction)) return instruction.opcode == Opcode::strong_store ? Use::write : Use::read;
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

std::string element_at(std::int64_t address, const Program& program) {
    for (const Buffer& buffer : program.buffers) {
        if (!buffer.name.empty() && buffer.address <= address && address < buffer.address + buffer.count)
            return buffer.count == 1 ? buffer.name
                                     : fmt::format("{}[{}]", buffer.name, address - buffer.address);
    }
    return fmt::format("the element at address {}", address);
}

}  // namespace musimd::kernels::openmp

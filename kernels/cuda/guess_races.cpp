#include "kernels/cuda/guess_races.hpp"

#include <algorithm>

#include "kernels/cuda/guesses.hpp"

namespace musimd::kernels::cuda {
namespace {

/// The plain read of a race with an atomic; null: it is no such race.
const FoundAccess* read_of(const Finding& found) {
    if (found.kind != to_string(TrapKind::race) || !found.access || !found.earlier) return nullptr;
    for (const auto& [read, other] :
         {std::pair(&*found.access, &*found.earlier), std::pair(&*found.earlier, &*found.access)}) {
        if (read->use == Use::read && other->use == Use::atomic) return read;
    }
    return nullptr;
}

Finding note_of(Finding race, dsl::SourcePoint read) {
    race.kind = "guess-race";
    race.is_note = true;
    race.message += "; the value is only what atomicCAS expects, which tries again if it is wrong";
    race.hint = Hint{read.line,
                     "an atomic read is right by CUDA's rules, too, as atomicAdd(address, 0) or "
                     "cuda::atomic_ref's load(cuda::memory_order_relaxed)"};
    return race;
}

}  // namespace

std::vector<Finding> take_races_of_guesses(const dsl::cuda::KernelFunction& kernel,
                                           std::vector<Finding>& findings) {
    if (std::ranges::none_of(findings, [](const Finding& found) { return read_of(found) != nullptr; }))
        return {};
    const Guesses guesses(kernel.code.body);
    std::vector<Finding> notes;
    std::erase_if(findings, [&](const Finding& found) {
        const FoundAccess* const read = read_of(found);
        if (read == nullptr || !guesses.contains(read->line)) return false;
        notes.push_back(note_of(found, read->line));
        return true;
    });
    return notes;
}

}  // namespace musimd::kernels::cuda

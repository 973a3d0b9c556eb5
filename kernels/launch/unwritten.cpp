#include "kernels/launch/unwritten.hpp"

#include "kernels/launch/accesses.hpp"

namespace musimd::kernels::openmp {

void Unwritten::note(std::int64_t first, std::int64_t elements, bool unwritten) {
    if (!wanted_) return;
    for (std::int64_t address = first; address < first + elements; ++address) {
        std::vector<bool>& page = pages_[address / kPage];
        page.resize(kPage);
        page[static_cast<std::size_t>(address % kPage)] = unwritten;
    }
}

bool Unwritten::contains(std::int64_t address) const {
    const auto page = pages_.find(address / kPage);
    return address >= 0 && page != pages_.end() && page->second[static_cast<std::size_t>(address % kPage)];
}

void UnwrittenObserver::on_step(const StepEvent& event) {
    for (const Access& access : event.accesses) {
        if (!memory_.contains(access.address)) continue;
        const Use use = use_of(event.instruction(), access);
        const bool reads = use != Use::write && event.instruction().opcode != Opcode::strong_store;
        if (reads && where_.insert(event.pc).second)
            found_.push_back({event.pc, access.address, access.thread});
        if (use == Use::write || use == Use::atomic) memory_.note(access.address, 1, false);
    }
}

}  // namespace musimd::kernels::openmp

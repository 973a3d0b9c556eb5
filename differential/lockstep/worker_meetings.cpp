#include "differential/lockstep/worker_meetings.hpp"

#include <algorithm>

namespace musimd::differential::lockstep {
namespace {

constexpr std::uint32_t kWarp = 32;

}  // namespace

void WorkerMeetings::Span::add(std::uint32_t first, std::uint32_t last) {
    least = std::min(least, first);
    greatest = std::max(greatest, last);
}

void WorkerMeetings::access(std::uint32_t array, std::uint32_t element, const Who& who, Use use) {
    auto& of_element = accesses_[std::uint64_t{array} << 32 | element];
    of_element.resize(found_.size());
    for (std::size_t s = 0; s < found_.size(); ++s) {
        Span& span = of_element[s][static_cast<std::size_t>(use)];
        if (!who.domain) {
            span.add(0, kernel_.instances[s].shape.workers - 1);
            continue;
        }
        const std::uint32_t simd =
            kernel_.domains[*who.domain].has_simd ? kernel_.instances[s].shape.simd : 1;
        const std::uint32_t worker = who.index / simd % kernel_.instances[s].shape.workers;
        span.add(worker, worker);
    }
}

bool WorkerMeetings::meet(const Accesses& accesses, std::uint32_t per) {
    const auto differ = [&](std::initializer_list<Use> uses) {
        Span all;
        for (const Use use : uses) {
            const Span& span = accesses[static_cast<std::size_t>(use)];
            if (!span.is_empty()) all.add(span.least, span.greatest);
        }
        return !all.is_empty() && all.least / per != all.greatest / per;
    };
    const auto has = [&](Use use) { return !accesses[static_cast<std::size_t>(use)].is_empty(); };
    if (has(Use::write)) return differ({Use::read, Use::write, Use::atomic});
    return has(Use::read) && has(Use::atomic) && differ({Use::read, Use::atomic});
}

void WorkerMeetings::barrier() {
    for (const auto& [element, of_element] : accesses_) {
        for (std::size_t s = 0; s < found_.size(); ++s) {
            found_[s].workers = found_[s].workers || meet(of_element[s], 1);
            found_[s].warps = found_[s].warps || meet(of_element[s], kWarp);
        }
    }
    accesses_.clear();
}

}  // namespace musimd::differential::lockstep

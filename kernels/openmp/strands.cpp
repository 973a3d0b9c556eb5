#include "kernels/openmp/strands.hpp"

#include <algorithm>

namespace musimd::kernels::openmp {

std::uint32_t StrandClock::of(Strand strand) const {
    if (times_ == nullptr) return 0;
    const auto found = times_->find(strand);
    return found == times_->end() ? 0 : found->second;
}

StrandClock::Times& StrandClock::own() {
    if (times_ == nullptr) {
        times_ = std::make_shared<Times>();
    } else if (times_.use_count() > 1) {
        times_ = std::make_shared<Times>(*times_);
    }
    return *times_;
}

void StrandClock::raise(Strand strand, std::uint32_t time) {
    if (of(strand) < time) own()[strand] = time;
}

// Both are sorted: one pass finds whether there is something new, and another one merges.
void StrandClock::join(const StrandClock& other) {
    if (times_ == nullptr) times_ = other.times_;
    if (times_ == other.times_ || other.times_ == nullptr) return;
    auto at = times_->begin();
    const bool has_news = std::ranges::any_of(*other.times_, [&](const auto& entry) {
        while (at != times_->end() && at->first < entry.first) ++at;
        return at == times_->end() || at->first != entry.first || at->second < entry.second;
    });
    if (!has_news) return;
    Times::sequence_type merged;
    merged.reserve(times_->size() + other.times_->size());
    auto a = times_->begin();
    auto b = other.times_->begin();
    while (a != times_->end() || b != other.times_->end()) {
        const bool both = a != times_->end() && b != other.times_->end() && a->first == b->first;
        if (both) {
            merged.emplace_back(a->first, std::max(a->second, b->second));
            ++a;
            ++b;
        } else if (b == other.times_->end() || (a != times_->end() && a->first < b->first)) {
            merged.push_back(*a++);
        } else {
            merged.push_back(*b++);
        }
    }
    times_ = std::make_shared<Times>();
    times_->adopt_sequence(boost::container::ordered_unique_range, std::move(merged));
}

StrandClock StrandState::publish(Strand self) {
    StrandClock result = known;
    result.raise(self, time);
    time += 1;
    return result;
}

Strand Strands::add_task() {
    states_.emplace_back();
    return static_cast<Strand>(states_.size() - 1);
}

void Strands::begin_anew(bool forget) {
    if (forget) states_.resize(fixed_);
    for (StrandState& state : states_) state = StrandState{};
}

}  // namespace musimd::kernels::openmp

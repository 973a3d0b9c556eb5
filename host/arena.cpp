#include "host/arena.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "host/memory_map.hpp"

namespace musimd::host {

struct Arena::Parts {
    Parts(std::int64_t asked, Kind kind)
        : limit(asked),
          has_cells(kind == Kind::cells),
          words(count() * kWordBytes),
          defined(has_cells ? 0 : count()),
          claims(kind == Kind::words_and_claims ? count() * sizeof(std::uint64_t) : 0),
          short_claims(kind == Kind::words_and_short_claims ? count() * sizeof(std::uint32_t) : 0),
          used(pages()),
          phase(kind == Kind::words_and_short_claims ? kShortPhase : kPhase) {}

    std::size_t count() const { return static_cast<std::size_t>(limit) + 2 * kAround; }
    std::size_t pages() const { return static_cast<std::size_t>(limit / kPage) + 1; }
    std::uint32_t* first_short_claim() const {
        return static_cast<std::uint32_t*>(short_claims.get()) + kAround;
    }
    bool is_for(Kind kind) const {
        return has_cells == (kind == Kind::cells) && words.get() != nullptr && used.get() != nullptr &&
               (has_cells || defined.get() != nullptr) &&
               (kind != Kind::words_and_claims || claims.get() != nullptr) &&
               (kind == Kind::words_and_short_claims) == (short_claims.get() != nullptr);
    }

    std::int64_t limit;
    bool has_cells;
    MemoryMap words, defined, claims, short_claims, used;
    std::uint64_t phase;
    bool has_large_pages = false;
};

struct Arena::Kept {
    static constexpr std::size_t kMax = 2;          // when one engine falls back to another
    static constexpr std::size_t kMaxPages = 1024;  // touched pages; 70 MiB
    std::mutex mutex;
    std::vector<std::unique_ptr<Parts>> parts;
};

Arena::Kept& Arena::kept() {
    static Kept all;
    return all;
}

Arena::Arena(std::int64_t limit, Kind kind) {
    {
        Kept& all = kept();
        const std::scoped_lock lock(all.mutex);
        const auto fits = [&](const auto& p) { return p->limit >= limit && p->is_for(kind); };
        const auto found = std::ranges::find_if(all.parts, fits);
        if (found != all.parts.end()) {
            parts_ = std::move(*found);
            all.parts.erase(found);
        }
    }
    if (parts_ == nullptr) parts_ = std::make_unique<Parts>(limit, kind);
    if (!parts_->is_for(kind)) {
        parts_ = nullptr;
        return;
    }
    words = static_cast<std::uint64_t*>(parts_->words.get()) + kAround;
    if (kind != Kind::cells) defined = static_cast<std::uint8_t*>(parts_->defined.get()) + kAround;
    if (kind == Kind::words_and_claims) claims = static_cast<std::uint64_t*>(parts_->claims.get()) + kAround;
    if (kind == Kind::words_and_short_claims) short_claims = parts_->first_short_claim();
    used = static_cast<std::uint8_t*>(parts_->used.get());
    phase = parts_->phase;
}

void Arena::expect(std::int64_t count) {
    constexpr std::int64_t kMany = 1 << 18;
    if (count < kMany || parts_ == nullptr || parts_->has_large_pages) return;
    parts_->has_large_pages = true;
    for (MemoryMap* map : {&parts_->words, &parts_->defined, &parts_->claims, &parts_->short_claims})
        map->use_large_pages();
}

bool Arena::has_next_phase() const {
    return short_claims == nullptr ? phase < UINT64_MAX / 2 : phase <= UINT32_MAX - 2 * kShortPhase;
}

void Arena::forget_claims() {
    if (has_next_phase()) {
        phase += phase_unit();
        return;
    }
    parts_->short_claims.clear();
    short_claims = parts_->first_short_claim();
    phase = kShortPhase;
}

std::uint8_t* Arena::next_used(std::uint8_t* from) const {
    const auto left = static_cast<std::size_t>(used + parts_->pages() - from);
    return static_cast<std::uint8_t*>(std::memchr(from, 1, left));
}

Arena::~Arena() {
    if (parts_ == nullptr) return;
    std::size_t touched = 0;
    for (std::uint8_t* page = used; (page = next_used(page)) != nullptr; ++page) ++touched;
    if (touched > Kept::kMaxPages || !has_next_phase()) return;
    for (std::uint8_t* page = used; (page = next_used(page)) != nullptr; *page = 0) {
        const std::int64_t first = (page - used) * kPage;
        const auto count = static_cast<std::size_t>(std::min(kPage, parts_->limit - first));
        if (defined != nullptr) {
            std::memset(defined + first, 0, count);
        } else {
            std::memset(static_cast<std::uint64_t*>(words) + first, 0, count * kWordBytes);
        }
    }
    parts_->phase = phase + phase_unit();
    Kept& all = kept();
    const std::scoped_lock lock(all.mutex);
    all.parts.push_back(std::move(parts_));
    if (all.parts.size() > Kept::kMax) all.parts.erase(all.parts.begin());
}

}  // namespace musimd::host

#include "host/arena.hpp"

#include <algorithm>
#include <cstring>
#include <mutex>
#include <vector>

#include "host/memory_map.hpp"

namespace musimd::host {

struct Arena::Parts {
    Parts(std::int64_t asked, bool has_claims)
        : limit(asked),
          words(count() * 8),
          defined(count()),
          claims(has_claims ? count() * 8 : 0),
          used(pages()) {}

    std::size_t count() const { return static_cast<std::size_t>(limit) + 2 * kAround; }
    std::size_t pages() const { return static_cast<std::size_t>(limit / kPage) + 1; }
    bool has_room(bool has_claims) const {
        return words.get() != nullptr && defined.get() != nullptr && used.get() != nullptr &&
               (!has_claims || claims.get() != nullptr);
    }

    std::int64_t limit;
    MemoryMap words, defined, claims, used;
    std::uint64_t phase = kPhase;
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

Arena::Arena(std::int64_t limit, bool has_claims) {
    {
        Kept& all = kept();
        const std::scoped_lock lock(all.mutex);
        const auto fits = [&](const auto& p) { return p->limit >= limit && p->has_room(has_claims); };
        const auto found = std::ranges::find_if(all.parts, fits);
        if (found != all.parts.end()) {
            parts_ = std::move(*found);
            all.parts.erase(found);
        }
    }
    if (parts_ == nullptr) parts_ = std::make_unique<Parts>(limit, has_claims);
    if (!parts_->has_room(has_claims)) {
        parts_ = nullptr;
        return;
    }
    words = static_cast<std::uint64_t*>(parts_->words.get()) + kAround;
    defined = static_cast<std::uint8_t*>(parts_->defined.get()) + kAround;
    if (has_claims) claims = static_cast<std::uint64_t*>(parts_->claims.get()) + kAround;
    used = static_cast<std::uint8_t*>(parts_->used.get());
    phase = parts_->phase;
}

std::uint8_t* Arena::next_used(std::uint8_t* from) const {
    const auto left = static_cast<std::size_t>(used + parts_->pages() - from);
    return static_cast<std::uint8_t*>(std::memchr(from, 1, left));
}

Arena::~Arena() {
    if (parts_ == nullptr) return;
    std::size_t touched = 0;
    for (std::uint8_t* page = used; (page = next_used(page)) != nullptr; ++page) ++touched;
    if (touched > Kept::kMaxPages || phase >= UINT64_MAX / 2) return;
    for (std::uint8_t* page = used; (page = next_used(page)) != nullptr; *page = 0) {
        const std::int64_t first = (page - used) * kPage;
        std::memset(defined + first, 0, static_cast<std::size_t>(std::min(kPage, parts_->limit - first)));
    }
    parts_->phase = phase + kPhase;
    Kept& all = kept();
    const std::scoped_lock lock(all.mutex);
    all.parts.push_back(std::move(parts_));
    if (all.parts.size() > Kept::kMax) all.parts.erase(all.parts.begin());
}

}  // namespace musimd::host

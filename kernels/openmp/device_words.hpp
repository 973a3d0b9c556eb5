#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>

#include "semantics/data_rules.hpp"

// What is known of each number that the device has a copy of. The machine has one memory: it has the newest
// value, and here is the other one.

namespace musimd::kernels::openmp {

/// A number with, or once with, a copy on the device.
struct DeviceWord {
    enum Flag : std::uint16_t {
        present = 1,          ///< the device has a copy
        host_old = 2,         ///< the newest value is the device's; the host's is `older`
        device_old = 4,       ///< the other way round
        device_unset = 8,     ///< the device's copy has no value
        host_unset = 16,      ///< the host's value was such a copy
        lost = 32,            ///< the device wrote another value, which nobody copied before the copy's end
        device_only = 64,     ///< memory of the device
        freed = 128,          ///< the same, after omp_target_free
        anywhere = 256,       ///< not followed
        known_is_set = 512,   ///< `known` is a value
        older_is_set = 1024,  ///< `older` is a value
        own = 2048,           ///< the region that runs has a copy of its own
    };
    Value known = 0;  ///< in the memory
    Value older = 0;
    std::uint32_t host_line = 0;    ///< of the last write by the host
    std::uint32_t device_line = 0;  ///< of the last write by the device
    std::uint32_t map = 0;          ///< the last list item that mapped it, from 1; 0: none
    std::uint16_t flags = 0;

    bool is(std::uint16_t any) const { return (flags & any) != 0; }
    void set(std::uint16_t which) { flags = static_cast<std::uint16_t>(flags | which); }
    void clear(std::uint16_t which) { flags = static_cast<std::uint16_t>(flags & ~which); }
    /// Whether the two sides have values that differ.
    bool differs() const { return !is(older_is_set) || !is(known_is_set) || known != older; }
};

/// By address.
class DeviceWords {
  public:
    /// Null if nothing is known of it.
    DeviceWord* find(std::int64_t address) {
        Page* const page = page_of(address);
        return page == nullptr ? nullptr : &(*page)[static_cast<std::size_t>(address % kPage)];
    }
    DeviceWord& at(std::int64_t address) {
        if (DeviceWord* known = find(address)) return *known;
        std::unique_ptr<Page>& page = pages_[address / kPage];
        page = std::make_unique<Page>();
        latest_ = {address / kPage, page.get()};
        return (*page)[static_cast<std::size_t>(address % kPage)];
    }

  private:
    static constexpr std::int64_t kPage = 1024;
    using Page = std::array<DeviceWord, kPage>;

    Page* page_of(std::int64_t address) {
        if (address < 0) return nullptr;
        const std::int64_t number = address / kPage;
        if (number == latest_.first) return latest_.second;
        const auto found = pages_.find(number);
        if (found == pages_.end()) return nullptr;
        latest_ = {number, found->second.get()};
        return latest_.second;
    }

    std::unordered_map<std::int64_t, std::unique_ptr<Page>> pages_;
    std::pair<std::int64_t, Page*> latest_ = {-1, nullptr};
};

}  // namespace musimd::kernels::openmp

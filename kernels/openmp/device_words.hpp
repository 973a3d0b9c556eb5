#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <utility>

#include "semantics/data_rules.hpp"

// What is known of each number that the device has a copy of.

namespace musimd::kernels::openmp {

/// Who loads and stores.
enum class Side : std::uint8_t { host, device };

constexpr Side other(Side side) {
    return side == Side::host ? Side::device : Side::host;
}

/// A number with, or once with, a copy on the device.
struct DeviceWord {
    enum Flag : std::uint16_t {
        present = 1,       ///< the device has a copy
        host_old = 2,      ///< the device has written since the host has, or got, its value
        device_old = 4,    ///< the other way round
        device_unset = 8,  ///< the device's copy has no value
        host_unset = 16,   ///< the host's value was such a copy
        lost = 32,         ///< the device wrote another value, which nobody copied before the copy's end
        device_only = 64,  ///< memory of the device
        freed = 128,       ///< the same, after omp_target_free
        anywhere = 256,    ///< not followed
        own = 512,         ///< the region that runs has a copy of its own
        listed = 1024,     ///< the sides may have different values
    };
    /// Of the sides; meaningful if there is a copy. A value that is unset is not known.
    std::array<Value, 2> values = {0, 0};
    std::array<bool, 2> is_set = {false, false};
    std::uint16_t flags = 0;
    std::array<std::uint32_t, 2> lines = {0, 0};  ///< of the last writes
    std::uint32_t map = 0;                        ///< the last list item that mapped it, from 1; 0: none

    bool is(std::uint16_t any) const { return (flags & any) != 0; }
    void set(std::uint16_t which) { flags = static_cast<std::uint16_t>(flags | which); }
    void clear(std::uint16_t which) { flags = static_cast<std::uint16_t>(flags & ~which); }
    /// Whether the two sides have values that differ, or may differ.
    bool differs() const { return !is_set[0] || !is_set[1] || values[0] != values[1]; }
    void put(Side side, Value value) {
        values[static_cast<std::size_t>(side)] = value;
        is_set[static_cast<std::size_t>(side)] = true;
    }
    void copy(Side from) {
        const auto at = static_cast<std::size_t>(from);
        values[1 - at] = values[at];
        is_set[1 - at] = is_set[at];
    }
    bool has(Side side) const { return is_set[static_cast<std::size_t>(side)]; }
    Value value(Side side) const { return values[static_cast<std::size_t>(side)]; }
    std::uint32_t line(Side side) const { return lines[static_cast<std::size_t>(side)]; }
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

#pragma once

#include <cstdint>

#include "dsl/kernel.hpp"

// What host code does with the memory of the device. A `team` statement in host code whose `width` is not 0
// is such an act: its `width` has what a DeviceStep says.

namespace musimd::dsl::openmp {

enum class DeviceAct : std::uint8_t {
    none,
    /// An item of the list of the next act. `operands` are the address of its first number, and for each of
    /// its dimensions, the outermost first, how many there are, and how many numbers are from one to the
    /// next. `function` is its text.
    item,
    // These have as operand whether they happen; none: they do.
    enter,   ///< `target enter data`
    exit,    ///< `target exit data`
    update,  ///< `target update`
    begin,   ///< `target data`, or a target region
    end,     ///< of the last one that has begun
    wait,    ///< for all that has `nowait`
    /// The variable of the item has a copy on the device from the beginning.
    declare,
    /// What the item is has the same value on both sides at all times.
    constant,
    allocate,  ///< `omp_target_alloc`: the item is memory of the device; the operand says whether
    release,   ///< `omp_target_free`; the operand is the address
    /// Until `end`, loads are on the device if the first operand is not 0, and stores if the second is not.
    copy,
    wrong_pointer,  ///< the host accesses `function`, by an address of the device since the line of the
                    ///< operand
    present,        ///< `variable` becomes whether the address, the operand, is mapped
};

/// How a list item is mapped or updated.
enum class MapType : std::uint8_t { alloc, to, from, tofrom, release, remove };

constexpr bool is_copied_to(MapType type) {
    return type == MapType::to || type == MapType::tofrom;
}

constexpr bool is_copied_from(MapType type) {
    return type == MapType::from || type == MapType::tofrom;
}

struct DeviceStep {
    DeviceAct act = DeviceAct::none;
    MapType type = MapType::tofrom;  ///< of an item
    bool always = false;             ///< of an item
    bool present = false;            ///< of an item
    bool copied = false;             ///< of an item: `firstprivate`; the region has a copy of its own
    bool in_clause = false;          ///< of an item: the text has it
    bool region = false;             ///< of `begin`: what follows is executed by the device
    bool nowait = false;
    bool depends = false;  ///< it has `depend`
    friend bool operator==(const DeviceStep&, const DeviceStep&) = default;
};

constexpr std::uint32_t width_of(const DeviceStep& s) {
    const auto bit = [](bool is, int at) { return static_cast<std::uint32_t>(is) << at; };
    return static_cast<std::uint32_t>(s.act) | static_cast<std::uint32_t>(s.type) << 8 | bit(s.always, 16) |
           bit(s.present, 17) | bit(s.copied, 18) | bit(s.in_clause, 19) | bit(s.region, 20) |
           bit(s.nowait, 21) | bit(s.depends, 22);
}

constexpr DeviceStep device_step(const Statement& s) {
    const auto bit = [&](int at) { return (s.width >> at & 1) != 0; };
    if (s.kind != Statement::Kind::team) return {};
    return {.act = static_cast<DeviceAct>(s.width & 255),
            .type = static_cast<MapType>(s.width >> 8 & 255),
            .always = bit(16),
            .present = bit(17),
            .copied = bit(18),
            .in_clause = bit(19),
            .region = bit(20),
            .nowait = bit(21),
            .depends = bit(22)};
}

}  // namespace musimd::dsl::openmp

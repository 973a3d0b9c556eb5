#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "dsl/openmp/device.hpp"
#include "dsl/openmp/loop_function.hpp"
#include "kernels/launch/call_words.hpp"
#include "kernels/openmp/device_words.hpp"
#include "semantics/observer.hpp"
#include "semantics/races.hpp"

// The memory of the device, by the rules of OpenMP 5.2, 5.8: which numbers it has copies of, and which side
// has the newest value. See docs/openmp-language.md, "The memory of the device".

namespace musimd::kernels::openmp {

/// A list item of a `map`, with its place in memory.
struct MapItem {
    struct Range {
        std::int64_t first = 0;
        std::int64_t end = 0;
        friend bool operator==(const Range&, const Range&) = default;
    };
    std::vector<Range> ranges = {};  ///< ascending
    dsl::openmp::DeviceStep step = {};
    std::string text = {};
    std::uint32_t line = 0;
    std::uint32_t released = 0;  ///< line on which the copy has ended; 0: it has not

    bool is_empty() const { return ranges.empty(); }
    Range extent() const { return {ranges.front().first, ranges.back().end}; }
};

/// An access that one side must not make.
struct DeviceFault {
    enum class Kind : std::uint8_t {
        host_old,      ///< the host reads what the device has written since
        lost,          ///< the same, after the device's copy has ended
        device_old,    ///< the device reads what the host has written since
        device_unset,  ///< the device reads a copy without a value
        host_unset,    ///< the host reads what it got from such a copy
        not_mapped,    ///< the device has no copy
        device_only,   ///< the host accesses memory of the device
        freed,         ///< after omp_target_free
    };
    Kind kind = Kind::host_old;
    Label pc = 0;
    std::int64_t address = 0;
    Use use = Use::read;
    DeviceWord word = {};
    std::uint32_t region = 0;  ///< line of the target region; 0: in host code
};

/// A directive that cannot do what it says.
struct MapFault {
    std::string message;
    std::uint32_t line = 0;
};

/// Sees all programs of a call, and takes the acts between them.
class DeviceMemory final : public Observer {
  public:
    DeviceMemory(const dsl::openmp::LoopFunction& function, CallState& state, const KeptMemory& kept);

    /// Whether there is anything to see.
    bool is_active() const { return active_; }
    /// The act of a statement, whose operands have these values.
    void act(const dsl::Statement& s, const std::vector<std::int64_t>& operands);
    /// Of an act that asks for a value.
    bool is_present(std::int64_t address, bool on_device);
    /// Memory that has been declared for the buffer.
    void declare(dsl::BufferId buffer, std::int64_t first, std::int64_t elements);
    /// What operands of acts read is not looked at.
    void set_quiet(bool quiet) { quiet_ = quiet; }
    /// At the end of a call: the memory has what a machine with one memory would have, as compilers do.
    void show_newest();
    /// Before the run of a program that uses memory.
    void show();
    /// After it.
    void end_run();

    void on_step(const StepEvent& event) override;

    std::vector<DeviceFault> take_faults() { return std::exchange(faults_, {}); }
    std::vector<MapFault> take_map_faults() { return std::exchange(map_faults_, {}); }
    /// The item with this number, from 1; null: 0.
    const MapItem* item(std::uint32_t number) const { return number == 0 ? nullptr : &items_[number - 1]; }
    /// An item that is mapped and in the object at the address, or null.
    const MapItem* nearest_item(std::int64_t address);
    /// The line of the directive with `nowait` that has not been waited for and writes this; 0: none.
    std::uint32_t in_flight(std::int64_t address) const;

  private:
    struct Mapping {
        std::int64_t end = 0;
        std::uint64_t count = 1;
        std::uint32_t item = 0;
        bool stays = false;  ///< from the beginning of the program to its end
    };
    struct Region {
        bool device_loads = false;
        bool device_stores = false;
        std::vector<std::uint32_t> items = {};
        /// Mapped numbers of which it has copies of its own: what they are outside.
        std::vector<std::pair<std::int64_t, DeviceWord>> own = {};
        bool nowait = false;
        std::uint32_t line = 0;
    };
    struct Late {
        std::vector<std::uint32_t> items;
        std::uint32_t line = 0;
        bool is_update = false;
    };

    void add_item(const dsl::Statement& s, const std::vector<std::int64_t>& operands);
    void begin(const dsl::openmp::DeviceStep& step, const std::vector<std::uint32_t>& items, bool happens,
               std::uint32_t line);
    void end();
    void wait();
    void enter(std::uint32_t item);
    bool enter_own(std::uint32_t item, Region& region);
    void end_own(const Region& region);
    std::vector<std::uint32_t> take_listed();
    void enter_rest(std::uint32_t item);
    void exit(std::uint32_t item, std::uint32_t line);
    void update(std::uint32_t item);
    void map(MapItem::Range range, std::uint32_t item, bool stays = false);
    void unmap(std::int64_t first, std::uint32_t line);
    template <typename F>
    void for_each_present(const MapItem& item, const F& use);
    void copy_to_device(const MapItem& item);
    void copy_to_host(const MapItem& item);
    std::map<std::int64_t, Mapping>::iterator mapping_around(const MapItem::Range& range);
    const Mapping* overlap(const MapItem::Range& range) const;
    void forget(std::int64_t first, std::int64_t end);
    void take_unknown();
    template <typename F>
    void for_each(const MapItem::Range& range, F use) {
        for (std::int64_t address = range.first; address < range.end; ++address) use(words_.at(address));
    }
    bool is_free_for_all(std::int64_t address);
    bool is_followed(const ObjectWords& object) const;
    void access_by_device(const StepEvent& event, const Access& access, Use use);
    void access_by_host(const StepEvent& event, const Access& access, Use use);
    void note_write(DeviceWord& w, Side by, const StepEvent& event, const Access& access, Use use);
    void fault(DeviceFault::Kind kind, const StepEvent& event, const Access& access, Use use,
               const DeviceWord& word);

    CallState& state_;
    const KeptMemory& kept_;
    std::vector<bool> given_;    ///< by buffer: it is the caller's
    std::vector<bool> of_text_;  ///< by buffer: the text has a name for it
    bool active_ = false;
    bool quiet_ = false;
    DeviceWords words_;
    std::map<std::int64_t, Mapping> mappings_;  ///< by first address
    std::vector<MapItem> items_;
    std::map<const dsl::Statement*, std::vector<std::uint32_t>> items_of_;
    std::vector<std::uint32_t> listed_;                   ///< items of the next act
    std::vector<Region> regions_;                         ///< that have begun, the innermost last
    std::vector<Late> late_;                              ///< with `nowait`
    std::vector<std::pair<std::int64_t, Side>> unknown_;  ///< addresses that atomics have written
    Side shown_ = Side::host;                             ///< whose values the memory has
    std::vector<std::int64_t> lost_words_;                ///< addresses of words that are, or were, `lost`
    std::vector<std::int64_t> listed_words_;              ///< addresses of words that are `listed`
    std::vector<DeviceFault> faults_;
    std::set<std::pair<DeviceFault::Kind, Label>> where_;  ///< in the run
    std::vector<MapFault> map_faults_;
};

}  // namespace musimd::kernels::openmp

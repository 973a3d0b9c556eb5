#pragma once

#include <array>
#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "isa/program.hpp"
#include "semantics/data_rules.hpp"
#include "semantics/happens_before.hpp"

namespace musimd {

/// How a thread's instruction uses an address.
enum class Use : std::uint8_t {
    read,
    write,
    atomic,       ///< that writes
    atomic_read,  ///< a load, or a fetch_cas whose comparison fails
};

/// What an instruction does with the addresses of its accesses.
struct AccessKind {
    AccessKind(Use used) : use(used) {}  // NOLINT: most are no more than this
    AccessKind(Use used, Strength strong, bool updates) : use(used), strength(strong), is_update(updates) {}

    Use use;
    Strength strength;         ///< of an atomic
    bool is_update = true;     ///< an atomic write also reads
    bool is_volatile = false;  ///< two of these are a conflict between volatiles
    bool is_copy = false;      ///< asynchronous: accesses that only read are those of its source
};

/// Whether the program has asynchronous copies, which race with their own thread.
bool has_copies(const Program& program);

AccessKind kind_of(const Instruction& instruction);

/// The accesses to Σ of a grid. Two accesses to one address by different agents are a race if at least one
/// writes, they are not both atomic for each other, and neither is ordered before the other.
class AccessHistory {
  public:
    /// Whether something besides barriers orders accesses: fences or `syncwarp`.
    enum class OrderedBy : std::uint8_t { barriers, anything };

    /// Agents are warps or, under RaceMode::thread, threads; `warps` of `threads` lanes are a block.
    AccessHistory(RaceMode mode, Thread threads, std::uint32_t warps,
                  OrderedBy ordered_by = OrderedBy::anything, Consistency consistency = Consistency::cpp);
    /// Of a run of the program.
    AccessHistory(const Program& program, RaceMode mode);

    /// An access that races.
    struct Conflict {
        Access access;  ///< access of the lowest thread of the instruction that conflicts
        std::optional<RacingAccess>
            other;  ///< the last access before it that conflicts; not one of the same step
        bool between_volatiles = false;  ///< no race: both are atomic, by AccessKind::is_volatile
    };

    /// The conflict of a warp's next instruction, if any. The accesses ascend by thread.
    std::optional<Conflict> conflict(std::uint32_t warp, AccessKind kind, std::span<const Access> accesses);

    /// Adds the accesses of the instruction that the warp has executed.
    void add(std::uint32_t warp, Label pc, AccessKind kind, std::span<const Access> accesses);

    /// Their conflict, if any; else they are added.
    std::optional<Conflict> take(std::uint32_t warp, Label pc, AccessKind kind,
                                 std::span<const Access> accesses);

    /// What the warp's threads do to order later events after earlier ones.
    void barrier();
    void block_barrier(std::uint32_t block) { order_.block_barrier(block); }
    void fence(std::uint32_t warp, const ThreadSet& threads, Strength strength);
    /// A group of `syncwarp`: the lanes of its mask.
    void meet(std::uint32_t warp, const ThreadSet& lanes);
    void meet(std::span<const Agent> agents) { order_.meet(agents); }
    /// `async.commit`, and `async.wait` for all groups of each thread but the latest.
    void commit_copies(std::uint32_t warp, const ThreadSet& threads);
    void wait_for_copies(std::uint32_t warp, const ThreadSet& threads, std::uint64_t latest);

    /// Appends numbers that are equal for two histories only if no later access can distinguish them: whether
    /// it races, not with which access.
    void append_to(std::vector<std::uint64_t>& numbers) const;

  private:
    struct Entry {
        std::uint64_t step = 0;
        Moment moment;
        RacingAccess access;
        Use use = Use::read;
        bool of_block = false;  ///< an atomic of block scope
        bool is_volatile = false;
        bool is_copy = false;     ///< then Moment::own is its number among those of the thread
        std::uint32_t block = 0;  ///< block of the agent
    };
    /// Which accesses conflict with the same others.
    struct Sort {
        Use use;
        bool of_block = false;
        bool is_volatile = false;
        bool is_copy = false;
        friend auto operator<=>(const Sort&, const Sort&) = default;
    };
    static Sort sort_of(const Entry& entry) {
        return {entry.use, entry.of_block, entry.is_volatile, entry.is_copy};
    }
    static Sort sort_of(const AccessKind& kind, const Access& access);
    /// The accesses to one address: of each agent the last of each sort, sorted by sort and agent; where
    /// nothing but barriers orders accesses, fewer of them, in any order (see entry_by_barriers).
    using Entries = boost::container::small_vector<Entry, 1>;
    /// Those to neighbouring addresses.
    static constexpr std::int64_t kPage = 16;
    using Page = std::array<Entries, kPage>;
    /// The accesses so far. A copy has memory of its own, without a pool: searches copy machines at every
    /// step, most of them with few pages.
    struct Table {
        Table() = default;
        ~Table() = default;
        Table(const Table& other) : pages(other.pages, std::pmr::new_delete_resource()) {}
        Table(Table&& other) : pages(std::move(other.pages), std::pmr::new_delete_resource()) {
            other.last = nullptr;
        }
        Table& operator=(const Table&) = delete;

        std::pmr::unsynchronized_pool_resource memory;  // for thousands of pages that live equally long
        std::pmr::unordered_map<std::int64_t, Page> pages{&memory};
        Page* last = nullptr;  ///< page of the last access, which is mostly that of the next
        std::int64_t last_number = 0;
    };

    Agent agent(std::uint32_t warp, Thread t) const {
        return mode_ == RaceMode::warp ? warp : Agent{warp} * threads_ + t;
    }
    Agent agent(const Entry& entry) const { return agent(entry.access.warp, entry.access.thread); }
    /// The thread of the grid, also where agents are warps.
    HappensBefore::CopyThread copy_thread(std::uint32_t warp, Thread t) const {
        return std::uint64_t{warp} * threads_ + t;
    }
    HappensBefore::CopyThread copy_thread(const Entry& entry) const {
        return copy_thread(entry.access.warp, entry.access.thread);
    }
    /// Whose last access the entry is: of copies, the thread.
    std::uint64_t owner(const Entry& entry) const {
        return entry.is_copy ? copy_thread(entry) : agent(entry);
    }
    Entries* find(std::int64_t address);
    Entries& at(std::int64_t address);
    Entry* entry_of(Entries& entries, Sort sort, std::uint64_t self) const;
    Entry* entry_by_barriers(Entries& entries, Sort sort, Agent self) const;
    bool is_repeated(const Access& access);
    std::uint32_t block_of(Agent agent) const {
        return static_cast<std::uint32_t>(agent / agents_per_block_);
    }
    /// An agent that accesses an address, and the accesses to it so far.
    struct Touch {
        Access access;
        Agent self = 0;
        Entries* entries = nullptr;
    };
    void touch(std::uint32_t warp, const AccessKind& kind, std::span<const Access> accesses);
    bool is_ordered(const Entry& entry, const Touch& by) const;
    RacingAccess access_of(const Entry& entry) const;
    static bool may_conflict(Sort a, Sort b, bool both_reach, bool as_volatiles);
    const Entry* last_unordered(const Touch& by, const AccessKind& kind, Moment now, bool as_volatiles) const;
    std::optional<Conflict> conflict_of_touched(const AccessKind& kind,
                                                std::span<const Access> accesses) const;
    void add_touched(std::uint32_t warp, Label pc, const AccessKind& kind);
    void set(Entry& entry, const Touch& touch, std::uint32_t warp, Label pc, Sort sort, Moment moment);
    void add_copies(std::uint32_t warp, Label pc, const AccessKind& kind);
    void keep_copies_on_their_way();
    void observe(const AccessKind& kind);
    void publish(const AccessKind& kind);
    void append_by_barriers(const Entries& entries, Sort sort, std::vector<std::uint64_t>& numbers) const;

    RaceMode mode_;
    Thread threads_;
    Agent agents_per_block_;
    OrderedBy ordered_by_;
    HappensBefore order_;
    std::uint64_t step_ = 0;
    Table table_;

    // Of the instruction whose accesses are looked at.
    std::vector<Touch> touched_;
    std::uint32_t block_ = 0;
    /// Addresses that it has used, by their last bits.
    struct Repeat {
        std::int64_t address = 0;
        std::uint64_t look = 0;
    };
    std::array<Repeat, 64> repeats_{};
    std::uint64_t looks_ = 0;
};

}  // namespace musimd

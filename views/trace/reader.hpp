#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <unordered_map>
#include <vector>

#include "semantics/observer.hpp"
#include "views/trace/bytes.hpp"
#include "views/trace/header.hpp"
#include "views/trace/machine_mirror.hpp"

namespace musimd::views::trace {

/// How a trace ends.
struct End {
    std::uint64_t steps = 0;  ///< the number of the last step that was shown
    std::string outcome;      ///< outcome of the run, if the trace has its end: `stop`
    std::string problem;      ///< else why not: the trace is cut off, or has bytes that no writer writes
};

/// Reads a trace block by block, and shows its events to an observer as the run did. Bytes of any origin end
/// in a result or a problem; the memory needed is that of a block and of the machines' stacks.
class Reader {
  public:
    /// Reads up to `size` bytes, and returns how many; 0 at the end.
    using Read = std::function<std::size_t(char* to, std::size_t size)>;

    /// Reads the header; else the message: not a trace, of another version, damaged.
    static tl::expected<Reader, std::string> open(Read read);

    const Header& header() const { return header_.header; }
    const Program& program() const { return header_.program; }

    /// Shows the events to the observer, up to the step of number `last`.
    End replay(Observer& observer, std::uint64_t last = std::numeric_limits<std::uint64_t>::max());

  private:
    /// What steps with this number have in common.
    struct Description {
        Label pc = 0;
        RuleId rule = RuleId::IT;
        RuleSet rules;
        unsigned flags = 0;
        std::uint32_t groups = 0;
        std::uint32_t next = kNoStep;
    };
    struct Contents {
        Block block;
        std::string text;
    };

    explicit Reader(Read read) : read_(std::move(read)), descriptions_(2) {}
    std::string take_bytes(std::uint64_t count);
    std::uint64_t take_length();
    std::optional<Contents> take_block();

    bool show_steps(std::string_view block, Observer& observer);
    void take_item();
    void define();
    void take_state();
    MachineMirror& machine_of(std::uint64_t number);
    MachineMirror& next_machine();
    void split_if_due(MachineMirror& machine);
    bool show_next(std::optional<std::uint32_t> description, Observer& observer);
    void show_step(MachineMirror& machine, const Description& description, Observer& observer);
    void check_depth(const MachineMirror& machine) const;
    std::size_t woken(const Description& description, const MachineMirror& machine);
    void take_accesses(const Description& description, const ThreadSet& active);
    void take_threads(bool of_active, const ThreadSet& active);
    void take_words(Value Access::*part, bool in_steps, std::uint64_t first);
    ThreadSet take_set(ByteReader& in) const;
    Label take_label();
    template <typename Entry>
    Stack<Entry> take_stack();
    void take_entry(SyncEntry& entry);
    void take_entry(ContextEntry& entry);

    Read read_;
    ReadHeader header_;
    ByteReader codes_, masks_, accesses_;  ///< bytes of the current block
    std::vector<Description> descriptions_;
    std::vector<std::uint64_t> addresses_;                       ///< by pc: the first of the last step there
    std::unordered_map<std::uint64_t, MachineMirror> machines_;  ///< by number
    MachineMirror* machine_ = nullptr;                           ///< machine of the last step
    MachineMirror* given_ = nullptr;  ///< machine of the next one, if it is not as predicted
    std::vector<Access> list_;
    std::uint64_t number_ = 0;  ///< number of the last step
    std::uint64_t next_ = 1;    ///< number of the next one
    std::uint64_t left_ = 0;    ///< steps of the block that are to come
    std::uint64_t last_ = 0;    ///< the number of the last step to show
};

}  // namespace musimd::views::trace

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "semantics/observer.hpp"
#include "views/trace/bytes.hpp"
#include "views/trace/header.hpp"
#include "views/trace/machine_mirror.hpp"

namespace musimd::views::trace {

/// Writes the trace of a run as it goes, in the format of docs/trace-format.md. A step that repeats what
/// followed the last time is a bit of a number; what else it needs is written where it deviates from the
/// prediction of MachineMirror.
class Writer final : public Observer {
  public:
    using Write = std::function<void(std::string_view)>;

    /// The program must outlive the writer. `write` gets pieces of about 64 KiB.
    Writer(const Header& header, const Program& program, Write write);

    void on_step(const StepEvent& event) override;
    void on_wait(std::uint32_t warp) override;
    void on_trap(const Trap& trap) override;
    /// The end of the run; without it, the trace is one that was cut off.
    void finish(std::string_view outcome);

  private:
    /// What steps with this description have in common.
    struct Description {
        std::uint64_t key = 0;  ///< combined pc, rule, flags and groups
        RuleSet rules;
        std::uint32_t next = kNoStep;  ///< what followed it the last time
    };

    void take_machine(std::uint64_t number);
    void take_state(const StepEvent& event);
    void take_description(std::uint64_t key, RuleSet rules, Label pc);
    void repeat_or_write(std::uint32_t description);
    std::uint32_t number_of(std::uint64_t key, RuleSet rules, Label pc);
    std::uint32_t define(std::uint64_t key, RuleSet rules, Label pc);
    void put_extras(const StepEvent& event, unsigned flags);
    void put_accesses(const StepEvent& event);
    void put_set(const ThreadSet& set, ByteWriter& out) const;
    template <typename Entry>
    void put_stack(const Stack<Entry>& stack);
    void put_entry(const SyncEntry& entry);
    void put_entry(const ContextEntry& entry);
    void end_run();
    void begin_item(Item item);
    void step_done();
    void end_steps();
    void put_block(Block block, std::string_view contents);

    const Program& program_;
    Write write_;
    ByteWriter codes_, masks_, accesses_;
    std::vector<Description> descriptions_;
    std::vector<std::vector<std::uint32_t>> described_;  ///< by pc: numbers of descriptions
    std::vector<std::uint64_t> addresses_;               ///< by pc: the first address of its last step
    std::unordered_map<std::uint64_t, MachineMirror> machines_;  ///< by number
    MachineMirror before_first_;
    MachineMirror* machine_ = &before_first_;  ///< machine of the last step
    std::uint64_t repeated_ = 0;               ///< steps as predicted that are not written yet
    std::uint64_t steps_ = 0;                  ///< in this block, with turns that wait
    std::uint64_t number_ = 0;                 ///< number of the last step
};

}  // namespace musimd::views::trace

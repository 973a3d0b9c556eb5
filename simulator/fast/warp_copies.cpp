// Asynchronous copies (section 13.4). The words are copied when the copy is issued; what they race with is
// the history's.

#include "simulator/fast/warp.hpp"

namespace musimd::fast {

// Whether all active lanes can copy: work.accesses becomes the source and the target of each.
bool FastWarp::may_copy(const Decoded& i, const GridContext& grid, Workspace& work) {
    const bool defined = are_defined(i);
    const LaneOperand to = source(i, 0);
    const LaneOperand from = source(i, 1);
    const auto is_valid = [&](ValidRange& valid, std::int64_t x, std::size_t lane, RuleId rule) {
        if (!valid.contains(x)) valid = valid_range(x, grid);
        if (valid.contains(x)) return true;
        fail({.kind = TrapKind::invalid_address, .rule = rule, .thread = static_cast<Thread>(lane), .a = x});
        return false;
    };
    work.accesses.clear();
    ValidRange valid_from;
    ValidRange valid_to;
    return each_active([&](std::size_t lane) {
        const auto t = static_cast<Thread>(lane);
        if (!defined && undefined_lane(operand(1), lane)) return false;
        const std::int64_t x = word(from, lane);
        if (!is_valid(valid_from, x, lane, RuleId::LD)) return false;
        const SharedMemory::Location cell = grid.memory.find(x);
        if (!cell.is_defined()) {
            fail({.kind = TrapKind::undefined_memory, .rule = RuleId::MM, .thread = t, .a = x});
            return false;
        }
        if (!defined && undefined_lane(operand(0), lane)) return false;
        const std::int64_t y = word(to, lane);
        if (!is_valid(valid_to, y, lane, RuleId::ST)) return false;
        work.accesses.push_back({t, x, 0, true});
        work.accesses.push_back({t, y, cell.load()});
        return true;
    });
}

// Returns false if there may be a race.
bool FastWarp::see_copies(GridContext& grid, Workspace& work) const {
    std::vector<std::int64_t> sources;
    std::vector<std::int64_t> targets;
    for (const Access& access : work.accesses)
        (access.only_reads ? sources : targets).push_back(access.address);
    if (grid.tally != nullptr) {
        grid.tally->see_sources(pc_, shared_base_, sources);
        grid.tally->see(pc_, shared_base_, targets);
    }
    return grid.filter == nullptr || grid.filter->take_copies(number_, sources, targets, r_.active);
}

Event FastWarp::copy_async(const Decoded& i, GridContext& grid, Workspace& work) {
    if (!may_copy(i, grid, work)) return Event::failed;
    std::vector<Access> stores;
    for (const Access& access : work.accesses)
        if (!access.only_reads) stores.push_back(access);
    if (const Event event = store_race(stores, work); event != Event::stepped) return event;
    if (grid.sees_addresses() && !see_copies(grid, work)) return may_race(RuleId::ST);
    if (grid.history != nullptr) {
        const AccessKind kind = kind_of(code_.program.at(pc_));
        if (const auto found = grid.history->take(number_, pc_, kind, work.accesses))
            return raced(rule_of_access(Opcode::copy_async, found->access), *found);
    }
    for (const Access& store : stores) grid.memory.make(store.address).store(store.value);
    return next();
}

Event FastWarp::commit_copies(GridContext& grid) {
    if (grid.history != nullptr) grid.history->commit_copies(number_, active());
    if (grid.filter != nullptr) grid.filter->commit_copies(number_, active());
    return next();
}

Event FastWarp::wait_for_copies(GridContext& grid) {
    const auto latest = static_cast<std::uint64_t>(operand(0).value);
    if (grid.history != nullptr) grid.history->wait_for_copies(number_, active(), latest);
    if (grid.filter != nullptr && !grid.filter->wait_for_copies(number_, active(), latest))
        return may_race(RuleId::ST);
    return next();
}

}  // namespace musimd::fast

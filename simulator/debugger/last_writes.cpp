#include "simulator/debugger/last_writes.hpp"

namespace musimd::debugger {
namespace {

constexpr std::uint64_t kEdit = std::uint64_t{1} << 63;  // of a step's number: an edit before that step

Origin origin_of(std::uint64_t mark) {
    return {mark & ~kEdit, (mark & kEdit) != 0};
}

bool writes_memory(Opcode opcode) {
    const MemoryUse use = info(opcode).memory;
    return use == MemoryUse::writes || use == MemoryUse::updates || use == MemoryUse::copies;
}

}  // namespace

LastWrites::LastWrites(const Program& program, std::uint32_t machines)
    : is_volta_(program.model == ThreadModel::volta),
      restores_(program.registers == RegisterMode::restore),
      rows_(is_volta_ ? 1 : program.threads),
      machines_(machines) {
    for (OfMachine& writes : machines_) writes.variables.resize(program.variables.size());
}

LastWrites::Steps& LastWrites::own(Column& column) const {
    if (column == nullptr)
        column = std::make_shared<Steps>(rows_);
    else if (column.use_count() > 1)
        column = std::make_shared<Steps>(*column);
    return *column;
}

std::vector<SleepSteps>& LastWrites::own(Sleeps& sleeps) const {
    if (sleeps == nullptr)
        sleeps = std::make_shared<std::vector<SleepSteps>>(rows_);
    else if (sleeps.use_count() > 1)
        sleeps = std::make_shared<std::vector<SleepSteps>>(*sleeps);
    return *sleeps;
}

std::uint64_t& LastWrites::word(std::int64_t address) {
    std::shared_ptr<Page>& page = pages_[address / kPage];
    if (page == nullptr)
        page = std::make_shared<Page>();
    else if (page.use_count() > 1)
        page = std::make_shared<Page>(*page);
    return (*page)[static_cast<std::size_t>(address % kPage)];
}

void LastWrites::add(const StepEvent& event, const Machine& machine) {
    const std::uint32_t m = is_volta_ ? machine.machine_of(event.warp, event.active.front()) : event.warp;
    OfMachine& writes = machines_[m];
    const Instruction& i = event.instruction();
    if (info(i.opcode).format.destination) {
        Steps& steps = own(writes.variables[i.destination]);
        event.active.for_each([&](Thread t) { steps[row(t)] = event.number; });
    }
    if (writes_memory(i.opcode)) {
        for (const Access& access : event.accesses)
            if (!access.only_reads) word(access.address) = event.number;
    }
    if (info(i.opcode).family == Family::control) add_control(event, machine.warp(m), writes);
    if (const models::GroupWarp* groups = machine.group_warp(m)) add_arrivals(event, groups->groups, writes);
}

// The threads of the step that wait at a join after it.
void LastWrites::add_arrivals(const StepEvent& event, const models::Groups& after, OfMachine& writes) {
    for (const models::Group& group : after.arrived) {
        if (!event.active.contains(group.active.front())) continue;
        auto& sleeps = own(writes.sleeps);
        group.active.for_each([&](Thread t) { sleeps[row(t)].sync = event.number; });
    }
}

void LastWrites::add_control(const StepEvent& event, const Warp& after, OfMachine& writes) {
    if (event.rule == RuleId::BD) {
        auto& sleeps = own(writes.sleeps);
        event.active.for_each([&](Thread t) {
            if (!after.active.contains(t)) sleeps[row(t)] = {event.number, 0, 0};
        });
    } else if (event.rule == RuleId::SS) {
        auto& sleeps = own(writes.sleeps);
        event.active.for_each([&](Thread t) { sleeps[row(t)].sync = event.number; });
    } else if (event.rule == RuleId::EX) {
        auto& sleeps = own(writes.sleeps);
        event.active.for_each([&](Thread t) { sleeps[row(t)].exit = event.number; });
    } else if (event.rule == RuleId::EB) {
        writes.contexts.push_back({restores_ ? writes.variables : std::vector<Column>(), writes.sleeps});
    } else if (event.rule == RuleId::EE && !writes.contexts.empty()) {
        if (restores_) writes.variables = std::move(writes.contexts.back().variables);
        writes.sleeps = std::move(writes.contexts.back().sleeps);
        writes.contexts.pop_back();
    }
}

void LastWrites::edit_variable(std::uint32_t machine, Thread t, Variable v, std::uint64_t next) {
    own(machines_[machine].variables[v])[row(t)] = next | kEdit;
}

void LastWrites::edit_word(std::int64_t address, std::uint64_t next) {
    word(address) = next | kEdit;
}

Origin LastWrites::of_variable(std::uint32_t machine, Thread t, Variable v) const {
    const Column& column = machines_[machine].variables[v];
    return column == nullptr ? Origin{} : origin_of((*column)[row(t)]);
}

Origin LastWrites::of_word(std::int64_t address) const {
    const auto page = pages_.find(address / kPage);
    return page == pages_.end() ? Origin{}
                                : origin_of((*page->second)[static_cast<std::size_t>(address % kPage)]);
}

SleepSteps LastWrites::sleep_of(std::uint32_t machine, Thread t) const {
    const Sleeps& sleeps = machines_[machine].sleeps;
    return sleeps == nullptr ? SleepSteps{} : (*sleeps)[row(t)];
}

std::uint64_t LastWrites::bytes() const {
    std::uint64_t bytes = pages_.size() * (sizeof(Page) + 64);
    for (const OfMachine& writes : machines_) {
        bytes += sizeof writes + writes.variables.size() * sizeof(Column);
        for (const Column& column : writes.variables)
            if (column != nullptr) bytes += rows_ * sizeof(std::uint64_t);
        if (writes.sleeps != nullptr) bytes += rows_ * sizeof(SleepSteps);
    }
    return bytes;
}

}  // namespace musimd::debugger

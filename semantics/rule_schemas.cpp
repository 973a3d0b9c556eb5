#include "semantics/rule_schemas.hpp"

namespace musimd {
namespace {

constexpr std::string_view kStateParts[] = {"Θ", "β", "Σ", "Π", "Λ", "P", "pc"};

constexpr std::string_view kBefore = "M(Θ, β, Σ, Π, Λ, P, pc) ⇓ R";
constexpr std::string_view kNext = "M(Θ, β, Σ, Π, Λ, P, pc+1) ⇓ R";
constexpr std::string_view kTarget = "M(Θ, β, Σ, Π, Λ, P, l) ⇓ R";

std::vector<RuleSchema> branch_schemas() {
    constexpr std::string_view kNobodyWaits = "push(Π, ∅, pc, l) = Π'";
    constexpr std::string_view kTaken = "M(Θ, β, Σ, Π', Λ, P, l) ⇓ R";
    constexpr std::string_view kNotTaken = "M(Θ, β, Σ, Π', Λ, P, pc+1) ⇓ R";
    constexpr std::string_view kAllZero = "split(Θ, β, v) = (Θ, ∅)";
    constexpr std::string_view kNoneZero = "split(Θ, β, v) = (∅, Θ)";
    constexpr std::string_view kSplit = "split(Θ, β, v) = (Θ0, Θn)";
    return {
        {RuleId::BT,
         "Branch, all taken",
         {{{"P[pc] = bz v, l", kAllZero, kNobodyWaits, kTaken}, kBefore},
          {{"P[pc] = bnz v, l", kNoneZero, kNobodyWaits, kTaken}, kBefore}}},
        {RuleId::BF,
         "Branch, none taken",
         {{{"P[pc] = bz v, l", kNoneZero, kNobodyWaits, kNotTaken}, kBefore},
          {{"P[pc] = bnz v, l", kAllZero, kNobodyWaits, kNotTaken}, kBefore}}},
        {RuleId::BD,
         "Branch, divergent",
         {{{"P[pc] = bz v, l", kSplit, "Θ0 ≠ ∅", "Θn ≠ ∅", "push(Π, Θ0, pc, l) = Π'",
            "M(Θn, β, Σ, Π', Λ, P, pc+1) ⇓ R"},
           kBefore},
          {{"P[pc] = bnz v, l", kSplit, "Θ0 ≠ ∅", "Θn ≠ ∅", "push(Π, Θn, pc, l) = Π'",
            "M(Θ0, β, Σ, Π', Λ, P, pc+1) ⇓ R"},
           kBefore}}},
        {RuleId::BA,
         "Branch on the mask, active",
         {{{"P[pc] = branch_mask o, l", "Λ ≠ ∅", "t, β ⊢ o = k \"and\" k ∈ Θ_mask \"for every\" t ∈ Θ",
            kTarget},
           kBefore}}},
        {RuleId::BI,
         "Branch on the mask, inactive",
         {{{"P[pc] = branch_mask o, l", "Λ ≠ ∅", "t, β ⊢ o = k \"and\" k ∉ Θ_mask \"for every\" t ∈ Θ",
            kNext},
           kBefore}}},
    };
}

std::vector<RuleSchema> reconvergence_schemas() {
    return {
        {RuleId::SS,
         "Sync, switch",
         {{{"P[pc] = sync", "Π = (pc', Θd, l, Θw) : Π'", "Θw ≠ ∅",
            "M(Θw, β, Σ, (pc', Θd ∪ Θ, l, ∅) : Π', Λ, P, l) ⇓ R"},
           kBefore}}},
        {RuleId::SP,
         "Sync, pop",
         {{{"P[pc] = sync", "Π = (pc', Θd, l, ∅) : Π'", "M(Θ ∪ Θd, β, Σ, Π', Λ, P, pc+1) ⇓ R"}, kBefore}}},
        {RuleId::JP, "Jump", {{{"P[pc] = jump l", kTarget}, kBefore}}},
        {RuleId::EB,
         "Everywhere, begin",
         {{{"P[pc] = everywhere", "M(Θ_all, β, Σ, ∅, (Θ, Π) : Λ, P, pc+1) ⇓ R"}, kBefore}},
         "Under `.registers restore`, β is saved with Θ and Π."},
        {RuleId::EE,
         "Everywhere, end",
         {{{"P[pc] = end_everywhere", "Π = ∅", "Λ = (Θ', Π') : Λ'", "M(Θ', β, Σ, Π', Λ', P, pc+1) ⇓ R"},
           kBefore}},
         "Under `.registers restore`, β is restored to its state at the matching EB."},
    };
}

std::vector<RuleSchema> other_control_schemas() {
    return {
        {RuleId::BR,
         "Barrier",
         {{{"P[pc] = barrier", "Π = ∅", "Λ = ∅", "\"the barrier is open\"", kNext}, kBefore}}},
        {RuleId::AR,
         "Assert",
         {{{"P[pc] = assert o", "t, β ⊢ o = c \"and\" c ≠ 0 \"for every\" t ∈ Θ", kNext}, kBefore}}},
        {RuleId::EX,
         "Exit",
         {{{"P[pc] = exit", "Λ = ∅", "resume(Π) = (Θ', Π', l)", "M(Θ', β, Σ, Π', Λ, P, l) ⇓ R"}, kBefore}},
         "The active threads end. resume(Π) continues with the threads that wait in Π; if there are no such "
         "threads, the warp has stopped."},
        {RuleId::BB,
         "Block barrier",
         {{{"P[pc] = block_barrier", "Λ = ∅", "Θ = Θ_all", "\"the block's barrier is open\"", kNext},
           kBefore},
          {{"P[pc] = v = block_barrier.F o", "Λ = ∅", "Θ = Θ_all", "t, β ⊢ o = c_t \"for every\" t ∈ Θ",
            "\"the block's barrier is open\"",
            "c = F \"over the\" c_t \"of all threads of the block that wait\"",
            "M(Θ, β[t ↦ σ_t[v ↦ c] \"for\" t ∈ Θ], Σ, Π, Λ, P, pc+1) ⇓ R"},
           kBefore}}},
        {RuleId::IT,
         "Iterate",
         {{{"P[pc] = ι\", a data instruction\"", "(Θ, β, Σ, Θ_mask, ι) → (β', Σ')",
            "M(Θ, β', Σ', Π, Λ, P, pc+1) ⇓ R"},
           kBefore}}},
    };
}

std::vector<RuleSchema> operand_schemas() {
    return {
        {RuleId::TL,
         "Thread list",
         {{{}, "(∅, β, Σ, Θ_mask, ι) → (β, Σ)"},
          {{"t ∈ Θ", "(t, β, Σ, Θ_mask, ι) → (σ, Σ')", "(Θ \\ {t}, β, Σ', Θ_mask, ι) → (β', Σ'')"},
           "(Θ, β, Σ, Θ_mask, ι) → (β'[t ↦ σ], Σ'')"}}},
        {RuleId::MT,
         "Thread id",
         {{{}, "t, β ⊢ tid = t"}, {{}, "t, β ⊢ wid = w"}},
         "w is the number of the warp."},
        {RuleId::MV, "Variable", {{{"v ≠ tid, wid", "β[t](v) = c"}, "t, β ⊢ v = c"}}},
        {RuleId::MM, "Memory", {{{"Σ(x) = c"}, "Σ ⊢ x = c"}}},
    };
}

std::vector<RuleSchema> data_schemas() {
    constexpr std::string_view kAddress = "t, β ⊢ a = x";
    return {
        {RuleId::CT, "Constant", {{{}, "(t, β, Σ, Θ_mask, v = c) → (σ_t[v ↦ c], Σ)"}}},
        {RuleId::AS, "Assign", {{{"t, β ⊢ o = c"}, "(t, β, Σ, Θ_mask, v = o) → (σ_t[v ↦ c], Σ)"}}},
        {RuleId::LD, "Load", {{{kAddress, "Σ ⊢ x = c"}, "(t, β, Σ, Θ_mask, v = [a]) → (σ_t[v ↦ c], Σ)"}}},
        {RuleId::ST, "Store", {{{kAddress, "t, β ⊢ o = c"}, "(t, β, Σ, Θ_mask, [a] = o) → (σ_t, Σ[x ↦ c])"}}},
        {RuleId::AT,
         "Atomic update",
         {{{kAddress, "Σ ⊢ x = c"}, "(t, β, Σ, Θ_mask, v = atomic_inc [a]) → (σ_t[v ↦ c+1], Σ[x ↦ c+1])"},
          {{kAddress, "t, β ⊢ o1 = c1", "t, β ⊢ o2 = c2", "Σ ⊢ x = c"},
           "(t, β, Σ, Θ_mask, v = fetch_OP [a], o1, o2) → (σ_t[v ↦ c], Σ[x ↦ OP(c, c1, c2)])"}}},
        {RuleId::BP,
         "Binary operation",
         {{{"t, β ⊢ o1 = c1", "t, β ⊢ o2 = c2"}, "(t, β, Σ, Θ_mask, v = o1 ⊕ o2) → (σ_t[v ↦ c1 ⊕ c2], Σ)"},
          {{"t, β ⊢ o1 = c1", "…", "t, β ⊢ o_n = c_n"},
           "(t, β, Σ, Θ_mask, v = op.T o1, …, o_n) → (σ_t[v ↦ op.T(c1, …, c_n)], Σ)"}}},
        {RuleId::SV,
         "Shuffle, valid lane",
         {{{"t, β ⊢ o = k", "k ∈ Θ_mask", "β[k](v) = c"}, "(t, β, Σ, Θ_mask, shfl v, o) → (σ_t[v ↦ c], Σ)"}}},
        {RuleId::SI,
         "Shuffle, invalid lane",
         {{{"t, β ⊢ o = k", "k ∉ Θ_mask"}, "(t, β, Σ, Θ_mask, shfl v, o) → (σ_t \"without\" v, Σ)"}}},
        {RuleId::BL,
         "Ballot",
         {{{"s, β ⊢ o = c_s \"for each\" s ∈ Θ"},
           "(t, β, Σ, Θ_mask, v = ballot o) → (σ_t[v ↦ Σ {2^s | s ∈ Θ, c_s ≠ 0}], Σ)"}},
         "The word before the braces is a sum, modulo 2^w."},
        {RuleId::UN,
         "Unary operation",
         {
#define MUSIMD_UNARY(name, ...) \
    {{"t, β ⊢ o = c"}, "(t, β, Σ, Θ_mask, v = " #name " o) → (σ_t[v ↦ " #name " c], Σ)"},
#include "isa/instructions.def"
         }},
    };
}

std::vector<RuleSchema> collective_schemas() {
    constexpr std::string_view kVotes = "s, β ⊢ o = c_s \"for each\" s ∈ P(m)";
    constexpr std::string_view kSum =
        "The word before the braces is a sum, modulo 2^w. P(m): the lanes of m.";
    return {
        {RuleId::SW,
         "Synchronise a warp",
         {{{"\"the group of each\" t ∈ Θ \"is complete\""}, "(t, β, Σ, Θ_mask, syncwarp m) → (σ_t, Σ)"}},
         "The group of t is P(m), the lanes of its mask that have not exited."},
        {RuleId::SH,
         "Shuffle with a mask",
         {{{"j ∈ P(m)", "j, β ⊢ x = c"}, "(t, β, Σ, Θ_mask, v = shfl.mode m, x, o, width) → (σ_t[v ↦ c], Σ)"},
          {{"j ∉ P(m)"}, "(t, β, Σ, Θ_mask, v = shfl.mode m, x, o, width) → (σ_t \"without\" v, Σ)"}},
         "The lane j follows from the mode, t, o and width. P(m): the lanes of m."},
        {RuleId::VO,
         "Vote",
         {{{kVotes}, "(t, β, Σ, Θ_mask, v = vote.ballot m, o) → (σ_t[v ↦ Σ {2^s | s ∈ P(m), c_s ≠ 0}], Σ)"},
          {{kVotes},
           "(t, β, Σ, Θ_mask, v = vote.any m, o) → (σ_t[v ↦ 1 \"if\" c_s ≠ 0 \"for some\" s ∈ P(m)\", "
           "else\" 0], Σ)"},
          {{kVotes},
           "(t, β, Σ, Θ_mask, v = vote.all m, o) → (σ_t[v ↦ 1 \"if\" c_s ≠ 0 \"for every\" s ∈ P(m)\", "
           "else\" 0], Σ)"}},
         kSum},
        {RuleId::MA,
         "Match",
         {{{kVotes}, "(t, β, Σ, Θ_mask, v = match.any m, o) → (σ_t[v ↦ Σ {2^s | s ∈ P(m), c_s = c_t}], Σ)"},
          {{kVotes},
           "(t, β, Σ, Θ_mask, v = match.all m, o) → (σ_t[v ↦ Σ {2^s | s ∈ P(m)} \"if all\" c_s \"are equal, "
           "else\" 0], Σ)"}},
         kSum},
        {RuleId::RD,
         "Reduce",
         {{{kVotes, "c = OP \"over all\" c_s"}, "(t, β, Σ, Θ_mask, v = reduce.OP m, o) → (σ_t[v ↦ c], Σ)"}},
         "P(m): the lanes of m."},
        {RuleId::AM,
         "Active mask",
         {{{}, "(t, β, Σ, Θ_mask, v = activemask) → (σ_t[v ↦ Σ {2^s | s ∈ Θ}], Σ)"}},
         "The word before the braces is a sum, modulo 2^w."},
        {RuleId::FE,
         "Fence",
         {{{}, "(t, β, Σ, Θ_mask, fence.block) → (σ_t, Σ)"},
          {{}, "(t, β, Σ, Θ_mask, fence.grid) → (σ_t, Σ)"}},
         "It orders accesses, and changes nothing."},
        {RuleId::AC,
         "Asynchronous copy",
         {{{"t, β ⊢ x = s", "Σ ⊢ s = c", "t, β ⊢ a = d"},
           "(t, β, Σ, Θ_mask, copy.async [a], [x]) → (σ_t, Σ[d ↦ c])"}},
         "The threads of a step read before they write. It is not ordered before what follows."},
        {RuleId::AG,
         "Group of copies",
         {{{}, "(t, β, Σ, Θ_mask, async.commit) → (σ_t, Σ)"}},
         "The copies since the last one are a group."},
        {RuleId::AW,
         "Wait for copies",
         {{{}, "(t, β, Σ, Θ_mask, async.wait o) → (σ_t, Σ)"}},
         "The copies of the thread's groups, but for the o latest, are ordered before it."},
    };
}

std::vector<RuleSchema> all_schemas() {
    std::vector<RuleSchema> all = {
        {RuleId::STOP, "Stop", {{{"P[pc] = stop", "Π = ∅"}, "M(Θ, β, Σ, Π, Λ, P, pc) ⇓ (Θ, β, Σ)"}}}};
    for (auto* part : {branch_schemas, reconvergence_schemas, other_control_schemas, operand_schemas,
                       data_schemas, collective_schemas}) {
        for (RuleSchema& schema : part()) all.push_back(std::move(schema));
    }
    return all;
}

}  // namespace

std::span<const RuleSchema> rule_schemas() {
    static const std::vector<RuleSchema> schemas = all_schemas();
    return schemas;
}

const RuleSchema& schema_of(RuleId rule) {
    return rule_schemas()[static_cast<std::size_t>(rule)];
}

std::span<const std::string_view> state_parts() {
    return kStateParts;
}

}  // namespace musimd

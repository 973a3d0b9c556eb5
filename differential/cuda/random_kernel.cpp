#include "differential/cuda/random_kernel.hpp"

#include <algorithm>

#include "differential/cuda/mutations.hpp"
#include "differential/cuda/plain_run.hpp"
#include "differential/cuda/statements.hpp"

namespace musimd::differential::cuda {
namespace {

constexpr std::uint32_t kMaxThreads = 128;
constexpr unsigned kAttempts = 4;

class KernelMaker {
  public:
    KernelMaker(std::uint64_t seed, const DrawnShape& shape) : draft_(seed), shape_(shape) {}

    Drawn make() {
        Dice& dice = draft_.dice;
        dimensions();
        draft_.kernel.n = dice.between(0, 100);
        parameters();
        arrays();
        Statements statements(draft_);
        draft_.kernel.body =
            statements.body(dice.between(4U, std::max(4U, 2 * shape_.statements)), shape_.has_warps);
        return dice.chance(shape_.mutants) ? mutant() : std::move(draft_.kernel);
    }

  private:
    /// A mistake that shows, if a few attempts find one.
    Drawn mutant() {
        const auto before = elements_before(draft_.kernel);
        Drawn mutant;
        for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
            mutant = draft_.kernel;
            mutate(mutant, draft_.dice);
            if (!run_plainly(mutant, before).is_clean()) break;
        }
        return mutant;
    }

    void dimensions() {
        Dice& dice = draft_.dice;
        dsl::Dimensions& block = draft_.kernel.block;
        switch (dice.weighted({45, 25, 15, 15})) {
            case 0:
                block = {dice.pick({32U, 64U, 96U, 128U}), 1, 1};
                break;
            case 1:
                block = {dice.pick({8U, 16U, 32U}), dice.pick({2U, 4U}), 1};
                break;
            case 2:
                block = {dice.pick({4U, 8U}), dice.pick({2U, 4U}), dice.pick({1U, 2U, 4U})};
                break;
            default:
                block = {dice.between(1U, 24U), dice.between(1U, 4U), 1};
        }
        while (draft_.kernel.threads() > kMaxThreads) block[1] /= 2;
        draft_.kernel.grid = {dice.between(1U, 3U), dice.chance(25) ? 2U : 1U, dice.chance(10) ? 2U : 1U};
    }

    std::uint32_t add(std::string name, Type type, Array::Space space, std::uint32_t elements) {
        auto& all = draft_.kernel.arrays;
        all.push_back({std::move(name), type, space, elements, draft_.dice.below(1000)});
        return static_cast<std::uint32_t>(all.size() - 1);
    }

    void parameters() {
        Dice& dice = draft_.dice;
        const std::uint32_t threads = draft_.kernel.threads();
        const std::uint32_t all = threads * draft_.kernel.blocks();
        const auto any = [&] {
            return dice.pick({Type::i32, Type::u32, Type::i64, Type::u64, Type::f32, Type::f64});
        };
        for (unsigned i = 0; i < 2; ++i) {
            const Type type = dice.chance(30) ? dice.pick({Type::i8, Type::u8, Type::i16, Type::u16}) : any();
            draft_.inputs.push_back(
                add("in" + std::to_string(i), type, Array::Space::input, dice.pick({16U, 64U, 100U})));
        }
        for (unsigned i = 0; i < 2; ++i) {
            const std::uint32_t own = dice.pick({1U, 2U});
            const std::uint32_t id = add("out" + std::to_string(i), any(), Array::Space::output, all * own);
            // The elements of a thread are those of its block's part.
            draft_.outputs.push_back({.array = id, .own = own});
        }
        const Type type = dice.pick({Type::i32, Type::u32, Type::u64, Type::f32, Type::f64});
        const Form form =
            type == Type::u32 || type == Type::u64
                ? dice.pick({Form::add, Form::min, Form::max, Form::andb, Form::orb, Form::xorb})
            : type == Type::i32 ? dice.pick({Form::add, Form::max, Form::xorb})
                                : Form::add;
        draft_.sums.push_back(
            {.array = add("sums", type, Array::Space::output, 8), .mode = Mode::sums, .form = form});
        if (dice.chance(35)) {
            const std::uint32_t id = add("part", dice.pick({Type::u32, Type::i32, Type::u64, Type::f32}),
                                         Array::Space::output, all);
            draft_.shared.push_back({.array = id});
        }
    }

    void arrays() {
        Dice& dice = draft_.dice;
        const unsigned count = dice.between(1U, 2U);
        for (unsigned i = 0; i < count; ++i) {
            const std::uint32_t own = dice.pick({1U, 1U, 2U});
            const auto space = i == 0 && dice.chance(20) ? Array::Space::dynamic : Array::Space::shared;
            const Type type = dice.pick({Type::u32, Type::i32, Type::u64, Type::f32, Type::f64, Type::i64});
            const std::uint32_t id = add("s" + std::to_string(i), type, space, own * draft_.kernel.threads());
            draft_.shared.push_back({.array = id, .own = own});
        }
        if (dice.chance(30))
            draft_.locals.push_back(
                add("mine", dice.pick({Type::i32, Type::u32, Type::f32}), Array::Space::local, 4));
    }

    Draft draft_;
    DrawnShape shape_;
};

}  // namespace

Drawn random_kernel(std::uint64_t seed, const DrawnShape& shape) {
    return KernelMaker(seed, shape).make();
}

}  // namespace musimd::differential::cuda

#include "tests/support/block_programs.hpp"

#include <fmt/format.h>

#include "differential/random/dice.hpp"

namespace musimd::support {
namespace {

class BlockProgram {
  public:
    explicit BlockProgram(std::uint64_t seed) : dice_(seed) {}

    std::string text() {
        threads_ = dice_.pick({1U, 2U, 3U, 4U, 8U});
        directives();
        text_ += "a = btid\nb = btid * 3\nc = bid\nm = activemask\n";
        if (dice_.chance(30)) exchange();
        if (dice_.chance(30)) hand_over();
        statements(dice_.between(2, 6), 0);
        return text_ + "stop\n";
    }

  private:
    void directives() {
        const std::uint64_t block = dice_.between(1U, 3 * threads_);
        text_ = fmt::format(".threads {}\n.block {}\n.grid {}\n.shared s 4\n.shared r 3\n.shared w 24\n",
                            threads_, block, dice_.between(1, 3));
        text_ += dice_.pick({".word 64\n", ".word 32 wrap\n", ".word 64 wrap\n"});
        text_ += dice_.chance(25) ? ".races thread\n" : "";
        text_ += fmt::format(".order {}\n.memory 0: 3 1 4 1 5 9 2 6\n",
                             dice_.pick({"ascending", "descending", "random 7"}));
    }

    std::string variable() { return std::string(1, dice_.pick({'a', 'b', 'c', 'd'})); }
    std::string operand() {
        if (dice_.chance(25)) return dice_.pick({"tid", "wid", "bid", "btid", "block_size", "grid_size"});
        return dice_.chance(70) ? variable() : fmt::format("{}", dice_.between(-2, 9));
    }
    std::string mask() {
        const std::uint64_t all = (std::uint64_t{1} << threads_) - 1;
        if (dice_.chance(20)) return "m";
        return fmt::format("{}", dice_.chance(85) ? all : dice_.below(2 * all + 2));
    }
    void line(const std::string& instruction) { text_ += instruction + "\n"; }

    void statements(int count, int depth) {
        for (int i = 0; i < count; ++i) statement(depth);
    }

    void statement(int depth) {
        switch (
            dice_.weighted({8, 8, 6, depth < 3 ? 5U : 0U, depth < 3 ? 2U : 0U, 3, 1, depth < 3 ? 1U : 0U})) {
            case 0:
                return line(fmt::format("{} = {} {} {}", variable(), operand(),
                                        dice_.pick({"+", "-", "&", "^", "<", "==", "*"}), operand()));
            case 1:
                return collective();
            case 2:
                return access();
            case 3:
                return conditional(depth);
            case 4:
                return loop(depth);
            case 5:
                return barrier();
            case 6:
                return line(depth == 0 ? "d = 1" : "exit");
            default:
                line("everywhere");
                statements(2, 3);
                line("end_everywhere");
        }
    }

    void collective() {
        const std::string v = variable();
        switch (dice_.index(6)) {
            case 0:
                return line(fmt::format("{} = shfl.{} {}, {}, {}{}", v,
                                        dice_.pick({"idx", "up", "down", "xor"}), mask(), operand(),
                                        operand(), dice_.chance(30) ? ", 1" : ""));
            case 1:
                return line(fmt::format("{} = vote.{} {}, {}", v, dice_.pick({"ballot", "any", "all"}),
                                        mask(), operand()));
            case 2:
                return line(
                    fmt::format("m = match.{} {}, {}", dice_.pick({"any", "all"}), mask(), operand()));
            case 3:
                return line(fmt::format("{} = reduce.{}{} {}, {}", v,
                                        dice_.pick({"add", "min", "max", "and", "or", "xor"}),
                                        dice_.pick({"", "", ".i8", ".u16", ".i32"}), mask(), operand()));
            case 4:
                return line(fmt::format("syncwarp {}", mask()));
            default:
                return line("m = activemask");
        }
    }

    std::string address() {
        line(fmt::format("p = {} & 3", dice_.chance(60) ? "btid" : operand()));
        if (dice_.chance(40)) return "p";
        line(fmt::format("p = p + {}", dice_.chance(80) ? "s" : "r"));
        return "p";
    }

    void access() {
        const std::string at = address();
        switch (dice_.index(4)) {
            case 0:
                return line(fmt::format("{} = [{}]", variable(), at));
            case 1:
                return line(fmt::format("[{}] = {}", at, operand()));
            case 2:
                line(fmt::format("fence.{}", dice_.pick({"block", "grid"})));
                return line(fmt::format("{} = fetch_{} [{}], {}", variable(),
                                        dice_.pick({"add", "max", "exch"}), at, operand()));
            default:
                line(fmt::format("{} = fetch_or [{}], 0", variable(), at));
                return line(fmt::format("fence.{}", dice_.pick({"block", "grid"})));
        }
    }

    void conditional(int depth) {
        const int number = labels_++;
        line(fmt::format("q = {} < {}", operand(), operand()));
        line(fmt::format("{} q, e{}", dice_.pick({"bz", "bnz"}), number));
        statements(dice_.between(1, 3), depth + 1);
        line(fmt::format("jump j{}\ne{}:", number, number));
        if (dice_.chance(60)) statements(dice_.between(1, 2), depth + 1);
        line(fmt::format("j{}: sync", number));
    }

    void loop(int depth) {
        const int number = labels_++;
        line(fmt::format("i{0} = 0\nl{0}: q = i{0} < {1}\nbz q, o{0}", number,
                         dice_.pick({"2", "tid", "bid"})));
        statements(dice_.between(1, 2), depth + 1);
        line(fmt::format("i{0} = i{0} + 1\njump l{0}\no{0}: sync", number));
    }

    // Each thread stores a word and, mostly after a barrier, reads that of another.
    void exchange() {
        line(fmt::format("p = w + btid\n[p] = {}", operand()));
        if (dice_.chance(80)) line("block_barrier");
        line(fmt::format("p = btid ^ {}\np = p + w\nd = [p]", dice_.between(1, 4)));
    }

    std::string fence() { return fmt::format("fence.{}", dice_.pick({"block", "grid"})); }

    // The first thread of each block stores a word; that of the last block reads the first one.
    void hand_over() {
        const int number = labels_++;
        line(fmt::format("bnz btid, h{}\n[bid] = {}\n{}\nd = fetch_add [7], 1\n{}", number, operand(),
                         fence(), fence()));
        line(fmt::format("c = grid_size + 5\nc = d < c\nbnz c, g{0}\nc = [0]\ng{0}: sync\nh{0}: sync",
                         number));
    }

    void barrier() {
        switch (dice_.index(4)) {
            case 0:
                return line(fmt::format("{} = block_barrier.{} {}", variable(),
                                        dice_.pick({"count", "and", "or"}), operand()));
            case 1:
                return line(dice_.chance(30) ? "barrier" : "block_barrier");
            default:
                return line("block_barrier");
        }
    }

    differential::Dice dice_;
    std::uint32_t threads_ = 1;
    std::string text_;
    int labels_ = 0;
};

}  // namespace

std::string random_block_program(std::uint64_t seed) {
    return BlockProgram(seed).text();
}

}  // namespace musimd::support

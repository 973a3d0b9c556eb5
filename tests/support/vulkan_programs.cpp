#include "tests/support/vulkan_programs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <random>
#include <utility>

namespace musimd::tests::vulkan {
namespace {

// ---- random programs

class Generator {
  public:
    explicit Generator(std::uint64_t seed) : random_(seed) {}

    Body body(int depth, bool in_loop) {
        Body result;
        const std::uint32_t count = 1 + below(3);
        for (std::uint32_t i = 0; i < count; ++i) result.push_back(statement(depth, in_loop));
        if (in_loop && below(4) == 0) result.push_back({below(2) == 0 ? Kind::break_ : Kind::continue_});
        if (below(12) == 0) result.push_back({Kind::return_});
        return result;
    }

  private:
    std::uint32_t below(std::uint32_t most) { return static_cast<std::uint32_t>(random_() % most); }

    Statement ballot() { return {Kind::ballot, ++places_}; }

    Statement statement(int depth, bool in_loop) {
        if (depth == 0) return ballot();
        const auto inner = [&](bool loops) { return body(depth - 1, loops); };
        switch (below(10)) {
            case 0:
            case 1:
                return {Kind::if_mask, below(kAll + 1), {inner(in_loop), inner(in_loop)}};
            case 2:
                if (!in_loop) break;
                return {Kind::if_count, 0, {inner(true), inner(true)}};
            case 3:
                return {Kind::elect, 0, {inner(in_loop)}};
            case 4:
                return {Kind::loop, 1 + below(3), {inner(true)}};
            case 5:
                return {Kind::loop_var, 0, {inner(true)}};
            case 6:
                return {Kind::loop_all, 0, {inner(true)}};
            case 7:
                return {Kind::select, 0, {inner(false), inner(false), inner(false), inner(false)}};
            case 8:
                return {Kind::call, 0, {inner(false)}};
            default:
                break;
        }
        return ballot();
    }

    std::mt19937_64 random_;
    std::uint32_t places_ = 0;
};

// ---- as a program of the machine, which has no break: flags say who is where

class Writer {
  public:
    std::string program(const Body& body) {
        line("live = 1");
        line("ret = 0");
        line("n = 0");
        write(body);
        line("stop");
        return fmt::format(".threads {}\n", kLanes) + text_;
    }

  private:
    void line(const std::string& text) { text_ += "        " + text + "\n"; }
    std::string label() { return fmt::format("l{}", ++labels_); }
    void bind(const std::string& label) { text_ += label + ":\n"; }
    std::string on() const { return fmt::format("on{}", loops_.back()); }

    void write(const Body& body) {
        std::vector<std::string> open;
        for (std::size_t i = 0; i < body.size(); ++i) {
            write(body[i]);
            if (i + 1 == body.size() || !escapes(body[i])) continue;
            open.push_back(label());
            line("bz live, " + open.back());
        }
        for (; !open.empty(); open.pop_back()) {
            bind(open.back());
            line("sync");
        }
    }

    /// Whether a thread may not go on after it.
    static bool escapes(const Statement& statement) {
        if (statement.kind == Kind::break_ || statement.kind == Kind::continue_ ||
            statement.kind == Kind::return_)
            return true;
        if (statement.kind == Kind::call) return false;
        return std::ranges::any_of(statement.bodies, [](const Body& body) {
            return std::ranges::any_of(body, [](const Statement& inner) { return escapes(inner); });
        });
    }

    void write(const Statement& statement) {
        switch (statement.kind) {
            case Kind::ballot:
                line("b = ballot 1");
                line(fmt::format("b = b + {}", statement.number << kLanes));
                line(fmt::format("a = tid * {}", kMostBallots));
                line("a = a + n");
                line("[a] = b");
                line("n = n + 1");
                return;
            case Kind::if_mask:
                line(fmt::format("c = {} >> tid", statement.number));
                line("c = c & 1");
                return branch(statement.bodies[0], statement.bodies[1]);
            case Kind::if_count:
                line(fmt::format("c = tid == i{}", loops_.back()));
                return branch(statement.bodies[0], statement.bodies[1]);
            case Kind::elect:
                elect();
                return branch(statement.bodies[0], {});
            case Kind::select:
                return select(statement);
            case Kind::call:
                return call(statement);
            case Kind::break_:
                line(on() + " = 0");
                line("live = 0");
                return;
            case Kind::continue_:
                line("live = 0");
                return;
            case Kind::return_:
                line("ret = 1");
                line("live = 0");
                for (const int loop : loops_) line(fmt::format("on{} = 0", loop));
                return;
            case Kind::loop:
            case Kind::loop_var:
            case Kind::loop_all:
                return loop(statement);
        }
    }

    /// c: the lane is the lowest that takes part.
    void elect() {
        line("c = ballot 1");
        line("d = 0 - c");
        line("c = c & d");
        line("d = 1 << tid");
        line("c = c == d");
    }

    void branch(const Body& then, const Body& otherwise) {
        const std::string other = label();
        const std::string join = label();
        line("bz c, " + other);
        write(then);
        line("jump " + join);
        bind(other);
        write(otherwise);
        bind(join);
        line("sync");
    }

    void select(const Statement& statement) {
        const int number = ++numbers_;
        line(fmt::format("s{} = tid & 3", number));
        for (std::size_t k = 0; k < statement.bodies.size(); ++k) {
            const std::string next = label();
            line(fmt::format("c = s{} == {}", number, k));
            line("bz c, " + next);
            write(statement.bodies[k]);
            bind(next);
            line("sync");
        }
    }

    void call(const Statement& statement) {
        const std::vector<int> outer = std::exchange(loops_, {});
        write(statement.bodies[0]);
        line("ret = 0");
        line("live = 1");
        loops_ = outer;
    }

    void loop(const Statement& statement) {
        const std::string head = label();
        const std::string done = label();
        const int number = ++numbers_;
        loops_.push_back(number);
        const std::string count = fmt::format("i{}", number);
        line(count + " = 0");
        line(on() + " = 1");
        bind(head);
        line(fmt::format("bz {}, {}", on(), done));
        write(statement.bodies[0]);
        line("live = " + on());  // those who continue are here again
        if (statement.kind == Kind::loop_all) leave_elected();
        line(fmt::format("{0} = {0} + 1", count));
        if (statement.kind == Kind::loop) line(fmt::format("c = {} < {}", count, statement.number));
        if (statement.kind == Kind::loop_var) line(fmt::format("c = {} <= tid", count));
        if (statement.kind != Kind::loop_all) line(fmt::format("{0} = {0} & c", on()));
        line("jump " + head);
        bind(done);
        line("sync");
        line("live = 1 - ret");
        loops_.pop_back();
    }

    void leave_elected() {
        const std::string next = label();
        line("bz live, " + next);
        elect();
        line("c = 1 - c");
        line(fmt::format("{0} = {0} & c", on()));
        bind(next);
        line("sync");
    }

    std::string text_;
    std::vector<int> loops_;  // of the function, by number
    int labels_ = 0;
    int numbers_ = 0;
};

}  // namespace

Body random_body(std::uint64_t seed) {
    return Generator(seed).body(3, false);
}

std::string assembly_of(const Body& body) {
    return Writer().program(body);
}

}  // namespace musimd::tests::vulkan

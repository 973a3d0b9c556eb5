#include "semantics/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace musimd {
namespace {

/// Appends words that come in ascending order of addresses, those that follow each other at once.
class Appender {
  public:
    ~Appender() { flush(); }

    void add(Memory& to, std::int64_t address, Value c) {
        const bool follows = &to == to_ && address == begin_ + std::ssize(words_);
        if (!follows || words_.size() == kMost) {
            flush();
            to_ = &to;
            begin_ = address;
        }
        words_.push_back(c);
    }

  private:
    static constexpr std::size_t kMost = 4096;

    void flush() {
        if (!words_.empty()) to_->append(begin_, words_.data(), std::span(are_defined_).first(words_.size()));
        words_.clear();
    }

    Memory* to_ = nullptr;
    std::int64_t begin_ = 0;
    std::vector<Value> words_;
    const std::vector<std::uint8_t> are_defined_ = std::vector<std::uint8_t>(kMost, 1);
};

}  // namespace

bool are_different(const Result& a, const Result& b) {
    if (a.outcome != b.outcome) return true;
    if (a.outcome == Outcome::trap) return a.trap->kind != b.trap->kind || a.trap->line != b.trap->line;
    if (a.outcome != Outcome::stop) return false;
    return a.warps != b.warps || a.memory != b.memory || a.shared != b.shared;
}

void take_memory(Memory memory, const Program& program, std::int64_t begin, Result& result) {
    const std::int64_t words = program.shared_words();
    if (words == 0) {
        result.memory = std::move(memory);
        return;
    }
    result.shared.resize(program.grid);
    Appender appender;
    memory.for_each([&](std::int64_t address, Value c) {
        const std::int64_t beyond = address - begin;
        if (beyond < 0) return appender.add(result.memory, address, c);
        appender.add(result.shared[static_cast<std::size_t>(beyond / words)], beyond % words, c);
    });
}

}  // namespace musimd

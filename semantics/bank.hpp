#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "isa/instruction.hpp"
#include "isa/thread_set.hpp"

namespace musimd {

/// β, the local memory bank of a warp: for each thread a partial map from variables to words.
///
/// Stored by variable, one word per thread, and shared between copies until one of them is written: a block
/// that restores registers saves β at the cost of one pointer per variable. Not thread-safe.
class Bank {
  public:
    Bank() = default;
    Bank(Thread threads, std::size_t variables) : threads_(threads), columns_(variables) {}
    /// Of one thread of a warp.
    static Bank of_thread(Thread t, std::size_t variables) {
        Bank bank(1, variables);
        bank.first_ = t;
        return bank;
    }

    /// The number of its threads: 0, …, or one.
    Thread threads() const { return threads_; }
    std::size_t variables() const { return columns_.size(); }

    /// β[t](v), or null if it is undefined.
    const Value* find(Thread t, Variable v) const {
        const Column* column = columns_[v].get();
        const Thread row = t - first_;
        return column != nullptr && column->is_defined(row) ? &column->words[row] : nullptr;
    }

    /// The `shfl` (its number) that made β[t](v) undefined; 0 if the thread never wrote it.
    Label undefined_by(Thread t, Variable v) const {
        const Column* column = columns_[v].get();
        const Thread row = t - first_;
        return column == nullptr || column->is_defined(row) ? 0 : static_cast<Label>(column->words[row]);
    }

    /// β[t](v) := c.
    void set(Thread t, Variable v, Value c) {
        Column& column = own(v);
        const Thread row = t - first_;
        column.words[row] = c;
        column.defined[row / 64] |= std::uint64_t{1} << (row % 64);
    }

    /// Makes β[t](v) undefined, by instruction `shuffle`.
    void undefine(Thread t, Variable v, Label shuffle) {
        Column& column = own(v);
        const Thread row = t - first_;
        column.words[row] = shuffle;
        column.defined[row / 64] &= ~(std::uint64_t{1} << (row % 64));
    }

    /// β[t](v) for all threads at once: their words, and a bit per thread that is 1 if the word is defined.
    /// An undefined word is the number of the `shfl` that made it undefined, or 0.
    void assign(Variable v, std::span<const Value> words, std::span<const std::uint64_t> defined) {
        Column& column = own(v);
        column.words.assign(words.begin(), words.end());
        column.defined.assign(defined.begin(), defined.end());
    }

    /// Equality of the partial maps; what made a variable undefined does not matter.
    friend bool operator==(const Bank& a, const Bank& b);

  private:
    struct Column : boost::intrusive_ref_counter<Column, boost::thread_unsafe_counter> {
        explicit Column(Thread threads) : words(threads), defined((threads + 63) / 64) {}
        bool is_defined(Thread t) const { return ((defined[t / 64] >> (t % 64)) & 1U) != 0; }

        std::vector<Value> words;  // if undefined: the number of the shfl that made it so, or 0
        std::vector<std::uint64_t> defined;
    };

    Column& own(Variable v) {
        auto& column = columns_[v];
        if (column == nullptr) {
            column = new Column(threads_);
        } else if (column->use_count() > 1) {
            column = new Column(*column);
        }
        return *column;
    }

    Thread threads_ = 0;
    Thread first_ = 0;  // the thread of the first row
    std::vector<boost::intrusive_ptr<Column>> columns_;
};

}  // namespace musimd

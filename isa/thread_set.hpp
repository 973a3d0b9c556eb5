#pragma once

#include <bit>
#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace musimd {

/// A thread's number in its warp, 0 … N−1.
using Thread = std::uint32_t;

/// A finite set of threads: Θ, Θ_done, Θ_todo, Θ_mask.
///
/// A value with the operations of sets. Threads 0 to 63 are bits of one word; the others are shared between
/// copies until one of them is changed, so that a stack of a million equal sets of a wide warp costs 16 bytes
/// per entry.
class ThreadSet {
  public:
    ThreadSet() = default;

    /// {0, …, count−1}: Θ_all of a warp of `count` threads.
    static ThreadSet all(Thread count);

    /// The set whose threads are the bits of the words: thread t is bit t % 64 of word t / 64.
    static ThreadSet of_words(std::span<const std::uint64_t> words);

    bool contains(Thread t) const {
        if (t < 64) return ((low_ >> t) & 1U) != 0;
        return rest_ != nullptr && word(t / 64) >> (t % 64) & 1U;
    }
    void insert(Thread t);
    void erase(Thread t);

    bool empty() const { return low_ == 0 && rest_ == nullptr; }
    /// The number of threads in the set.
    std::size_t size() const;
    /// The lowest thread; the set must not be empty.
    Thread front() const;

    ThreadSet& operator|=(const ThreadSet& other);
    friend ThreadSet operator|(ThreadSet a, const ThreadSet& b) { return a |= b; }
    friend bool operator==(const ThreadSet& a, const ThreadSet& b);

    /// Calls f(t) for every thread of the set, ascending.
    template <typename F>
    void for_each(F&& f) const {
        each_bit(low_, 0, f);
        if (rest_ == nullptr) return;
        for (std::size_t i = 0; i < rest_->words.size(); ++i) {
            each_bit(rest_->words[i], static_cast<Thread>(64 * (i + 1)), f);
        }
    }

    /// As for_each, but stops and returns false at the first f(t) that returns false; true if none does.
    template <typename F>
    bool all_of(F&& f) const {
        if (!all_bits(low_, 0, f)) return false;
        if (rest_ == nullptr) return true;
        for (std::size_t i = 0; i < rest_->words.size(); ++i) {
            if (!all_bits(rest_->words[i], static_cast<Thread>(64 * (i + 1)), f)) return false;
        }
        return true;
    }

    std::vector<Thread> threads() const;

  private:
    // Threads 64 and above, as bits; the last word is never 0, so equal sets have equal words.
    struct Rest : boost::intrusive_ref_counter<Rest> {
        std::vector<std::uint64_t> words;
    };

    template <typename F>
    static void each_bit(std::uint64_t bits, Thread base, F& f) {
        for (; bits != 0; bits &= bits - 1) f(base + static_cast<Thread>(std::countr_zero(bits)));
    }
    template <typename F>
    static bool all_bits(std::uint64_t bits, Thread base, F& f) {
        for (; bits != 0; bits &= bits - 1) {
            if (!f(base + static_cast<Thread>(std::countr_zero(bits)))) return false;
        }
        return true;
    }
    std::uint64_t word(std::size_t index) const {
        return index - 1 < rest_->words.size() ? rest_->words[index - 1] : 0;
    }
    std::vector<std::uint64_t>& own_words(std::size_t at_least);

    std::uint64_t low_ = 0;
    boost::intrusive_ptr<Rest> rest_;
};

/// The set as text: `{0, 2, 5-7}`, `{}`.
std::string to_string(const ThreadSet& threads);

}  // namespace musimd

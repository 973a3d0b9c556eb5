#include "isa/thread_set.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace musimd {

std::vector<std::uint64_t>& ThreadSet::own_words(std::size_t at_least) {
    if (rest_ == nullptr) {
        rest_ = new Rest;
    } else if (rest_->use_count() > 1) {
        rest_ = new Rest(*rest_);
    }
    if (rest_->words.size() < at_least) rest_->words.resize(at_least, 0);
    return rest_->words;
}

ThreadSet ThreadSet::all(Thread count) {
    ThreadSet set;
    set.low_ = count >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << count) - 1;
    if (count <= 64) return set;
    auto& words = set.own_words((count - 1) / 64);
    std::fill(words.begin(), words.end(), ~std::uint64_t{0});
    if (count % 64 != 0) words.back() = (std::uint64_t{1} << (count % 64)) - 1;
    return set;
}

ThreadSet ThreadSet::of_words(std::span<const std::uint64_t> words) {
    ThreadSet set;
    while (!words.empty() && words.back() == 0) words = words.first(words.size() - 1);
    if (words.empty()) return set;
    set.low_ = words[0];
    if (words.size() > 1) set.own_words(0).assign(words.begin() + 1, words.end());
    return set;
}

void ThreadSet::insert(Thread t) {
    if (t < 64) {
        low_ |= std::uint64_t{1} << t;
    } else {
        own_words(t / 64)[t / 64 - 1] |= std::uint64_t{1} << (t % 64);
    }
}

void ThreadSet::erase(Thread t) {
    if (!contains(t)) return;
    if (t < 64) {
        low_ &= ~(std::uint64_t{1} << t);
        return;
    }
    auto& words = own_words(0);
    words[t / 64 - 1] &= ~(std::uint64_t{1} << (t % 64));
    while (!words.empty() && words.back() == 0) words.pop_back();
    if (words.empty()) rest_ = nullptr;
}

std::size_t ThreadSet::size() const {
    auto count = static_cast<std::size_t>(std::popcount(low_));
    if (rest_ == nullptr) return count;
    for (const std::uint64_t bits : rest_->words) count += static_cast<std::size_t>(std::popcount(bits));
    return count;
}

Thread ThreadSet::front() const {
    if (low_ != 0) return static_cast<Thread>(std::countr_zero(low_));
    std::size_t i = 0;
    while (rest_->words[i] == 0) ++i;
    return static_cast<Thread>(64 * (i + 1)) + static_cast<Thread>(std::countr_zero(rest_->words[i]));
}

ThreadSet& ThreadSet::operator|=(const ThreadSet& other) {
    low_ |= other.low_;
    if (other.rest_ == nullptr || other.rest_ == rest_) return *this;
    if (rest_ == nullptr) {
        rest_ = other.rest_;
        return *this;
    }
    auto& words = own_words(other.rest_->words.size());
    for (std::size_t i = 0; i < other.rest_->words.size(); ++i) words[i] |= other.rest_->words[i];
    return *this;
}

bool operator==(const ThreadSet& a, const ThreadSet& b) {
    if (a.low_ != b.low_) return false;
    if (a.rest_ == b.rest_) return true;
    return a.rest_ != nullptr && b.rest_ != nullptr && a.rest_->words == b.rest_->words;
}

std::vector<Thread> ThreadSet::threads() const {
    std::vector<Thread> list;
    list.reserve(size());
    for_each([&](Thread t) { list.push_back(t); });
    return list;
}

std::string to_string(const ThreadSet& threads) {
    std::string text = "{";
    const std::vector<Thread> list = threads.threads();
    for (std::size_t first = 0; first < list.size();) {
        std::size_t last = first;
        while (last + 1 < list.size() && list[last + 1] == list[last] + 1) ++last;
        if (first != 0) text += ", ";
        text += fmt::format("{}", list[first]);
        if (last > first) text += fmt::format("{}{}", last > first + 1 ? "-" : ", ", list[last]);
        first = last + 1;
    }
    return text + "}";
}

}  // namespace musimd

// std::string without streams: an object over its characters.
#pragma once

#include <bits/pointer_algorithms.h>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <initializer_list>
#include <iosfwd>
#include <iterator>

namespace std {

template <>
class basic_string<char, char_traits<char>, allocator<char>> {
  public:
    using value_type = char;
    using size_type = size_t;
    using difference_type = ptrdiff_t;
    using reference = char &;
    using const_reference = const char &;
    using iterator = char *;
    using const_iterator = const char *;
    using reverse_iterator = std::reverse_iterator<iterator>;
    static constexpr size_t npos = -1;

    basic_string() {}
    basic_string(const char *text) { assign(text, strlen(text)); }
    basic_string(const char *text, size_t count) { assign(text, count); }
    basic_string(size_t count, char c) { append(count, c); }
    basic_string(const char *first, const char *last) { assign(first, last - first); }
    basic_string(initializer_list<char> list) { assign(list.begin(), list.size()); }
    basic_string(const basic_string &other) { assign(other.data_, other.size_); }
    basic_string(const basic_string &other, size_t at, size_t count = npos) {
        assign(other.data_ + at, musimd_least(count, other.size_ - at));
    }
    basic_string &operator=(const basic_string &other) {
        if (this != &other) assign(other.data_, other.size_);
        return *this;
    }
    basic_string &operator=(const char *text) { return assign(text, strlen(text)); }
    basic_string &operator=(char c) {
        size_ = 0;
        push_back(c);
        return *this;
    }

    size_t size() const { return size_; }
    size_t length() const { return size_; }
    size_t capacity() const { return capacity_; }
    bool empty() const { return size_ == 0; }
    const char *c_str() const { return data_; }
    const char *data() const { return data_; }
    char *data() { return data_; }
    char *begin() { return data_; }
    char *end() { return data_ + size_; }
    const char *begin() const { return data_; }
    const char *end() const { return data_ + size_; }
    const char *cbegin() const { return data_; }
    const char *cend() const { return data_ + size_; }
    reverse_iterator rbegin() { return reverse_iterator(end()); }
    reverse_iterator rend() { return reverse_iterator(begin()); }
    char &operator[](size_t i) { return data_[i]; }
    const char &operator[](size_t i) const { return data_[i]; }
    char &at(size_t i) { return data_[i]; }
    const char &at(size_t i) const { return data_[i]; }
    char &front() { return data_[0]; }
    const char &front() const { return data_[0]; }
    char &back() { return data_[size_ - 1]; }
    const char &back() const { return data_[size_ - 1]; }

    void clear() { musimd_shorten(0); }
    void reserve(size_t count) {
        if (count <= capacity_) return;
        char *const memory = (char *)malloc(count + 1);
        for (size_t i = 0; i < size_; ++i) memory[i] = data_[i];
        memory[size_] = 0;
        data_ = memory;
        capacity_ = count;
    }
    void resize(size_t count, char c = 0) {
        if (count > size_)
            append(count - size_, c);
        else
            musimd_shorten(count);
    }
    basic_string &assign(const char *text, size_t count) {
        size_ = 0;
        return append(text, count);
    }
    basic_string &append(const char *text, size_t count) {
        musimd_grow(size_ + count);
        for (size_t i = 0; i < count; ++i) data_[size_ + i] = text[i];
        return musimd_end(size_ + count);
    }
    basic_string &append(size_t count, char c) {
        musimd_grow(size_ + count);
        for (size_t i = 0; i < count; ++i) data_[size_ + i] = c;
        return musimd_end(size_ + count);
    }
    basic_string &append(const char *text) { return append(text, strlen(text)); }
    basic_string &append(const basic_string &other) { return append(other.data_, other.size_); }
    void push_back(char c) { append(1, c); }
    void pop_back() { musimd_shorten(size_ - 1); }
    basic_string &operator+=(const basic_string &other) { return append(other.data_, other.size_); }
    basic_string &operator+=(const char *text) { return append(text, strlen(text)); }
    basic_string &operator+=(char c) { return append(1, c); }
    basic_string &insert(size_t at, const basic_string &other) {
        const basic_string rest = substr(at);
        musimd_shorten(at);
        append(other.data_, other.size_);
        return append(rest.data_, rest.size_);
    }
    basic_string &erase(size_t at = 0, size_t count = npos) {
        const size_t gone = musimd_least(count, size_ - at);
        for (size_t i = at; i + gone < size_; ++i) data_[i] = data_[i + gone];
        musimd_shorten(size_ - gone);
        return *this;
    }
    char *erase(const char *first, const char *last) {
        const size_t at = first - data_;
        erase(at, last - first);
        return data_ + at;
    }
    basic_string &replace(size_t at, size_t count, const basic_string &other) {
        erase(at, count);
        return insert(at, other);
    }

    basic_string substr(size_t at = 0, size_t count = npos) const {
        return basic_string(data_ + at, musimd_least(count, size_ - at));
    }
    int compare(const basic_string &other) const {
        for (size_t i = 0; i < size_ && i < other.size_; ++i) {
            if (data_[i] != other.data_[i]) return (unsigned char)data_[i] < (unsigned char)other.data_[i] ? -1 : 1;
        }
        return size_ < other.size_ ? -1 : size_ > other.size_ ? 1 : 0;
    }
    int compare(size_t at, size_t count, const basic_string &other) const { return substr(at, count).compare(other); }
    size_t find(const char *text, size_t from, size_t count) const {
        size_t found = npos;
        for (size_t i = from; found == npos && i + count <= size_; ++i) {
            size_t k = 0;
            while (k < count && data_[i + k] == text[k]) ++k;
            if (k == count) found = i;
        }
        return found;
    }
    size_t find(const basic_string &other, size_t from = 0) const { return find(other.data_, from, other.size_); }
    size_t find(const char *text, size_t from = 0) const { return find(text, from, strlen(text)); }
    size_t find(char c, size_t from = 0) const {
        size_t i = from;
        while (i < size_ && data_[i] != c) ++i;
        return i < size_ ? i : npos;
    }
    size_t rfind(char c, size_t from = npos) const {
        size_t i = from < size_ ? from + 1 : size_;
        while (i > 0 && data_[i - 1] != c) --i;
        return i > 0 ? i - 1 : npos;
    }
    size_t find_first_of(const char *some, size_t from = 0) const {
        size_t i = from;
        while (i < size_ && !musimd_is_one(data_[i], some)) ++i;
        return i < size_ ? i : npos;
    }
    size_t find_first_not_of(const char *some, size_t from = 0) const {
        size_t i = from;
        while (i < size_ && musimd_is_one(data_[i], some)) ++i;
        return i < size_ ? i : npos;
    }
    size_t find_last_of(const char *some) const {
        size_t i = size_;
        while (i > 0 && !musimd_is_one(data_[i - 1], some)) --i;
        return i > 0 ? i - 1 : npos;
    }
    size_t find_last_not_of(const char *some) const {
        size_t i = size_;
        while (i > 0 && musimd_is_one(data_[i - 1], some)) --i;
        return i > 0 ? i - 1 : npos;
    }
    void swap(basic_string &other) {
        const basic_string kept = other;
        other = *this;
        *this = kept;
    }

  private:
    static size_t musimd_least(size_t a, size_t b) { return a < b ? a : b; }
    static bool musimd_is_one(char c, const char *some) {
        while (*some != 0 && *some != c) ++some;
        return *some != 0;
    }
    void musimd_grow(size_t count) {
        if (count > capacity_) reserve(count < 2 * capacity_ ? 2 * capacity_ : count < 15 ? 15 : count);
    }
    basic_string &musimd_end(size_t size) {
        size_ = size;
        data_[size_] = 0;
        return *this;
    }
    void musimd_shorten(size_t size) {
        size_ = size;
        if (capacity_ != 0) data_[size_] = 0;
    }

    char *data_ = (char *)"";
    size_t size_ = 0;
    size_t capacity_ = 0;
};

#define MUSIMD_SUM(left, right)                \
    inline string operator+(left a, right b) { \
        string sum(a);                         \
        sum += b;                              \
        return sum;                            \
    }
MUSIMD_SUM(const string &, const string &)
MUSIMD_SUM(const string &, const char *)
MUSIMD_SUM(const string &, char)
MUSIMD_SUM(const char *, const string &)
#undef MUSIMD_SUM
inline string operator+(char a, const string &b) {
    string sum(1, a);
    sum += b;
    return sum;
}

#define MUSIMD_COMPARISON(operation)                                                                             \
    inline bool operator operation(const string &a, const string &b) { return a.compare(b) operation 0; }        \
    inline bool operator operation(const string &a, const char *b) { return a.compare(string(b)) operation 0; }  \
    inline bool operator operation(const char *a, const string &b) { return string(a).compare(b) operation 0; }
MUSIMD_COMPARISON(==)
MUSIMD_COMPARISON(!=)
MUSIMD_COMPARISON(<)
MUSIMD_COMPARISON(<=)
MUSIMD_COMPARISON(>)
MUSIMD_COMPARISON(>=)
#undef MUSIMD_COMPARISON

inline namespace literals {
inline namespace string_literals {
inline string operator""s(const char *text, size_t count) { return string(text, count); }
}  // namespace string_literals
}  // namespace literals

}  // namespace std

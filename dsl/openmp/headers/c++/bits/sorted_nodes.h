// What std::map and std::set are: pointers to their elements, in ascending order of the keys.
#pragma once

#include <cstddef>
#include <functional>
#include <initializer_list>
#include <utility>
#include <vector>

namespace std {

template <typename Value>
class musimd_node_iterator {
  public:
    using iterator_category = bidirectional_iterator_tag;
    using value_type = Value;
    using difference_type = ptrdiff_t;
    using pointer = Value *;
    using reference = Value &;

    musimd_node_iterator() {}
    explicit musimd_node_iterator(Value **at) : at_(at) {}
    Value &operator*() const { return **at_; }
    Value *operator->() const { return *at_; }
    musimd_node_iterator &operator++() {
        ++at_;
        return *this;
    }
    musimd_node_iterator operator++(int) {
        ++at_;
        return musimd_node_iterator(at_ - 1);
    }
    musimd_node_iterator &operator--() {
        --at_;
        return *this;
    }
    bool operator==(const musimd_node_iterator &other) const { return at_ == other.at_; }
    bool operator!=(const musimd_node_iterator &other) const { return at_ != other.at_; }
    Value **musimd_at() const { return at_; }

  private:
    Value **at_ = nullptr;
};

/// `Key` has a function `of`: the key of an element.
template <typename K, typename Value, typename Key, typename Less>
class musimd_sorted {
  public:
    using key_type = K;
    using value_type = Value;
    using size_type = size_t;
    using iterator = musimd_node_iterator<Value>;
    using const_iterator = musimd_node_iterator<Value>;

    musimd_sorted() {}
    musimd_sorted(const musimd_sorted &other) { musimd_copy(other); }
    musimd_sorted &operator=(const musimd_sorted &other) {
        musimd_copy(other);
        return *this;
    }

    size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    iterator begin() const { return iterator(nodes_); }
    iterator end() const { return iterator(nodes_ + size_); }
    iterator cbegin() const { return begin(); }
    iterator cend() const { return end(); }
    std::reverse_iterator<iterator> rbegin() const { return std::reverse_iterator<iterator>(end()); }
    std::reverse_iterator<iterator> rend() const { return std::reverse_iterator<iterator>(begin()); }
    void clear() { size_ = 0; }
    void reserve(size_t) {}
    iterator lower_bound(const K &key) const { return iterator(nodes_ + musimd_first(key)); }
    iterator upper_bound(const K &key) const {
        const size_t first = musimd_first(key);
        return iterator(nodes_ + (musimd_has(first, key) ? first + 1 : first));
    }
    iterator find(const K &key) const {
        const size_t first = musimd_first(key);
        return iterator(nodes_ + (musimd_has(first, key) ? first : size_));
    }
    size_t count(const K &key) const { return musimd_has(musimd_first(key), key) ? 1 : 0; }
    bool contains(const K &key) const { return musimd_has(musimd_first(key), key); }
    pair<iterator, bool> insert(const Value &value) {
        const size_t at = musimd_first(Key::of(value));
        const bool is_new = !musimd_has(at, Key::of(value));
        if (is_new) musimd_insert(at, new Value(value));
        return pair<iterator, bool>(iterator(nodes_ + at), is_new);
    }
    size_t erase(const K &key) {
        const size_t at = musimd_first(key);
        const bool has = musimd_has(at, key);
        if (has) musimd_erase(at);
        return has ? 1 : 0;
    }
    iterator erase(iterator which) {
        const size_t at = which.musimd_at() - nodes_;
        musimd_erase(at);
        return iterator(nodes_ + at);
    }

  protected:
    /// The number of the first element whose key is not less.
    size_t musimd_first(const K &key) const {
        Less less;
        size_t first = 0;
        size_t last = size_;
        while (first < last) {
            const size_t middle = (first + last) / 2;
            if (less(Key::of(*nodes_[middle]), key))
                first = middle + 1;
            else
                last = middle;
        }
        return first;
    }
    bool musimd_has(size_t at, const K &key) const {
        Less less;
        bool has = false;
        if (at < size_) has = !less(key, Key::of(*nodes_[at]));
        return has;
    }
    void musimd_insert(size_t at, Value *node) {
        if (size_ == capacity_) {
            capacity_ = capacity_ == 0 ? 4 : 2 * capacity_;
            Value **const more = (Value **)malloc(capacity_ * sizeof(Value *));
            for (size_t i = 0; i < size_; ++i) more[i] = nodes_[i];
            nodes_ = more;
        }
        for (size_t i = size_; i > at; --i) nodes_[i] = nodes_[i - 1];
        nodes_[at] = node;
        size_ = size_ + 1;
    }
    void musimd_erase(size_t at) {
        for (size_t i = at; i + 1 < size_; ++i) nodes_[i] = nodes_[i + 1];
        size_ = size_ - 1;
    }
    void musimd_copy(const musimd_sorted &other) {
        size_ = 0;
        for (size_t i = 0; i < other.size_; ++i) musimd_insert(i, new Value(*other.nodes_[i]));
    }

    Value **nodes_ = nullptr;
    size_t size_ = 0;
    size_t capacity_ = 0;
};

template <typename Value>
struct musimd_first_of_pair {
    static const typename Value::first_type &of(const Value &value) { return value.first; }
};
template <typename K>
struct musimd_whole {
    static const K &of(const K &value) { return value; }
};

/// std::map; std::unordered_map has the order of its keys, too.
template <typename K, typename T, typename Less = less<K>>
class musimd_map : public musimd_sorted<K, pair<const K, T>, musimd_first_of_pair<pair<const K, T>>, Less> {
  public:
    using mapped_type = T;

    musimd_map() {}
    musimd_map(initializer_list<pair<const K, T>> list) {
        const pair<const K, T> *const first = list.begin();
        for (size_t i = 0; i < list.size(); ++i) this->insert(first[i]);
    }
    T &operator[](const K &key) {
        const size_t at = this->musimd_first(key);
        if (!this->musimd_has(at, key)) this->musimd_insert(at, new pair<const K, T>(key, T()));
        return this->nodes_[at]->second;
    }
    T &at(const K &key) { return this->nodes_[musimd_place(key)]->second; }
    const T &at(const K &key) const { return this->nodes_[musimd_place(key)]->second; }
    template <typename Given, typename Mapped>
    auto emplace(Given key, Mapped value) {
        return this->insert(pair<const K, T>(key, value));
    }

  private:
    size_t musimd_place(const K &key) const {
        const size_t at = this->musimd_first(key);
        if (!this->musimd_has(at, key)) throw "std::out_of_range: the map has no such key";
        return at;
    }
};

template <typename K, typename Less = less<K>>
class musimd_set : public musimd_sorted<K, K, musimd_whole<K>, Less> {
  public:
    musimd_set() {}
    musimd_set(initializer_list<K> list) {
        const K *const first = list.begin();
        for (size_t i = 0; i < list.size(); ++i) this->insert(first[i]);
    }
    template <typename Iterator>
    musimd_set(Iterator first, Iterator last) {
        for (Iterator i = first; i != last; ++i) this->insert(*i);
    }
    auto emplace(const K &value) { return this->insert(value); }
};

}  // namespace std

#pragma once

#include <boost/smart_ptr/intrusive_ptr.hpp>
#include <boost/smart_ptr/intrusive_ref_counter.hpp>
#include <cassert>
#include <cstdint>
#include <utility>

namespace musimd {

/// A stack as the rules write it, `entry : rest`: a value whose copies share their entries, so that an
/// `everywhere` block can save Π, and an observer can keep it, at the cost of one pointer. Not thread-safe.
template <typename T>
class Stack {
  public:
    Stack() = default;
    Stack(const Stack&) = default;
    Stack(Stack&&) noexcept = default;
    Stack& operator=(Stack other) noexcept {
        std::swap(top_, other.top_);
        return *this;
    }

    // Entry by entry: the default destructor would recurse as deep as the stack.
    ~Stack() {
        while (top_ != nullptr && top_->use_count() == 1) {
            boost::intrusive_ptr<Node> below = std::move(top_->below);
            top_ = std::move(below);
        }
    }

    bool empty() const { return top_ == nullptr; }
    std::uint32_t size() const { return top_ == nullptr ? 0 : top_->depth; }

    const T& top() const {
        assert(!empty());
        return top_->entry;
    }

    void push(T entry) { top_ = new Node(std::move(entry), std::move(top_)); }

    void pop() {
        assert(!empty());
        boost::intrusive_ptr<Node> below = top_->below;
        top_ = std::move(below);
    }

    /// Calls f(entry) from the top down.
    template <typename F>
    void for_each(F&& f) const {
        for (const Node* node = top_.get(); node != nullptr; node = node->below.get()) f(node->entry);
    }

    friend bool operator==(const Stack& a, const Stack& b) {
        const Node* x = a.top_.get();
        const Node* y = b.top_.get();
        for (; x != y && x != nullptr && y != nullptr; x = x->below.get(), y = y->below.get()) {
            if (!(x->entry == y->entry)) return false;
        }
        return x == y;
    }

  private:
    struct Node : boost::intrusive_ref_counter<Node, boost::thread_unsafe_counter> {
        Node(T value, boost::intrusive_ptr<Node> rest)
            : depth(rest == nullptr ? 1 : rest->depth + 1), entry(std::move(value)), below(std::move(rest)) {}
        std::uint32_t depth;
        T entry;
        boost::intrusive_ptr<Node> below;
    };

    boost::intrusive_ptr<Node> top_;
};

}  // namespace musimd

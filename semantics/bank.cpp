#include "semantics/bank.hpp"

namespace musimd {

bool operator==(const Bank& a, const Bank& b) {
    if (a.threads_ != b.threads_ || a.columns_.size() != b.columns_.size()) return false;
    for (Variable v = 0; v < a.columns_.size(); ++v) {
        if (a.columns_[v] == b.columns_[v]) continue;
        for (Thread t = 0; t < a.threads_; ++t) {
            const Value* x = a.find(a.first_ + t, v);
            const Value* y = b.find(b.first_ + t, v);
            if ((x == nullptr) != (y == nullptr) || (x != nullptr && *x != *y)) return false;
        }
    }
    return true;
}

}  // namespace musimd

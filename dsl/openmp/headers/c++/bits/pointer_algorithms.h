// Algorithms over pointers that <algorithm> leaves to objects with a reference, or to memcmp.
#pragma once

#include <algorithm>
#include <cstddef>

namespace std {

template <typename T, typename U>
T *find(T *first, T *last, const U &value) {
    T *at = first;
    while (at != last && !(*at == value)) ++at;
    return at;
}
template <typename T, typename U>
ptrdiff_t count(T *first, T *last, const U &value) {
    ptrdiff_t found = 0;
    for (T *at = first; at != last; ++at) {
        if (*at == value) ++found;
    }
    return found;
}
template <typename T, typename U>
bool equal(T *first, T *last, U *other) {
    const ptrdiff_t size = last - first;
    ptrdiff_t i = 0;
    while (i < size && first[i] == other[i]) ++i;
    return i == size;
}

}  // namespace std

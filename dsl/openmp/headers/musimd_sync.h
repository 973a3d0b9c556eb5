// GCC's old functions for atomic accesses, as text: `atomic`, which is sequentially consistent.
#pragma once

static void __musimd___sync_synchronize(void) {
#pragma omp flush
}

#define MUSIMD_SYNC(name, size, T, operation)                               \
    static T __musimd___sync_fetch_and_##name##_##size(T *at, T by) {       \
        T old;                                                              \
        _Pragma("omp atomic capture seq_cst") {                             \
            old = *at;                                                      \
            *at = *at operation by;                                         \
        }                                                                   \
        return old;                                                         \
    }                                                                       \
    static T __musimd___sync_##name##_and_fetch_##size(T *at, T by) {       \
        return __musimd___sync_fetch_and_##name##_##size(at, by) operation by; \
    }
#define MUSIMD_SYNCS(size, T)                                                      \
    MUSIMD_SYNC(add, size, T, +)                                                   \
    MUSIMD_SYNC(sub, size, T, -)                                                   \
    MUSIMD_SYNC(or, size, T, |)                                                    \
    MUSIMD_SYNC(and, size, T, &)                                                   \
    MUSIMD_SYNC(xor, size, T, ^)                                                   \
    static T __musimd___sync_val_compare_and_swap_##size(T *at, T wanted, T value) { \
        T old;                                                                     \
        _Pragma("omp atomic compare capture seq_cst") {                            \
            old = *at;                                                             \
            if (*at == wanted) {                                                   \
                *at = value;                                                       \
            }                                                                      \
        }                                                                          \
        return old;                                                                \
    }                                                                              \
    static _Bool __musimd___sync_bool_compare_and_swap_##size(T *at, T wanted, T value) { \
        return __musimd___sync_val_compare_and_swap_##size(at, wanted, value) == wanted;  \
    }                                                                              \
    static T __musimd___sync_lock_test_and_set_##size(T *at, T value) {            \
        T old;                                                                     \
        _Pragma("omp atomic capture seq_cst") {                                    \
            old = *at;                                                             \
            *at = value;                                                           \
        }                                                                          \
        return old;                                                                \
    }                                                                              \
    static void __musimd___sync_lock_release_##size(T *at) {                       \
        _Pragma("omp atomic write seq_cst") *at = 0;                               \
    }
#ifdef __cplusplus
#define _Bool bool
#endif
MUSIMD_SYNCS(4, int)
MUSIMD_SYNCS(8, long)
#ifdef __cplusplus
#undef _Bool
#endif
#undef MUSIMD_SYNCS
#undef MUSIMD_SYNC

// What a program of musimd is written with, in ISPC: a gang is a warp.
typedef int64 i64;
typedef unsigned int64 u64;
typedef int32 i32;
typedef unsigned int32 u32;
typedef float f32;
typedef double f64;
typedef bool boolean;
#define FN static inline
#define UNIFORM uniform
#define TO_I64(x) ((varying i64)(x))
#define TO_U64(x) ((varying u64)(x))
#define TO_I32(x) ((varying i32)(x))
#define TO_F32(x) ((varying f32)(x))
#define TO_F64(x) ((varying f64)(x))
#define AS_F32(x) floatbits(x)
#define AS_I32(x) ((i32)intbits(x))
#define AS_F64(x) doublebits(x)
#define AS_I64(x) ((i64)intbits(x))
#define BITS_SET(x) TO_I64(popcnt(x))
#define ZEROS_ABOVE(x) TO_I64((x) == 0 ? 64 : count_leading_zeros(x))

#define ITEM programIndex
#define GROUP group
#define FENCE
#define BARRIER
#define WARP_SYNC
#define ANY(m, p) m = any(p) ? 1 : 0
#define BALLOT(m, p) m = packmask(p)
#define EXCHANGE(to, x, from) to = shuffle(TO_I64(x), TO_I32(from))
#define COUNT(n, p) n = popcnt(packmask(p))

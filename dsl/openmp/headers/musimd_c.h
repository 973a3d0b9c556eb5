// Functions of C's library as text: what a file calls and does not define, `NAME`, is `__musimd_NAME` here.
#pragma once

#define __NO_CTYPE  // <ctype.h>: functions instead of tables

#ifdef __cplusplus
extern "C" {
#define MUSIMD_NULL nullptr
#else
#define MUSIMD_NULL ((void *)0)
#endif

typedef unsigned long __musimd_size;
typedef int (*__musimd_order)(const void *, const void *);

// ---- <string.h>

static __musimd_size __musimd_strlen(const char *s) {
    __musimd_size n = 0;
    while (s[n]) n++;
    return n;
}
static __musimd_size __musimd_strnlen(const char *s, __musimd_size most) {
    __musimd_size n = 0;
    while (n < most && s[n]) n++;
    return n;
}
static int __musimd_strcmp(const char *a, const char *b) {
    long i = 0;
    while (a[i] && a[i] == b[i]) i++;
    return (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}
static int __musimd_strncmp(const char *a, const char *b, __musimd_size n) {
    __musimd_size i = 0;
    while (i < n && a[i] && a[i] == b[i]) i++;
    return i == n ? 0 : (int)(unsigned char)a[i] - (int)(unsigned char)b[i];
}
static int __musimd_tolower(int c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }
static int __musimd_toupper(int c) { return c >= 'a' && c <= 'z' ? c - 32 : c; }
static int __musimd_strcasecmp(const char *a, const char *b) {
    long i = 0;
    while (a[i] && __musimd_tolower(a[i]) == __musimd_tolower(b[i])) i++;
    return __musimd_tolower((unsigned char)a[i]) - __musimd_tolower((unsigned char)b[i]);
}
static int __musimd_strncasecmp(const char *a, const char *b, __musimd_size n) {
    __musimd_size i = 0;
    while (i < n && a[i] && __musimd_tolower(a[i]) == __musimd_tolower(b[i])) i++;
    return i == n ? 0 : __musimd_tolower((unsigned char)a[i]) - __musimd_tolower((unsigned char)b[i]);
}
static char *__musimd_strcpy(char *to, const char *from) {
    long i = 0;
    for (; from[i]; i++) to[i] = from[i];
    to[i] = 0;
    return to;
}
static char *__musimd_stpcpy(char *to, const char *from) {
    long i = 0;
    for (; from[i]; i++) to[i] = from[i];
    to[i] = 0;
    return to + i;
}
static char *__musimd_strncpy(char *to, const char *from, __musimd_size n) {
    __musimd_size i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}
static char *__musimd_strcat(char *to, const char *from) {
    long n = 0, i = 0;
    while (to[n]) n++;
    for (; from[i]; i++) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}
static char *__musimd_strncat(char *to, const char *from, __musimd_size most) {
    __musimd_size n = 0, i = 0;
    while (to[n]) n++;
    for (; i < most && from[i]; i++) to[n + i] = from[i];
    to[n + i] = 0;
    return to;
}
static char *__musimd_strchr(const char *s, int c) {
    long i = 0;
    while (s[i] && s[i] != (char)c) i++;
    return s[i] == (char)c ? (char *)s + i : (char *)MUSIMD_NULL;
}
static char *__musimd_strrchr(const char *s, int c) {
    long found = -1, i = 0;
    for (; s[i]; i++)
        if (s[i] == (char)c) found = i;
    if ((char)c == 0) found = i;
    return found < 0 ? (char *)MUSIMD_NULL : (char *)s + found;
}
static char *__musimd_strstr(const char *s, const char *part) {
    for (long i = 0;; i++) {
        long k = 0;
        while (part[k] && s[i + k] == part[k]) k++;
        if (!part[k]) return (char *)s + i;
        if (!s[i]) return (char *)MUSIMD_NULL;
    }
}
static __musimd_size __musimd_strspn(const char *s, const char *set) {
    __musimd_size n = 0;
    for (; s[n]; n++) {
        long k = 0;
        while (set[k] && set[k] != s[n]) k++;
        if (!set[k]) break;
    }
    return n;
}
static __musimd_size __musimd_strcspn(const char *s, const char *set) {
    __musimd_size n = 0;
    for (; s[n]; n++) {
        long k = 0;
        while (set[k] && set[k] != s[n]) k++;
        if (set[k]) break;
    }
    return n;
}
static char *__musimd_strpbrk(const char *s, const char *set) {
    __musimd_size n = __musimd_strcspn(s, set);
    return s[n] ? (char *)s + n : (char *)MUSIMD_NULL;
}
static char *__musimd_strtok_r(char *s, const char *set, char **rest) {
    char *at = s ? s : *rest;
    if (!at) return (char *)MUSIMD_NULL;
    at = at + __musimd_strspn(at, set);
    if (!*at) {
        *rest = (char *)MUSIMD_NULL;
        return (char *)MUSIMD_NULL;
    }
    char *end = at + __musimd_strcspn(at, set);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = (char *)MUSIMD_NULL;
    }
    return at;
}
static char *__musimd_strtok_rest;
static char *__musimd_strtok(char *s, const char *set) {
    return __musimd_strtok_r(s, set, &__musimd_strtok_rest);
}

// ---- <ctype.h>

static int __musimd_isdigit(int c) { return c >= '0' && c <= '9'; }
static int __musimd_isupper(int c) { return c >= 'A' && c <= 'Z'; }
static int __musimd_islower(int c) { return c >= 'a' && c <= 'z'; }
static int __musimd_isalpha(int c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); }
static int __musimd_isalnum(int c) { return __musimd_isalpha(c) || __musimd_isdigit(c); }
static int __musimd_isspace(int c) { return c == ' ' || (c >= 9 && c <= 13); }
static int __musimd_isblank(int c) { return c == ' ' || c == '\t'; }
static int __musimd_isprint(int c) { return c >= 32 && c < 127; }
static int __musimd_isgraph(int c) { return c > 32 && c < 127; }
static int __musimd_isascii(int c) { return c >= 0 && c < 128; }
static int __musimd_iscntrl(int c) { return (c >= 0 && c < 32) || c == 127; }
static int __musimd_ispunct(int c) { return __musimd_isgraph(c) && !__musimd_isalnum(c); }
static int __musimd_isxdigit(int c) {
    return __musimd_isdigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// ---- <stdlib.h>

static unsigned long __musimd_digits(const char *s, char **end, int base, int *is_negative) {
    long i = 0;
    unsigned long n = 0;
    while (__musimd_isspace(s[i])) i++;
    *is_negative = s[i] == '-';
    if (s[i] == '-' || s[i] == '+') i++;
    int has_prefix = s[i] == '0' && (s[i + 1] == 'x' || s[i + 1] == 'X') && __musimd_isxdigit(s[i + 2]);
    if (base == 0) base = has_prefix ? 16 : s[i] == '0' ? 8 : 10;
    if (base == 16 && has_prefix) i += 2;
    long first = i;
    for (;; i++) {
        int c = __musimd_tolower(s[i]);
        int digit = __musimd_isdigit(c) ? c - '0' : __musimd_islower(c) ? c - 'a' + 10 : 99;
        if (digit >= base) break;
        n = n * (unsigned long)base + (unsigned long)digit;
    }
    if (end) *end = (char *)s + (i == first ? 0 : i);
    return n;
}
static long __musimd_strtol(const char *s, char **end, int base) {
    int is_negative;
    unsigned long n = __musimd_digits(s, end, base, &is_negative);
    return (long)(is_negative ? -n : n);
}
static unsigned long __musimd_strtoul(const char *s, char **end, int base) {
    int is_negative;
    unsigned long n = __musimd_digits(s, end, base, &is_negative);
    return is_negative ? -n : n;
}
static long long __musimd_strtoll(const char *s, char **end, int base) {
    return __musimd_strtol(s, end, base);
}
static unsigned long long __musimd_strtoull(const char *s, char **end, int base) {
    return __musimd_strtoul(s, end, base);
}
static long __musimd_atol(const char *s) {
    long i = 0, n = 0;
    while (__musimd_isspace(s[i])) i++;
    int is_negative = s[i] == '-';
    if (s[i] == '-' || s[i] == '+') i++;
    for (; __musimd_isdigit(s[i]); i++) n = n * 10 + (s[i] - '0');
    return is_negative ? -n : n;
}
static long long __musimd_atoll(const char *s) { return __musimd_atol(s); }
static int __musimd_atoi(const char *s) { return (int)__musimd_atol(s); }

// In parallel code, where the host does not convert: exact for at most 15 digits and small exponents.
static double __musimd_decimal(const char *s) {
    long i = 0, exponent = 0;
    while (__musimd_isspace(s[i])) i++;
    int is_negative = s[i] == '-';
    if (s[i] == '-' || s[i] == '+') i++;
    double n = 0;
    for (; __musimd_isdigit(s[i]); i++) n = n * 10 + (s[i] - '0');
    if (s[i] == '.')
        for (i++; __musimd_isdigit(s[i]); i++, exponent--) n = n * 10 + (s[i] - '0');
    if ((s[i] == 'e' || s[i] == 'E') && s[i + 1]) exponent += __musimd_atol(s + i + 1);
    double scale = 1;
    for (long k = exponent < 0 ? -exponent : exponent; k > 0; k--) scale *= 10;
    n = exponent < 0 ? n / scale : n * scale;
    return is_negative ? -n : n;
}

static int __musimd_rand_r(unsigned *seed) {
    unsigned next = *seed, result;
    next = next * 1103515245u + 12345u;
    result = (next / 65536u) % 2048u;
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ ((next / 65536u) % 1024u);
    next = next * 1103515245u + 12345u;
    result = (result << 10) ^ ((next / 65536u) % 1024u);
    *seed = next;
    return (int)result;
}

static unsigned __musimd_random_state[34];
static int __musimd_random_at = -1;
static void __musimd_srandom(unsigned seed) {
    if (seed == 0) seed = 1;
    int word = (int)seed;
    __musimd_random_state[0] = seed;
    for (int i = 1; i < 31; i++) {
        int high = word / 127773, low = word % 127773;
        word = 16807 * low - 2836 * high;
        if (word < 0) word += 2147483647;
        __musimd_random_state[i] = (unsigned)word;
    }
    __musimd_random_at = 0;
    for (int i = 0; i < 310; i++) {
        int k = (__musimd_random_at + 3) % 31;
        __musimd_random_state[k] += __musimd_random_state[__musimd_random_at];
        __musimd_random_at = (__musimd_random_at + 1) % 31;
    }
}
static long __musimd_random(void) {
    if (__musimd_random_at < 0) __musimd_srandom(1);
    int k = (__musimd_random_at + 3) % 31;
    __musimd_random_state[k] += __musimd_random_state[__musimd_random_at];
    __musimd_random_at = (__musimd_random_at + 1) % 31;
    return (long)(__musimd_random_state[k] >> 1);
}

static unsigned long __musimd_48_state = 0x1234abcd330eul;
static unsigned long __musimd_next_48(unsigned long state) {
    return (state * 0x5deece66dul + 0xbul) & 0xfffffffffffful;
}
static void __musimd_srand48(long seed) {
    __musimd_48_state = (((unsigned long)seed & 0xfffffffful) << 16) + 0x330eul;
}
static double __musimd_drand48(void) {
    __musimd_48_state = __musimd_next_48(__musimd_48_state);
    return (double)__musimd_48_state / 281474976710656.0;
}
static long __musimd_lrand48(void) {
    __musimd_48_state = __musimd_next_48(__musimd_48_state);
    return (long)(__musimd_48_state >> 17);
}
static long __musimd_mrand48(void) {
    __musimd_48_state = __musimd_next_48(__musimd_48_state);
    return (long)(int)(unsigned)(__musimd_48_state >> 16);
}
static double __musimd_erand48(unsigned short *x) {
    unsigned long s = (unsigned long)x[0] | ((unsigned long)x[1] << 16) | ((unsigned long)x[2] << 32);
    s = __musimd_next_48(s);
    x[0] = (unsigned short)s;
    x[1] = (unsigned short)(s >> 16);
    x[2] = (unsigned short)(s >> 32);
    return (double)s / 281474976710656.0;
}

// Elements are so many numbers; that of `qsort` is stable, as the GNU C Library's before 2.37.
void *__musimd_new_numbers(__musimd_size count);
static void __musimd_sort(long *a, long n, long numbers, __musimd_order order) {
    long *b = (long *)__musimd_new_numbers((__musimd_size)(n * numbers));
    for (long width = 1; width < n; width *= 2) {
        for (long begin = 0; begin < n; begin += 2 * width) {
            long middle = begin + width < n ? begin + width : n;
            long end = begin + 2 * width < n ? begin + 2 * width : n;
            long left = begin, right = middle;
            for (long k = begin; k < end; k++) {
                int takes_left = left < middle;
                if (takes_left && right < end)
                    takes_left = order((const void *)(a + left * numbers), (const void *)(a + right * numbers)) <= 0;
                long from = takes_left ? left++ : right++;
                for (long c = 0; c < numbers; c++) b[k * numbers + c] = a[from * numbers + c];
            }
        }
        for (long k = 0; k < n * numbers; k++) a[k] = b[k];
    }
}
static void *__musimd_search(const void *key, long *a, long n, long numbers, __musimd_order order) {
    long low = 0, high = n;
    while (low < high) {
        long middle = low + (high - low) / 2;
        int found = order(key, (const void *)(a + middle * numbers));
        if (found == 0) return (void *)(a + middle * numbers);
        if (found < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return MUSIMD_NULL;
}

// ---- <unistd.h>, <getopt.h>

static int __musimd_isatty(int file) { return 0; }

static char *__musimd_optarg;
static int __musimd_optind = 1, __musimd_opterr = 1, __musimd_optopt = 0;
static int __musimd_option_at = 1;
static int __musimd_getopt(int count, char *const *words, const char *options) {
    if (__musimd_optind >= count) return -1;
    char *word = words[__musimd_optind];
    if (word[0] != '-' || word[1] == 0) return -1;
    if (word[1] == '-' && word[2] == 0) {
        __musimd_optind++;
        return -1;
    }
    int c = word[__musimd_option_at++];
    int ends = word[__musimd_option_at] == 0;
    char *known = c == ':' ? (char *)MUSIMD_NULL : __musimd_strchr(options, c);
    if (known && known[1] == ':') {
        __musimd_optarg = word + __musimd_option_at;
        __musimd_option_at = 1;
        __musimd_optind++;
        if (!ends) return c;
        if (__musimd_optind >= count) {
            __musimd_optopt = c;
            return options[0] == ':' ? ':' : '?';
        }
        __musimd_optarg = words[__musimd_optind++];
        return c;
    }
    if (ends) {
        __musimd_option_at = 1;
        __musimd_optind++;
    }
    if (known) return c;
    __musimd_optopt = c;
    return '?';
}

struct __musimd_option {
    const char *name;
    int has_argument, *flag, value;
};
struct option;
static int __musimd_getopt_long(int count, char *const *words, const char *options, const struct option *all, int *at) {
    if (__musimd_optind >= count) return -1;
    char *word = words[__musimd_optind];
    if (word[0] != '-' || word[1] != '-' || word[2] == 0) return __musimd_getopt(count, words, options);
    const struct __musimd_option *known = (const struct __musimd_option *)all;
    long length = (long)__musimd_strcspn(word + 2, "=");
    __musimd_optind++;
    for (long k = 0; known[k].name; k++) {
        if (__musimd_strncmp(known[k].name, word + 2, (__musimd_size)length) != 0) continue;
        if ((long)__musimd_strlen(known[k].name) != length) continue;
        if (at) *at = (int)k;
        __musimd_optarg = (char *)MUSIMD_NULL;
        if (known[k].has_argument && word[2 + length] == '=')
            __musimd_optarg = word + 3 + length;
        else if (known[k].has_argument == 1 && __musimd_optind < count)
            __musimd_optarg = words[__musimd_optind++];
        else if (known[k].has_argument == 1)
            return '?';
        if (!known[k].flag) return known[k].value;
        *known[k].flag = known[k].value;
        return 0;
    }
    return '?';
}

// ---- <errno.h>

static int __musimd_errno;
static int *__musimd___errno_location(void) { return &__musimd_errno; }

// ---- what compilers have built in

static int __musimd_popcountll(unsigned long long x) {
    x = x - ((x >> 1) & 0x5555555555555555ull);
    x = (x & 0x3333333333333333ull) + ((x >> 2) & 0x3333333333333333ull);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full;
    x = x + (x >> 8);
    x = x + (x >> 16);
    return (int)((x + (x >> 32)) & 127);
}
static int __musimd_popcount(unsigned x) { return __musimd_popcountll(x); }
static int __musimd_popcountl(unsigned long x) { return __musimd_popcountll(x); }
static int __musimd_ctzll(unsigned long long x) { return __musimd_popcountll((x & (0ull - x)) - 1ull); }
static int __musimd_ctz(unsigned x) { return __musimd_ctzll(x); }
static int __musimd_ctzl(unsigned long x) { return __musimd_ctzll(x); }
static int __musimd_clzll(unsigned long long x) {
    x |= x >> 1;
    x |= x >> 2;
    x |= x >> 4;
    x |= x >> 8;
    x |= x >> 16;
    x |= x >> 32;
    return 64 - __musimd_popcountll(x);
}
static int __musimd_clz(unsigned x) { return __musimd_clzll(x) - 32; }
static int __musimd_clzl(unsigned long x) { return __musimd_clzll(x); }
static int __musimd_ffsll(long long x) { return x == 0 ? 0 : __musimd_ctzll((unsigned long long)x) + 1; }
static int __musimd_ffs(int x) { return x == 0 ? 0 : __musimd_ctzll((unsigned)x) + 1; }
static int __musimd_ffsl(long x) { return __musimd_ffsll(x); }
static int __musimd_parity(unsigned x) { return __musimd_popcountll(x) & 1; }
static int __musimd_parityl(unsigned long x) { return __musimd_popcountll(x) & 1; }
static int __musimd_parityll(unsigned long long x) { return __musimd_popcountll(x) & 1; }

#include <musimd_complex_types.h>
#include <musimd_threads.h>
#include <musimd_time.h>

#undef MUSIMD_NULL
#ifdef __cplusplus
}
#endif

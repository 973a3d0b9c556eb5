// Which thread this is, and where it runs, as text: thread k runs on processor k of the machine `host`.
#pragma once

int omp_get_thread_num(void);
int omp_get_num_threads(void);
int omp_get_level(void);
int omp_get_ancestor_thread_num(int);

static unsigned long __musimd_pthread_self(void) { return 1 + (unsigned long)omp_get_thread_num(); }
static int __musimd_sched_getcpu(void) { return omp_get_thread_num(); }
static int __musimd_getpid(void) { return 1; }
static int __musimd_gettid(void) { return 1 + omp_get_thread_num(); }
static int __musimd_gethostname(char *to, __musimd_size size) {
    const char name[5] = {'h', 'o', 's', 't', 0};
    for (__musimd_size i = 0; i < size && i < 5; i++) to[i] = name[i];
    return 0;
}

// ---- the affinity of threads

static char __musimd_affinity_format[256] = "level %L thread %i affinity %A";

static void __musimd_omp_set_affinity_format(const char *format) {
    int i = 0;
    for (; i < 255 && format[i]; i++) __musimd_affinity_format[i] = format[i];
    __musimd_affinity_format[i] = 0;
}
static __musimd_size __musimd_omp_get_affinity_format(char *to, __musimd_size size) {
    __musimd_size length = 0;
    for (; __musimd_affinity_format[length]; length++) {
        if (length + 1 < size) to[length] = __musimd_affinity_format[length];
    }
    if (size != 0) to[length < size ? length : size - 1] = 0;
    return length;
}
/// A number with at least so many characters, as %d prints it. Returns how many there are from `at` on.
static __musimd_size __musimd_put_number(char *to, __musimd_size size, __musimd_size at, int value, int width,
                                         char fill, int is_left) {
    char digits[12];
    int count = 0;
    do {
        digits[count++] = (char)('0' + value % 10);
        value /= 10;
    } while (value != 0);
    for (int k = count; !is_left && k < width; k++, at++) {
        if (at + 1 < size) to[at] = fill;
    }
    for (int k = count; k > 0; k--, at++) {
        if (at + 1 < size) to[at] = digits[k - 1];
    }
    for (int k = count; is_left && k < width; k++, at++) {
        if (at + 1 < size) to[at] = ' ';
    }
    return at;
}
/// The number of a field; -1: its text is `host`.
static int __musimd_affinity_field(char field) {
    switch (field) {
        case 'n':
        case 'A': return omp_get_thread_num();
        case 'N': return omp_get_num_threads();
        case 'L': return omp_get_level();
        case 'a': return omp_get_level() > 0 ? omp_get_ancestor_thread_num(omp_get_level() - 1) : 0;
        case 'i': return 1 + omp_get_thread_num();
        case 'P':
        case 'T': return 1;
        case 'H': return -1;
        default: return 0;
    }
}
static __musimd_size __musimd_omp_capture_affinity(char *to, __musimd_size size, const char *format) {
    if (!format || !format[0]) format = __musimd_affinity_format;
    __musimd_size at = 0;
    for (long i = 0; format[i]; i++) {
        if (format[i] != '%' || format[i + 1] == '%') {
            if (format[i] == '%') i++;
            if (at + 1 < size) to[at] = format[i];
            at++;
            continue;
        }
        i++;
        int is_left = 1;
        char fill = ' ';
        int width = 0;
        for (; format[i] == '0' || format[i] == '.'; i++) {
            if (format[i] == '0') fill = '0';
            if (format[i] == '.') is_left = 0;
        }
        for (; format[i] >= '0' && format[i] <= '9'; i++) width = 10 * width + (format[i] - '0');
        char field = format[i];
        if (field == '{') {
            i++;
            const char *name = format + i;
            field = name[0] == 't' && name[1] == 'h' ? 'n' : name[0] == 'n' && name[1] == 'e' ? 'L'
                  : name[0] == 'h' ? 'H' : name[0] == 'n' && name[1] == 'u' ? 'N' : 'i';
            while (format[i] && format[i] != '}') i++;
        }
        if (!field) break;
        const int number = __musimd_affinity_field(field);
        if (number >= 0) {
            at = __musimd_put_number(to, size, at, number, width, fill, is_left);
        } else {
            const char host[4] = {'h', 'o', 's', 't'};
            for (int k = 4; !is_left && k < width; k++, at++) {
                if (at + 1 < size) to[at] = ' ';
            }
            for (int k = 0; k < 4; k++, at++) {
                if (at + 1 < size) to[at] = host[k];
            }
            for (int k = 4; is_left && k < width; k++, at++) {
                if (at + 1 < size) to[at] = ' ';
            }
        }
    }
    if (size != 0) to[at < size ? at : size - 1] = 0;
    return at;
}

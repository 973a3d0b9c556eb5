// <time.h>: the calendar, in UTC. `struct tm` may not be known here: __musimd_tm has its members.
#pragma once

struct tm;
struct __musimd_tm {
    int second, minute, hour, day, month, year, weekday, day_of_year, is_summer;
    long offset;
    const char *zone;
};

static const char *const __musimd_weekdays[7] = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                "Thursday", "Friday", "Saturday"};
static const char *const __musimd_months[12] = {"January", "February", "March", "April", "May", "June",
                                                "July", "August", "September", "October", "November", "December"};
static const int __musimd_days_before[12] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

static int __musimd_is_leap(long year) { return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0; }
// From 1970 to the beginning of the year.
static long __musimd_days_to(long year) {
    long y = year - 1;
    return 365 * (year - 1970) + (y / 4 - 1969 / 4) - (y / 100 - 1969 / 100) + (y / 400 - 1969 / 400);
}
static void __musimd_break_down(long time, struct __musimd_tm *to) {
    long days = time / 86400, rest = time % 86400;
    if (rest < 0) {
        rest += 86400;
        days--;
    }
    long year = 1970 + days / 366;
    while (__musimd_days_to(year + 1) <= days) year++;
    while (__musimd_days_to(year) > days) year--;
    int day = (int)(days - __musimd_days_to(year)), month = 11, leap = __musimd_is_leap(year);
    while (day < __musimd_days_before[month] + (leap && month > 1)) month--;
    to->second = (int)(rest % 60);
    to->minute = (int)(rest / 60 % 60);
    to->hour = (int)(rest / 3600);
    to->day = day - __musimd_days_before[month] - (leap && month > 1) + 1;
    to->month = month;
    to->year = (int)(year - 1900);
    to->weekday = (int)(((days + 4) % 7 + 7) % 7);
    to->day_of_year = day;
    to->is_summer = 0;
    to->offset = 0;
    to->zone = "UTC";
}
static long __musimd_since_1970(const struct __musimd_tm *from) {
    long year = from->year + 1900L + from->month / 12, month = from->month % 12;
    if (month < 0) {
        month += 12;
        year--;
    }
    long leap_day = month > 1 && __musimd_is_leap(year);
    long days = __musimd_days_to(year) + __musimd_days_before[month] + leap_day + from->day - 1;
    return ((days * 24 + from->hour) * 60 + from->minute) * 60 + from->second;
}

static struct __musimd_tm __musimd_time_parts;
static struct tm *__musimd_gmtime_r(const long *time, struct tm *to) {
    __musimd_break_down(*time, (struct __musimd_tm *)to);
    return to;
}
static struct tm *__musimd_localtime_r(const long *time, struct tm *to) { return __musimd_gmtime_r(time, to); }
static struct tm *__musimd_gmtime(const long *time) {
    __musimd_break_down(*time, &__musimd_time_parts);
    return (struct tm *)&__musimd_time_parts;
}
static struct tm *__musimd_localtime(const long *time) { return __musimd_gmtime(time); }
static long __musimd_mktime(struct tm *parts) {
    struct __musimd_tm *own = (struct __musimd_tm *)parts;
    long result = __musimd_since_1970(own);
    __musimd_break_down(result, own);
    return result;
}
static long __musimd_timegm(struct tm *parts) { return __musimd_mktime(parts); }
static double __musimd_difftime(long end, long begin) { return (double)(end - begin); }

// A text that is written as far as it fits.
struct __musimd_text {
    char *to;
    __musimd_size size, length;
};
static void __musimd_time_put(struct __musimd_text *text, char c) {
    if (text->length < text->size) text->to[text->length] = c;
    text->length++;
}
static void __musimd_time_put_word(struct __musimd_text *text, const char *word, __musimd_size most) {
    for (__musimd_size i = 0; i < most && word[i]; i++) __musimd_time_put(text, word[i]);
}
static void __musimd_time_put_number(struct __musimd_text *text, long n, int width, char fill) {
    char digits[20];
    int count = 0;
    do {
        digits[count++] = (char)('0' + n % 10);
        n /= 10;
    } while (n > 0);
    for (int i = count; i < width; i++) __musimd_time_put(text, fill);
    while (count > 0) __musimd_time_put(text, digits[--count]);
}
static void __musimd_time_put_time(struct __musimd_text *text, int a, char between, int b) {
    __musimd_time_put_number(text, a, 2, '0');
    __musimd_time_put(text, between);
    __musimd_time_put_number(text, b, 2, '0');
}
static void __musimd_time_put_clock(struct __musimd_text *text, const struct __musimd_tm *t) {
    __musimd_time_put_time(text, t->hour, ':', t->minute);
    __musimd_time_put(text, ':');
    __musimd_time_put_number(text, t->second, 2, '0');
}
// `Thu Jan  1 00:00:00 1970`.
static void __musimd_time_put_date(struct __musimd_text *text, const struct __musimd_tm *t) {
    __musimd_time_put_word(text, __musimd_weekdays[t->weekday], 3);
    __musimd_time_put(text, ' ');
    __musimd_time_put_word(text, __musimd_months[t->month], 3);
    __musimd_time_put(text, ' ');
    __musimd_time_put_number(text, t->day, 2, ' ');
    __musimd_time_put(text, ' ');
    __musimd_time_put_clock(text, t);
    __musimd_time_put(text, ' ');
    __musimd_time_put_number(text, t->year + 1900L, 1, '0');
}
static void __musimd_time_put_field(struct __musimd_text *text, char field, const struct __musimd_tm *t) {
    int half = t->hour % 12 == 0 ? 12 : t->hour % 12;
    switch (field) {
        case 'a': __musimd_time_put_word(text, __musimd_weekdays[t->weekday], 3); break;
        case 'A': __musimd_time_put_word(text, __musimd_weekdays[t->weekday], 99); break;
        case 'b':
        case 'h': __musimd_time_put_word(text, __musimd_months[t->month], 3); break;
        case 'B': __musimd_time_put_word(text, __musimd_months[t->month], 99); break;
        case 'c': __musimd_time_put_date(text, t); break;
        case 'C': __musimd_time_put_number(text, (t->year + 1900L) / 100, 2, '0'); break;
        case 'd': __musimd_time_put_number(text, t->day, 2, '0'); break;
        case 'e': __musimd_time_put_number(text, t->day, 2, ' '); break;
        case 'F':
            __musimd_time_put_number(text, t->year + 1900L, 1, '0');
            __musimd_time_put(text, '-');
            __musimd_time_put_time(text, t->month + 1, '-', t->day);
            break;
        case 'D':
        case 'x':
            __musimd_time_put_time(text, t->month + 1, '/', t->day);
            __musimd_time_put(text, '/');
            __musimd_time_put_number(text, t->year % 100, 2, '0');
            break;
        case 'H': __musimd_time_put_number(text, t->hour, 2, '0'); break;
        case 'I': __musimd_time_put_number(text, half, 2, '0'); break;
        case 'j': __musimd_time_put_number(text, t->day_of_year + 1L, 3, '0'); break;
        case 'm': __musimd_time_put_number(text, t->month + 1L, 2, '0'); break;
        case 'M': __musimd_time_put_number(text, t->minute, 2, '0'); break;
        case 'p': __musimd_time_put_word(text, t->hour < 12 ? "AM" : "PM", 2); break;
        case 'R': __musimd_time_put_time(text, t->hour, ':', t->minute); break;
        case 's': __musimd_time_put_number(text, __musimd_since_1970(t), 1, '0'); break;
        case 'S': __musimd_time_put_number(text, t->second, 2, '0'); break;
        case 'T':
        case 'X': __musimd_time_put_clock(text, t); break;
        case 'u': __musimd_time_put_number(text, t->weekday == 0 ? 7 : t->weekday, 1, '0'); break;
        case 'w': __musimd_time_put_number(text, t->weekday, 1, '0'); break;
        case 'y': __musimd_time_put_number(text, t->year % 100, 2, '0'); break;
        case 'Y': __musimd_time_put_number(text, t->year + 1900L, 1, '0'); break;
        case 'z': __musimd_time_put_word(text, "+0000", 5); break;
        case 'Z': __musimd_time_put_word(text, "UTC", 3); break;
        case 'n': __musimd_time_put(text, '\n'); break;
        case 't': __musimd_time_put(text, '\t'); break;
        case '%': __musimd_time_put(text, '%'); break;
        default: __builtin_trap();  // a field that is not known here
    }
}
static __musimd_size __musimd_strftime(char *to, __musimd_size size, const char *format, const struct tm *parts) {
    struct __musimd_text text = {to, size, 0};
    for (long i = 0; format[i]; i++) {
        if (format[i] == '%')
            __musimd_time_put_field(&text, format[++i], (const struct __musimd_tm *)parts);
        else
            __musimd_time_put(&text, format[i]);
    }
    if (text.length >= size) return 0;
    to[text.length] = 0;
    return text.length;
}
static char *__musimd_asctime_r(const struct tm *parts, char *to) {
    struct __musimd_text text = {to, 26, 0};
    __musimd_time_put_date(&text, (const struct __musimd_tm *)parts);
    __musimd_time_put(&text, '\n');
    __musimd_time_put(&text, 0);
    return to;
}
static char __musimd_time_text[26];
static char *__musimd_asctime(const struct tm *parts) { return __musimd_asctime_r(parts, __musimd_time_text); }
static char *__musimd_ctime(const long *time) { return __musimd_asctime(__musimd_gmtime(time)); }
static char *__musimd_ctime_r(const long *time, char *to) {
    struct __musimd_tm parts;
    __musimd_break_down(*time, &parts);
    return __musimd_asctime_r((const struct tm *)&parts, to);
}

// Strings and numbers, and strings in streams.
#pragma once

#include <bits/string_class.h>

#include <cstdio>
#include <istream>
#include <ostream>

namespace std {

inline string musimd_digits(unsigned long value, bool is_negative) {
    char text[24];
    int at = 23;
    do {
        text[at] = '0' + value % 10;
        value /= 10;
        --at;
    } while (value != 0);
    if (is_negative) {
        text[at] = '-';
        --at;
    }
    return string(text + at + 1, 23 - at);
}
inline string to_string(int value) { return musimd_digits(value < 0 ? -(unsigned long)value : value, value < 0); }
inline string to_string(long value) { return musimd_digits(value < 0 ? -(unsigned long)value : value, value < 0); }
inline string to_string(long long value) { return to_string((long)value); }
inline string to_string(unsigned value) { return musimd_digits(value, false); }
inline string to_string(unsigned long value) { return musimd_digits(value, false); }
inline string to_string(unsigned long long value) { return musimd_digits(value, false); }
inline string to_string(double value) {
    char text[400];
    sprintf(text, "%f", value);
    return string(text);
}
inline string to_string(float value) { return to_string((double)value); }

inline long stol(const string &text, size_t *end = nullptr, int base = 10) {
    char *last = nullptr;
    const long result = strtol(text.c_str(), &last, base);
    if (last == text.c_str()) throw "std::stoi: no number";
    if (end != nullptr) *end = last - text.c_str();
    return result;
}
inline int stoi(const string &text, size_t *end = nullptr, int base = 10) { return stol(text, end, base); }
inline long long stoll(const string &text, size_t *end = nullptr, int base = 10) { return stol(text, end, base); }
inline unsigned long stoul(const string &text, size_t *end = nullptr, int base = 10) { return stol(text, end, base); }
inline unsigned long long stoull(const string &text, size_t *end = nullptr, int base = 10) {
    return stol(text, end, base);
}
inline double stod(const string &text) { return atof(text.c_str()); }
inline float stof(const string &text) { return atof(text.c_str()); }

inline ostream &operator<<(ostream &to, const string &text) { return to << text.c_str(); }

inline istream &operator>>(istream &from, string &to) {
    char text[4096];
    const int read = fscanf(from.file, "%4095s", text);
    if (read == 1) to = text;
    return from.note(read);
}
inline istream &getline(istream &from, string &to, char end = '\n') {
    to.clear();
    int c = fgetc(from.file);
    const bool is_empty = c == -1;
    while (c != -1 && c != end) {
        to.push_back(c);
        c = fgetc(from.file);
    }
    return from.note(is_empty ? 0 : 1);
}

}  // namespace std

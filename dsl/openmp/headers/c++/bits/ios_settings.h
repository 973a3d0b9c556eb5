// std::ios: the number of a stream's file, whose format the machine keeps.
#pragma once

#include <cstddef>
#include <cstdint>  // as GCC's headers do
#include <cstdio>
#include <iosfwd>

/// Returns what it was before. `what`: 'f' flags, those of `mask`; 'p' precision, 'w' width, 'c' the character that fills.
long musimd_stream_setting(FILE *file, int what, long mask, long value);

namespace std {

using streamsize = ptrdiff_t;

/// A manipulator, as `setw(8)`.
struct musimd_setting {
    int what;
    long mask;
    long value;
};

class ios_base {
  public:
    using fmtflags = long;
    static constexpr fmtflags boolalpha = 1, dec = 2, fixed = 4, hex = 8, internal = 16, left = 32, oct = 64, right = 128,
                              scientific = 256, showbase = 512, showpoint = 1024, showpos = 2048, skipws = 4096,
                              unitbuf = 8192, uppercase = 16384;
    static constexpr fmtflags adjustfield = left | right | internal, basefield = dec | oct | hex,
                              floatfield = scientific | fixed;
    using openmode = int;
    static constexpr openmode app = 1, ate = 2, binary = 4, in = 8, out = 16, trunc = 32;
    static void sync_with_stdio(bool) {}

    FILE *file = nullptr;

    long musimd_set(int what, long mask, long value) { return musimd_stream_setting(file, what, mask, value); }
    fmtflags flags() const { return musimd_stream_setting(file, 'f', 0, 0); }
    fmtflags flags(fmtflags all) { return musimd_set('f', -1, all); }
    fmtflags setf(fmtflags some) { return musimd_set('f', some, some); }
    fmtflags setf(fmtflags some, fmtflags mask) { return musimd_set('f', mask, some & mask); }
    void unsetf(fmtflags some) { musimd_set('f', some, 0); }
    streamsize precision() const { return musimd_stream_setting(file, 'p', 0, 0); }
    streamsize precision(streamsize digits) { return musimd_set('p', -1, digits); }
    streamsize width() const { return musimd_stream_setting(file, 'w', 0, 0); }
    streamsize width(streamsize columns) { return musimd_set('w', -1, columns); }
};

template <>
class basic_ios<char, char_traits<char>> : public ios_base {
  public:
    char fill() const { return musimd_stream_setting(file, 'c', 0, 0); }
    char fill(char c) { return musimd_set('c', -1, c); }
    bool good() const { return is_good; }
    bool fail() const { return !is_good; }
    bool bad() const { return false; }
    void clear() { is_good = true; }
    explicit operator bool() const { return is_good; }
    bool operator!() const { return !is_good; }
    ios *tie(ostream *) { return nullptr; }

  protected:
    bool is_good = true;
};

}  // namespace std

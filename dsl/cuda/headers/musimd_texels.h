// The types that textures may be read as.
#pragma once

namespace musimd_texture {

template <typename T>
struct Texel;  // of a channel, and how many there are
#define MUSIMD_TEXEL(name, type, count_of) \
    template <>                            \
    struct Texel<name> {                   \
        using Channel = type;              \
        static constexpr int count = count_of; \
    };
#define MUSIMD_TEXELS(name, vector, type) \
    MUSIMD_TEXEL(name, type, 1)           \
    MUSIMD_TEXEL(vector##1, type, 1)      \
    MUSIMD_TEXEL(vector##2, type, 2)      \
    MUSIMD_TEXEL(vector##4, type, 4)
MUSIMD_TEXELS(signed char, char, signed char)
MUSIMD_TEXELS(unsigned char, uchar, unsigned char)
MUSIMD_TEXELS(short, short, short)
MUSIMD_TEXELS(unsigned short, ushort, unsigned short)
MUSIMD_TEXELS(int, int, int)
MUSIMD_TEXELS(unsigned int, uint, unsigned int)
MUSIMD_TEXELS(float, float, float)
MUSIMD_TEXEL(char, char, 1)
#undef MUSIMD_TEXELS
#undef MUSIMD_TEXEL

template <typename T>
struct IsFloat {
    static constexpr bool value = false;
};
template <>
struct IsFloat<float> {
    static constexpr bool value = true;
};
template <typename T>
struct IsScalar {
    static constexpr bool value = false;
};
#define MUSIMD_SCALAR(type)                  \
    template <>                              \
    struct IsScalar<type> {                  \
        static constexpr bool value = true;  \
    };
MUSIMD_SCALAR(char)
MUSIMD_SCALAR(signed char)
MUSIMD_SCALAR(unsigned char)
MUSIMD_SCALAR(short)
MUSIMD_SCALAR(unsigned short)
MUSIMD_SCALAR(int)
MUSIMD_SCALAR(unsigned int)
MUSIMD_SCALAR(float)
#undef MUSIMD_SCALAR

}  // namespace musimd_texture

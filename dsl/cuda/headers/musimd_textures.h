// Textures and surfaces of whole programs. All texels are in one array, which the runtime fills before each launch (see
// musimd_cuda_textures.cu); a texture is the number of the word where its description begins.
#pragma once

#include <musimd_texels.h>
#include <musimd_texture_types.h>

constexpr int cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3;
constexpr int cudaTextureType1DLayered = 0xf1, cudaTextureType2DLayered = 0xf2;

static __device__ int musimd_texels[1];  // its size is that of the launch

namespace musimd_texture {

#define MUSIMD_TEXTURE static inline __device__

MUSIMD_TEXTURE int word(int of, int which) {
    return musimd_texels[of + which];
}
MUSIMD_TEXTURE float real(int of, int which) {
    return __int_as_float(musimd_texels[of + which]);
}

template <typename C>
MUSIMD_TEXTURE C channel(int of, int at) {
    if constexpr (IsFloat<C>::value) {
        const float divisor = real(of, musimd_texture_divisor);
        if (divisor == 0.0f) return __int_as_float(musimd_texels[at]);
        const float value = (float)musimd_texels[at] / divisor;
        return value < -1.0f ? -1.0f : value;
    } else {
        return (C)musimd_texels[at];
    }
}

template <typename T>
MUSIMD_TEXTURE T border(int of) {
    using C = typename Texel<T>::Channel;
    if constexpr (IsScalar<T>::value) {
        return (T)real(of, musimd_texture_border);
    } else {
        T result;
        result.x = (C)real(of, musimd_texture_border);
        if constexpr (Texel<T>::count > 1) result.y = (C)real(of, musimd_texture_border + 1);
        if constexpr (Texel<T>::count > 2) result.z = (C)real(of, musimd_texture_border + 2);
        if constexpr (Texel<T>::count > 2) result.w = (C)real(of, musimd_texture_border + 3);
        return result;
    }
}

template <typename T>
MUSIMD_TEXTURE T texel_at(int of, int at) {
    using C = typename Texel<T>::Channel;
    if constexpr (IsScalar<T>::value) {
        return channel<C>(of, at);
    } else {
        T result;
        result.x = channel<C>(of, at);
        if constexpr (Texel<T>::count > 1) result.y = channel<C>(of, at + 1);
        if constexpr (Texel<T>::count > 2) result.z = channel<C>(of, at + 2);
        if constexpr (Texel<T>::count > 2) result.w = channel<C>(of, at + 3);
        return result;
    }
}

MUSIMD_TEXTURE int index_of(int of, int i, int j, int k) {
    const int row = k * word(of, musimd_texture_size + 1) + j;
    return word(of, musimd_texture_texels) +
           (row * word(of, musimd_texture_size) + i) * word(of, musimd_texture_channels);
}

// A negative place is outside.
template <typename T>
MUSIMD_TEXTURE T texel(int of, int i, int j, int k) {
    if (i < 0 || j < 0 || k < 0) return border<T>(of);
    return texel_at<T>(of, index_of(of, i, j, k));
}

// The place along this axis, which may be outside, as the address mode has it.
MUSIMD_TEXTURE int place(int of, int axis, int i) {
    const int size = word(of, musimd_texture_size + axis);
    const int mode = word(of, musimd_texture_address + axis);
    if (i >= 0 && i < size) return i;
    if (mode == cudaAddressModeBorder) return -1;
    if (mode == cudaAddressModeClamp) return i < 0 ? 0 : size - 1;
    const int period = mode == cudaAddressModeMirror ? 2 * size : size;
    int inside = i % period;
    if (inside < 0) inside += period;
    return inside < size ? inside : period - 1 - inside;
}

// Where the first of two texels is, of which the second has this share.
struct Between {
    int first;
    float share;
};
MUSIMD_TEXTURE float position(int of, int axis, float x) {
    return word(of, musimd_texture_normalized) != 0 ? x * (float)word(of, musimd_texture_size + axis) : x;
}
// Texture units compute the share in units of 1/256.
MUSIMD_TEXTURE Between between(int of, int axis, float x) {
    const float at = position(of, axis, x) - 0.5f;
    const float first = floorf(at);
    return {(int)first, floorf((at - first) * 256.0f + 0.5f) / 256.0f};
}

template <typename T>
MUSIMD_TEXTURE T mix(T a, T b, float share) {
    if constexpr (IsScalar<T>::value) {
        return (1.0f - share) * a + share * b;
    } else {
        T result;
        result.x = (1.0f - share) * a.x + share * b.x;
        if constexpr (Texel<T>::count > 1) result.y = (1.0f - share) * a.y + share * b.y;
        if constexpr (Texel<T>::count > 2) result.z = (1.0f - share) * a.z + share * b.z;
        if constexpr (Texel<T>::count > 2) result.w = (1.0f - share) * a.w + share * b.w;
        return result;
    }
}

// With layers or not: j and k are places.
template <typename T>
MUSIMD_TEXTURE T along_x(int of, float x, int j, int k) {
    if constexpr (IsFloat<typename Texel<T>::Channel>::value) {
        if (word(of, musimd_texture_linear) != 0) {
            const Between at = between(of, 0, x);
            return mix(texel<T>(of, place(of, 0, at.first), j, k), texel<T>(of, place(of, 0, at.first + 1), j, k),
                       at.share);
        }
    }
    return texel<T>(of, place(of, 0, (int)floorf(position(of, 0, x))), j, k);
}
template <typename T>
MUSIMD_TEXTURE T along_xy(int of, float x, float y, int k) {
    if constexpr (IsFloat<typename Texel<T>::Channel>::value) {
        if (word(of, musimd_texture_linear) != 0) {
            const Between at = between(of, 1, y);
            return mix(along_x<T>(of, x, place(of, 1, at.first), k), along_x<T>(of, x, place(of, 1, at.first + 1), k),
                       at.share);
        }
    }
    return along_x<T>(of, x, place(of, 1, (int)floorf(position(of, 1, y))), k);
}
template <typename T>
MUSIMD_TEXTURE T along_xyz(int of, float x, float y, float z) {
    if constexpr (IsFloat<typename Texel<T>::Channel>::value) {
        if (word(of, musimd_texture_linear) != 0) {
            const Between at = between(of, 2, z);
            return mix(along_xy<T>(of, x, y, place(of, 2, at.first)),
                       along_xy<T>(of, x, y, place(of, 2, at.first + 1)), at.share);
        }
    }
    return along_xy<T>(of, x, y, place(of, 2, (int)floorf(position(of, 2, z))));
}

MUSIMD_TEXTURE int layer(int of, int k) {
    const int layers = word(of, musimd_texture_size + 2);
    return k < 0 ? 0 : k < layers ? k : layers - 1;
}

// Outside of memory there are zeros.
template <typename T>
MUSIMD_TEXTURE T element(int of, int i) {
    if (i < 0 || i >= word(of, musimd_texture_size)) return texel_at<T>(of, of + musimd_texture_words);
    return texel_at<T>(of, index_of(of, i, 0, 0));
}

}  // namespace musimd_texture

// References, which CUDA 12 does not have: variables that the runtime sets to a texture object when they are bound.
// Clang registers them by the attribute.
struct textureReference {
    unsigned long long musimd_object;
    int normalized;
    cudaTextureFilterMode filterMode;
    cudaTextureAddressMode addressMode[3];
    cudaChannelFormatDesc channelDesc;
};
template <typename T, int Dimensions = 1, cudaTextureReadMode Mode = cudaReadModeElementType>
struct __attribute__((device_builtin_texture_type)) texture : textureReference {
    constexpr texture(int normalized = 0, cudaTextureFilterMode filter = cudaFilterModePoint,
                      cudaTextureAddressMode address = cudaAddressModeClamp, cudaChannelFormatDesc desc = {})
        : textureReference{0, normalized, filter, {address, address, address}, desc} {}
};
template <typename T, int Dimensions = 1>
struct surface {};  // declared only
#define MUSIMD_REFERENCE(name)                                                      \
    template <typename T, int Dimensions, typename... Place>                        \
    __device__ void name##read(T *to, surface<void, Dimensions> from, Place... at); \
    template <typename T, int Dimensions, typename... Place>                        \
    __device__ void name##write(T value, surface<void, Dimensions> to, Place... at);
MUSIMD_REFERENCE(surf1D)
MUSIMD_REFERENCE(surf2D)
MUSIMD_REFERENCE(surf3D)
#undef MUSIMD_REFERENCE

namespace musimd_texture {

/// What a reference is read as.
template <typename T, cudaTextureReadMode Mode>
struct Read {
    using Type = T;
};
template <int Count>
struct Floats {
    using Type = float4;
};
template <>
struct Floats<1> {
    using Type = float;
};
template <>
struct Floats<2> {
    using Type = float2;
};
template <typename T>
struct Read<T, cudaReadModeNormalizedFloat> {
    using Type = typename Floats<Texel<T>::count>::Type;
};

}  // namespace musimd_texture

// Each by a value, and by a pointer to it.
#define MUSIMD_FETCH(name, parameters, arguments, value)                          \
    template <typename T>                                                         \
    MUSIMD_TEXTURE T name(cudaTextureObject_t from, MUSIMD_PACK parameters) {     \
        const int of = (int)from;                                                 \
        return musimd_texture::value;                                             \
    }                                                                             \
    template <typename T>                                                         \
    MUSIMD_TEXTURE void name(T *to, cudaTextureObject_t from, MUSIMD_PACK parameters) { \
        *to = name<T>(from, MUSIMD_PACK arguments);                               \
    }                                                                             \
    template <typename R, int Dimensions, cudaTextureReadMode Mode>               \
    MUSIMD_TEXTURE typename musimd_texture::Read<R, Mode>::Type name(             \
        const texture<R, Dimensions, Mode> &from, MUSIMD_PACK parameters) {       \
        using T = typename musimd_texture::Read<R, Mode>::Type;                   \
        const int of = (int)from.musimd_object;                                   \
        return musimd_texture::value;                                             \
    }
#define MUSIMD_PACK(...) __VA_ARGS__
MUSIMD_FETCH(tex1Dfetch, (int i), (i), element<T>(of, i))
MUSIMD_FETCH(tex1D, (float x), (x), along_x<T>(of, x, 0, 0))
MUSIMD_FETCH(tex2D, (float x, float y), (x, y), along_xy<T>(of, x, y, 0))
MUSIMD_FETCH(tex3D, (float x, float y, float z), (x, y, z), along_xyz<T>(of, x, y, z))
MUSIMD_FETCH(tex1DLayered, (float x, int k), (x, k), along_x<T>(of, x, 0, musimd_texture::layer(of, k)))
MUSIMD_FETCH(tex2DLayered, (float x, float y, int k), (x, y, k), along_xy<T>(of, x, y, musimd_texture::layer(of, k)))
MUSIMD_FETCH(tex1DLod, (float x, float), (x, 0.0f), along_x<T>(of, x, 0, 0))  // there is one level
MUSIMD_FETCH(tex2DLod, (float x, float y, float), (x, y, 0.0f), along_xy<T>(of, x, y, 0))
MUSIMD_FETCH(tex3DLod, (float x, float y, float z, float), (x, y, z, 0.0f), along_xyz<T>(of, x, y, z))
#undef MUSIMD_FETCH

// Declared only, so that each use in a kernel is an error of its own.
#define MUSIMD_OTHER_TEXTURE(name)                            \
    template <typename T, typename... Place>                  \
    __device__ T name(cudaTextureObject_t from, Place... at); \
    template <typename T, typename... Place>                  \
    __device__ void name(T *to, cudaTextureObject_t from, Place... at);
MUSIMD_OTHER_TEXTURE(texCubemap)
MUSIMD_OTHER_TEXTURE(tex1DGrad)
MUSIMD_OTHER_TEXTURE(tex2DGrad)
MUSIMD_OTHER_TEXTURE(tex2Dgather)
#undef MUSIMD_OTHER_TEXTURE

namespace musimd_texture {

/// The word of a surface's texel, whose first axis counts bytes; negative: outside.
template <typename T>
MUSIMD_TEXTURE int surface_index(int of, int byte, int j, int k, cudaSurfaceBoundaryMode mode) {
    const int bytes = word(of, musimd_texture_bytes) * word(of, musimd_texture_channels);
    int i = byte / bytes;
    const int width = word(of, musimd_texture_size);
    const int height = word(of, musimd_texture_size + 1);
    const bool is_outside = byte < 0 || i >= width || j < 0 || j >= height || k < 0 || k >= word(of, musimd_texture_size + 2);
    if (is_outside && mode == cudaBoundaryModeTrap) __trap();
    if (is_outside && mode != cudaBoundaryModeClamp) return -1;
    i = i < 0 ? 0 : i < width ? i : width - 1;
    j = j < 0 ? 0 : j < height ? j : height - 1;
    return index_of(of, i, j, layer(of, k));
}

template <typename C>
MUSIMD_TEXTURE int bits_of(C value) {
    if constexpr (IsFloat<C>::value)
        return __float_as_int(value);
    else
        return (int)value;
}

template <typename T>
MUSIMD_TEXTURE void write(T value, int at) {
    if (at < 0) return;
    if constexpr (IsScalar<T>::value) {
        musimd_texels[at] = bits_of(value);
    } else {
        musimd_texels[at] = bits_of(value.x);
        if constexpr (Texel<T>::count > 1) musimd_texels[at + 1] = bits_of(value.y);
        if constexpr (Texel<T>::count > 2) musimd_texels[at + 2] = bits_of(value.z);
        if constexpr (Texel<T>::count > 2) musimd_texels[at + 3] = bits_of(value.w);
    }
}

}  // namespace musimd_texture

#define MUSIMD_SURFACE(name, parameters, arguments, j, k)                                                        \
    template <typename T>                                                                                        \
    MUSIMD_TEXTURE T name##read(cudaSurfaceObject_t from, MUSIMD_PACK parameters,                                \
                                cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                           \
        const int of = (int)from;                                                                                \
        const int at = musimd_texture::surface_index<T>(of, x, j, k, mode);                                      \
        return musimd_texture::texel_at<T>(of, at < 0 ? of + musimd_texture_words : at);                         \
    }                                                                                                            \
    template <typename T>                                                                                        \
    MUSIMD_TEXTURE void name##read(T *to, cudaSurfaceObject_t from, MUSIMD_PACK parameters,                      \
                                   cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                        \
        *to = name##read<T>(from, MUSIMD_PACK arguments, mode);                                                  \
    }                                                                                                            \
    template <typename T>                                                                                        \
    MUSIMD_TEXTURE void name##write(T value, cudaSurfaceObject_t to, MUSIMD_PACK parameters,                     \
                                    cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap) {                       \
        musimd_texture::write(value, musimd_texture::surface_index<T>((int)to, x, j, k, mode));                  \
    }
MUSIMD_SURFACE(surf1D, (int x), (x), 0, 0)
MUSIMD_SURFACE(surf2D, (int x, int y), (x, y), y, 0)
MUSIMD_SURFACE(surf3D, (int x, int y, int z), (x, y, z), y, z)
MUSIMD_SURFACE(surf1DLayered, (int x, int layer), (x, layer), 0, layer)
MUSIMD_SURFACE(surf2DLayered, (int x, int y, int layer), (x, y, layer), y, layer)
#undef MUSIMD_SURFACE
#undef MUSIMD_PACK
#undef MUSIMD_TEXTURE

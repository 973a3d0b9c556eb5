// Textures and surfaces, so that each use in a kernel is an error of its own. Declarations only.
#pragma once

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
constexpr int cudaTextureType1D = 1, cudaTextureType2D = 2, cudaTextureType3D = 3;
template <typename T, int Dimensions = 1, cudaTextureReadMode Mode = cudaReadModeElementType>
struct texture {};
template <typename T, int Dimensions = 1>
struct surface {};

#define MUSIMD_TEXTURE(name)                                                              \
    template <typename T, int Dimensions, cudaTextureReadMode Mode, typename... Place>    \
    __device__ T name(texture<T, Dimensions, Mode> from, Place... at);                    \
    template <typename T, typename... Place>                                              \
    __device__ T name(cudaTextureObject_t from, Place... at);                             \
    template <typename T, typename... Place>                                              \
    __device__ void name(T *to, cudaTextureObject_t from, Place... at);
MUSIMD_TEXTURE(tex1Dfetch)
MUSIMD_TEXTURE(tex1D)
MUSIMD_TEXTURE(tex2D)
MUSIMD_TEXTURE(tex3D)
MUSIMD_TEXTURE(texCubemap)
MUSIMD_TEXTURE(tex1DLod)
MUSIMD_TEXTURE(tex2DLod)
MUSIMD_TEXTURE(tex3DLod)
MUSIMD_TEXTURE(tex1DGrad)
MUSIMD_TEXTURE(tex2DGrad)
MUSIMD_TEXTURE(tex1DLayered)
MUSIMD_TEXTURE(tex2DLayered)
MUSIMD_TEXTURE(tex2Dgather)
#undef MUSIMD_TEXTURE
#define MUSIMD_SURFACE(name)                                              \
    template <typename T, typename Surface, typename... Place>            \
    __device__ T name##read(Surface from, Place... at);                   \
    template <typename T, typename Surface, typename... Place>            \
    __device__ void name##read(T *to, Surface from, Place... at);         \
    template <typename T, typename Surface, typename... Place>            \
    __device__ void name##write(T value, Surface to, Place... at);
MUSIMD_SURFACE(surf1D)
MUSIMD_SURFACE(surf2D)
MUSIMD_SURFACE(surf3D)
MUSIMD_SURFACE(surf1DLayered)
MUSIMD_SURFACE(surf2DLayered)
#undef MUSIMD_SURFACE

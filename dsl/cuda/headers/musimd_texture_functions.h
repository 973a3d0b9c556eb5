// Textures, surfaces and arrays of CUDA's runtime: see musimd_cuda_textures.cu. Included by cuda_runtime.h.
#pragma once

#ifdef __cplusplus
#include <musimd_texels.h>
#endif
#include <musimd_texture_types.h>

typedef const struct cudaArray *cudaArray_const_t;
typedef struct cudaMipmappedArray *cudaMipmappedArray_t;
enum cudaResourceType {
    cudaResourceTypeArray,
    cudaResourceTypeMipmappedArray,
    cudaResourceTypeLinear,
    cudaResourceTypePitch2D
};
struct cudaResourceDesc {
    enum cudaResourceType resType;
    union {
        struct {
            cudaArray_t array;
        } array;
        struct {
            cudaMipmappedArray_t mipmap;
        } mipmap;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t sizeInBytes;
        } linear;
        struct {
            void *devPtr;
            struct cudaChannelFormatDesc desc;
            size_t width, height, pitchInBytes;
        } pitch2D;
    } res;
};
struct cudaTextureDesc {
    enum cudaTextureAddressMode addressMode[3];
    enum cudaTextureFilterMode filterMode;
    enum cudaTextureReadMode readMode;
    int sRGB;
    float borderColor[4];
    int normalizedCoords;
    unsigned int maxAnisotropy;
    enum cudaTextureFilterMode mipmapFilterMode;
    float mipmapLevelBias, minMipmapLevelClamp, maxMipmapLevelClamp;
    int disableTrilinearOptimization, seamlessCubemap;
};
struct cudaResourceViewDesc {
    int format;
    size_t width, height, depth;
};
#define cudaArrayDefault 0
#define cudaArrayLayered 1
#define cudaArraySurfaceLoadStore 2
#define cudaArrayCubemap 4
#define cudaArrayTextureGather 8

#ifdef __cplusplus
extern "C" {
#endif
struct cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, enum cudaChannelFormatKind f);
cudaError_t cudaMallocArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, size_t width,
                            size_t height MUSIMD_DEFAULT(0), unsigned int flags MUSIMD_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const struct cudaChannelFormatDesc *desc, struct cudaExtent extent,
                              unsigned int flags MUSIMD_DEFAULT(0));
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaArrayGetInfo(struct cudaChannelFormatDesc *desc, struct cudaExtent *extent, unsigned int *flags,
                             cudaArray_t array);
cudaError_t cudaGetChannelDesc(struct cudaChannelFormatDesc *desc, cudaArray_const_t array);
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes,
                              enum cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes,
                                enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                     size_t height, enum cudaMemcpyKind kind, cudaStream_t stream MUSIMD_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, enum cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, enum cudaMemcpyKind kind, cudaStream_t stream MUSIMD_DEFAULT(0));
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const struct cudaResourceDesc *resource,
                                    const struct cudaTextureDesc *description,
                                    const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const struct cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
#ifdef __cplusplus
}
template <typename T>
cudaChannelFormatDesc cudaCreateChannelDesc() {
    using Texel = musimd_texture::Texel<T>;
    using Channel = typename Texel::Channel;
    constexpr int bits = 8 * sizeof(Channel), count = Texel::count;
    constexpr cudaChannelFormatKind kind = musimd_texture::IsFloat<Channel>::value ? cudaChannelFormatKindFloat
                                           : Channel(-1) < Channel(0)              ? cudaChannelFormatKindSigned
                                                                                   : cudaChannelFormatKindUnsigned;
    return cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0, kind);
}
#endif
#ifdef __CUDA__
extern "C" cudaError_t musimd_cuda_bind(textureReference *texture, cudaTextureReadMode mode,
                                        const cudaResourceDesc *resource, const char *function);
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *offset, texture<T, Dimensions, Mode> &to, const void *p,
                            const cudaChannelFormatDesc &desc, size_t bytes = 0xffffffff) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear = {(void *)p, desc, bytes};
    if (offset != nullptr) *offset = 0;
    return musimd_cuda_bind(&to, Mode, &resource, "cudaBindTexture");
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *offset, texture<T, Dimensions, Mode> &to, const void *p,
                            size_t bytes = 0xffffffff) {
    return cudaBindTexture(offset, to, p, cudaCreateChannelDesc<T>(), bytes);
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture2D(size_t *offset, texture<T, Dimensions, Mode> &to, const void *p,
                              const cudaChannelFormatDesc &desc, size_t width, size_t height, size_t pitch) {
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D = {(void *)p, desc, width, height, pitch};
    if (offset != nullptr) *offset = 0;
    return musimd_cuda_bind(&to, Mode, &resource, "cudaBindTexture2D");
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture2D(size_t *offset, texture<T, Dimensions, Mode> &to, const void *p, size_t width,
                              size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, to, p, cudaCreateChannelDesc<T>(), width, height, pitch);
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTextureToArray(texture<T, Dimensions, Mode> &to, cudaArray_const_t array) {
    cudaResourceDesc resource = {};
    resource.res.array.array = (cudaArray_t)array;
    return musimd_cuda_bind(&to, Mode, &resource, "cudaBindTextureToArray");
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTextureToArray(texture<T, Dimensions, Mode> &to, cudaArray_const_t array,
                                   const cudaChannelFormatDesc &) {
    return cudaBindTextureToArray(to, array);
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaUnbindTexture(texture<T, Dimensions, Mode> &from) {
    return musimd_cuda_bind(&from, Mode, nullptr, "cudaUnbindTexture");
}
// The same as C calls them, by pointers.
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture(size_t *offset, texture<T, Dimensions, Mode> *to, const void *p,
                            const cudaChannelFormatDesc *desc, size_t bytes = 0xffffffff) {
    return cudaBindTexture(offset, *to, p, *desc, bytes);
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTexture2D(size_t *offset, texture<T, Dimensions, Mode> *to, const void *p,
                              const cudaChannelFormatDesc *desc, size_t width, size_t height, size_t pitch) {
    return cudaBindTexture2D(offset, *to, p, *desc, width, height, pitch);
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaBindTextureToArray(texture<T, Dimensions, Mode> *to, cudaArray_const_t array,
                                   const cudaChannelFormatDesc *) {
    return cudaBindTextureToArray(*to, array);
}
template <typename T, int Dimensions, cudaTextureReadMode Mode>
cudaError_t cudaUnbindTexture(texture<T, Dimensions, Mode> *from) {
    return cudaUnbindTexture(*from);
}
#endif

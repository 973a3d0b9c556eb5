// The types of textures, surfaces and arrays, for host code and for kernels.
#pragma once

typedef unsigned long long cudaTextureObject_t;
typedef unsigned long long cudaSurfaceObject_t;
enum cudaTextureReadMode { cudaReadModeElementType, cudaReadModeNormalizedFloat };
enum cudaTextureFilterMode { cudaFilterModePoint, cudaFilterModeLinear };
enum cudaTextureAddressMode { cudaAddressModeWrap, cudaAddressModeClamp, cudaAddressModeMirror, cudaAddressModeBorder };
enum cudaSurfaceBoundaryMode { cudaBoundaryModeZero, cudaBoundaryModeClamp, cudaBoundaryModeTrap };
enum cudaChannelFormatKind {
    cudaChannelFormatKindSigned,
    cudaChannelFormatKindUnsigned,
    cudaChannelFormatKindFloat,
    cudaChannelFormatKindNone
};
struct cudaChannelFormatDesc {
    int x, y, z, w;  // bits
    enum cudaChannelFormatKind f;
};

// What describes a texture is in the memory of texels, from the number of the texture on: so many words, each the place
// of one.
enum musimd_texture_word {
    musimd_texture_texels,    // where its texels are: a word for each channel
    musimd_texture_size,      // three
    musimd_texture_channels = 4,
    musimd_texture_bytes,     // of a channel, as the host sees it
    musimd_texture_divisor,   // of numbers that are read as floats; 0: they are floats. This is one
    musimd_texture_address,   // three: how places outside are addressed
    musimd_texture_linear = 10,
    musimd_texture_normalized,
    musimd_texture_border,    // four floats
    musimd_texture_words = 16
};

// Arrays and textures of CUDA's driver interface, which are the runtime's; it reports errors.
#include <musimd_cuda_machine.h>

#include <cuda.h>

namespace {

cudaChannelFormatDesc channels(CUarray_format format, unsigned count) {
    const bool is_signed = format >= CU_AD_FORMAT_SIGNED_INT8 && format <= CU_AD_FORMAT_SIGNED_INT32;
    const bool is_float = format >= CU_AD_FORMAT_HALF;
    const int bits = is_float ? (format == CU_AD_FORMAT_HALF ? 16 : 32) : 8 << ((format & 7) - (is_signed ? 0 : 1));
    return cudaCreateChannelDesc(bits, count > 1 ? bits : 0, count > 2 ? bits : 0, count > 2 ? bits : 0,
                                 is_float    ? cudaChannelFormatKindFloat
                                 : is_signed ? cudaChannelFormatKindSigned
                                             : cudaChannelFormatKindUnsigned);
}

cudaResourceDesc resource_of(const CUDA_RESOURCE_DESC &given) {
    cudaResourceDesc result = {};
    result.resType = static_cast<cudaResourceType>(given.resType);
    const auto &line = given.res.linear;
    const auto &rows = given.res.pitch2D;
    if (given.resType == CU_RESOURCE_TYPE_ARRAY) result.res.array.array = given.res.array.hArray;
    if (given.resType == CU_RESOURCE_TYPE_LINEAR)
        result.res.linear = {reinterpret_cast<void *>(line.devPtr), channels(line.format, line.numChannels),
                             line.sizeInBytes};
    if (given.resType == CU_RESOURCE_TYPE_PITCH2D)
        result.res.pitch2D = {reinterpret_cast<void *>(rows.devPtr), channels(rows.format, rows.numChannels), rows.width,
                              rows.height, rows.pitchInBytes};
    return result;
}

/// Integers of 32 bits have no values as floats.
bool is_read_as_float(const cudaResourceDesc &resource, unsigned flags) {
    cudaChannelFormatDesc desc = resource.res.linear.desc;
    if (resource.resType == cudaResourceTypePitch2D) desc = resource.res.pitch2D.desc;
    if (resource.resType == cudaResourceTypeArray) cudaGetChannelDesc(&desc, resource.res.array.array);
    return (flags & CU_TRSF_READ_AS_INTEGER) == 0 && desc.x < 32;
}

}  // namespace

extern "C" {

CUresult cuArrayCreate(CUarray *array, const CUDA_ARRAY_DESCRIPTOR *description) {
    const cudaChannelFormatDesc desc = channels(description->Format, description->NumChannels);
    return static_cast<CUresult>(cudaMallocArray(array, &desc, description->Width, description->Height));
}
CUresult cuArrayDestroy(CUarray array) {
    return static_cast<CUresult>(cudaFreeArray(array));
}
CUresult cuMemcpy2D(const CUDA_MEMCPY2D *p) {
    const bool from_host = p->srcMemoryType == CU_MEMORYTYPE_HOST, to_host = p->dstMemoryType == CU_MEMORYTYPE_HOST;
    const char *const from =
        (from_host ? static_cast<const char *>(p->srcHost) : reinterpret_cast<const char *>(p->srcDevice)) +
        p->srcY * p->srcPitch + p->srcXInBytes;
    char *const to = (to_host ? static_cast<char *>(p->dstHost) : reinterpret_cast<char *>(p->dstDevice)) +
                     p->dstY * p->dstPitch + p->dstXInBytes;
    const bool from_array = p->srcMemoryType == CU_MEMORYTYPE_ARRAY, to_array = p->dstMemoryType == CU_MEMORYTYPE_ARRAY;
    // Without a pitch, there is one row after the other.
    const size_t from_pitch = p->srcPitch == 0 ? p->WidthInBytes : p->srcPitch;
    const size_t to_pitch = p->dstPitch == 0 ? p->WidthInBytes : p->dstPitch;
    if (from_array && to_array) return CUDA_ERROR_NOT_SUPPORTED;
    if (to_array)
        return static_cast<CUresult>(cudaMemcpy2DToArray(p->dstArray, p->dstXInBytes, p->dstY, from, from_pitch,
                                                         p->WidthInBytes, p->Height, cudaMemcpyDefault));
    if (from_array)
        return static_cast<CUresult>(cudaMemcpy2DFromArray(to, to_pitch, p->srcArray, p->srcXInBytes, p->srcY,
                                                           p->WidthInBytes, p->Height, cudaMemcpyDefault));
    return static_cast<CUresult>(
        cudaMemcpy2D(to, to_pitch, from, from_pitch, p->WidthInBytes, p->Height, cudaMemcpyDefault));
}
CUresult cuTexObjectCreate(CUtexObject *texture, const CUDA_RESOURCE_DESC *given, const CUDA_TEXTURE_DESC *how,
                           const CUDA_RESOURCE_VIEW_DESC *view) {
    const cudaResourceDesc resource = resource_of(*given);
    cudaTextureDesc description = {};
    for (int d = 0; d < 3; ++d) description.addressMode[d] = static_cast<cudaTextureAddressMode>(how->addressMode[d]);
    for (int c = 0; c < 4; ++c) description.borderColor[c] = how->borderColor[c];
    description.filterMode = static_cast<cudaTextureFilterMode>(how->filterMode);
    description.readMode =
        is_read_as_float(resource, how->flags) ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    description.normalizedCoords = (how->flags & CU_TRSF_NORMALIZED_COORDINATES) != 0;
    if (view != nullptr) return CUDA_ERROR_NOT_SUPPORTED;
    return static_cast<CUresult>(cudaCreateTextureObject(texture, &resource, &description, nullptr));
}
CUresult cuTexObjectDestroy(CUtexObject texture) {
    return static_cast<CUresult>(cudaDestroyTextureObject(texture));
}
CUresult cuSurfObjectCreate(CUsurfObject *surface, const CUDA_RESOURCE_DESC *given) {
    const cudaResourceDesc resource = resource_of(*given);
    return static_cast<CUresult>(cudaCreateSurfaceObject(surface, &resource));
}
CUresult cuSurfObjectDestroy(CUsurfObject surface) {
    return static_cast<CUresult>(cudaDestroySurfaceObject(surface));
}
}

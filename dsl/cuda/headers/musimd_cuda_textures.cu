// Textures, surfaces and arrays of CUDA's runtime. Texels are words of one allocation, a word for each channel, together
// with the descriptions of textures: the device's code reads them there (musimd_textures.h). Textures of linear memory
// get its values before each launch.
#include <musimd_cuda_machine.h>

#include <algorithm>
#include <set>

using namespace musimd_cuda;

/// In elements; what has no height or depth has one of 1.
struct cudaArray {
    cudaChannelFormatDesc desc;
    cudaExtent extent, given;
    unsigned flags;
    std::uint64_t texels;  ///< where they are
};

namespace {

constexpr std::uint64_t kWord = 4;
constexpr std::uint64_t kDescription = musimd_texture_words + 4;  // with four zeros: what is outside of memory

/// The words. They move to a larger allocation if more do not fit.
class Words {
  public:
    /// The first of so many; 0 if there is no memory. Word 0 is of nothing.
    std::uint64_t take(std::uint64_t count) {
        for (auto part = free_.begin(); part != free_.end(); ++part) {
            if (part->second < count) continue;
            const std::uint64_t at = part->first, rest = part->second - count;
            free_.erase(part);
            if (rest > 0) free_[at + count] = rest;
            return parts_[at] = count, at;
        }
        if (end_ + count > room_ && !grow(std::max(2 * room_, end_ + count + 64))) return 0;
        const std::uint64_t at = end_;
        end_ += count;
        return parts_[at] = count, at;
    }

    void give_back(std::uint64_t at) {
        const auto part = parts_.find(at);
        if (part == parts_.end()) return;
        memset(machine().written_of(place(at)), 0, kWord * part->second);
        free_[at] = part->second;
        parts_.erase(part);
    }

    void *place(std::uint64_t at) const { return reinterpret_cast<void *>(address_ + kWord * at); }

    void set(std::uint64_t at, std::int32_t value, bool is_written = true) {
        memcpy(machine().bytes_of(place(at)), &value, kWord);
        memset(machine().written_of(place(at)), is_written ? kWritten : 0, kWord);
    }
    std::int32_t get(std::uint64_t at) const {
        std::int32_t value;
        memcpy(&value, machine().bytes_of(place(at)), kWord);
        return value;
    }
    bool is_written(std::uint64_t at) const { return *machine().written_of(place(at)) != 0; }

  private:
    bool grow(std::uint64_t room) {
        const std::uint64_t larger = machine().allocate(kWord * room, cudaMemoryTypeDevice);
        if (larger == 0) return false;
        if (address_ != 0) {
            machine().copy(reinterpret_cast<void *>(larger), place(0), kWord * end_);
            machine().free(place(0), false);
        }
        address_ = larger;
        room_ = room;
        machine().texels = {kTexels, address_, kWord * room_};
        return true;
    }

    std::uint64_t address_ = 0, room_ = 0, end_ = 1;
    std::map<std::uint64_t, std::uint64_t> parts_, free_;
};

Words &words() {
    static auto *const the = new Words;
    return *the;
}

/// A texture of linear memory, by its number, and what it had when it was read last.
struct Linear {
    cudaArray texels;
    const char *memory;
    std::uint64_t pitch;
    std::string bytes, written;
};
std::map<std::uint64_t, Linear> &linear() {
    static auto *const the = new std::map<std::uint64_t, Linear>;
    return *the;
}
std::set<cudaArray_const_t> &arrays() {
    static auto *const the = new std::set<cudaArray_const_t>;
    return *the;
}

int channels_of(const cudaChannelFormatDesc &desc) {
    return (desc.x > 0) + (desc.y > 0) + (desc.z > 0) + (desc.w > 0);
}
std::uint64_t bytes_of(const cudaChannelFormatDesc &desc) {  // of an element
    return static_cast<std::uint64_t>(channels_of(desc) * desc.x / 8);
}
bool is_possible(const cudaChannelFormatDesc &desc) {
    const bool has_size = desc.f == cudaChannelFormatKindFloat ? desc.x == 32 : desc.x == 8 || desc.x == 16 || desc.x == 32;
    const int rest[] = {desc.y, desc.z, desc.w};
    return has_size && std::all_of(rest, rest + 3, [&](int bits) { return bits == 0 || bits == desc.x; });
}

// ---- texels as the host sees them

std::int32_t channel_at(const char *bytes, const cudaChannelFormatDesc &desc) {
    std::uint32_t value = 0;
    memcpy(&value, bytes, static_cast<size_t>(desc.x / 8));
    const int unused = 32 - desc.x;
    if (desc.f != cudaChannelFormatKindSigned) return static_cast<std::int32_t>(value);
    return static_cast<std::int32_t>(value << unused) >> unused;
}

/// A row of the host's or the device's memory: its bytes, and whether they are written; null: all are.
struct Row {
    char *bytes, *written;
};
Row row_at(const void *p, std::uint64_t bytes, cudaError_t *error) {
    void *const at = machine().canonical(const_cast<void *>(p));
    if (!Machine::is_device(at)) return {static_cast<char *>(at), nullptr};
    if (!machine().has_room(at, bytes)) *error = cudaErrorInvalidValue;
    return {machine().bytes_of(at), machine().written_of(at)};
}

/// The first word of the texel at this byte of a row.
std::uint64_t word_at(const cudaArray &array, std::uint64_t byte, std::uint64_t y, std::uint64_t z) {
    const std::uint64_t row = z * array.extent.height + y;
    return array.texels + row * array.extent.width * static_cast<std::uint64_t>(channels_of(array.desc)) +
           byte / static_cast<std::uint64_t>(array.desc.x / 8);
}

bool has_row(const cudaArray &array, std::uint64_t byte, std::uint64_t y, std::uint64_t z, std::uint64_t bytes) {
    const auto channel = static_cast<std::uint64_t>(array.desc.x / 8);
    return byte + bytes <= array.extent.width * bytes_of(array.desc) && y < array.extent.height &&
           z < array.extent.depth && byte % channel == 0 && bytes % channel == 0;
}

cudaError_t copy_row(const cudaArray &array, std::uint64_t byte, std::uint64_t y, std::uint64_t z, const void *p,
                     std::uint64_t bytes, bool to_array) {
    cudaError_t error = has_row(array, byte, y, z, bytes) ? cudaSuccess : cudaErrorInvalidValue;
    const Row row = row_at(p, bytes, &error);
    if (error != cudaSuccess) return error;
    const auto channel = static_cast<std::uint64_t>(array.desc.x / 8);
    std::uint64_t at = word_at(array, byte, y, z);
    for (std::uint64_t i = 0; i < bytes; i += channel, ++at) {
        if (to_array) {
            const bool is_written =
                row.written == nullptr || std::all_of(row.written + i, row.written + i + channel, [](char c) { return c != 0; });
            words().set(at, channel_at(row.bytes + i, array.desc), is_written);
        } else {
            const std::int32_t value = words().get(at);
            memcpy(row.bytes + i, &value, channel);
            if (row.written != nullptr) memset(row.written + i, words().is_written(at) ? kWritten : 0, channel);
        }
    }
    return cudaSuccess;
}

cudaError_t copy_rows(cudaArray_const_t array, std::uint64_t byte, std::uint64_t y, const void *p, std::uint64_t pitch,
                      std::uint64_t width, std::uint64_t height, bool to_array, const char *function) {
    const Turn turn;
    if (arrays().count(array) == 0 || (height > 1 && pitch < width)) return done(cudaErrorInvalidValue, function);
    for (std::uint64_t row = 0; row < height; ++row) {
        const char *const at = static_cast<const char *>(p) + row * pitch;
        const cudaError_t error = copy_row(*array, byte, y + row, 0, at, width, to_array);
        if (error != cudaSuccess) return done(error, function);
    }
    return done(cudaSuccess, function);
}

/// Bytes one after the other, from an element of the array on, across the ends of its rows.
cudaError_t copy_bytes(cudaArray_const_t array, std::uint64_t byte, std::uint64_t y, const void *p, std::uint64_t bytes,
                       bool to_array, const char *function) {
    const Turn turn;
    if (arrays().count(array) == 0) return done(cudaErrorInvalidValue, function);
    const std::uint64_t width = array->extent.width * bytes_of(array->desc);
    for (const char *at = static_cast<const char *>(p); bytes > 0; byte = 0, ++y) {
        const std::uint64_t now = std::min(bytes, width - std::min(byte, width));
        const cudaError_t error = now == 0 ? cudaErrorInvalidValue : copy_row(*array, byte, y, 0, at, now, to_array);
        if (error != cudaSuccess) return done(error, function);
        at += now;
        bytes -= now;
    }
    return done(cudaSuccess, function);
}

/// With an array at one end, whose places count elements.
cudaError_t copy_3d(const cudaMemcpy3DParms &p) {
    const bool to_array = p.dstArray != nullptr;
    const cudaArray_const_t array = to_array ? p.dstArray : p.srcArray;
    if ((p.srcArray != nullptr) == to_array || arrays().count(array) == 0) return cudaErrorInvalidValue;
    const cudaPitchedPtr &other = to_array ? p.srcPtr : p.dstPtr;
    const cudaPos &at = to_array ? p.dstPos : p.srcPos;
    const cudaPos &from = to_array ? p.srcPos : p.dstPos;
    const std::uint64_t bytes = bytes_of(array->desc);
    for (std::uint64_t z = 0; z < p.extent.depth; ++z) {
        for (std::uint64_t y = 0; y < std::max<std::uint64_t>(p.extent.height, 1); ++y) {
            const std::uint64_t row = (from.z + z) * other.ysize + from.y + y;
            const char *const place = static_cast<const char *>(other.ptr) + row * other.pitch + from.x * bytes;
            const cudaError_t error =
                copy_row(*array, at.x * bytes, at.y + y, at.z + z, place, p.extent.width * bytes, to_array);
            if (error != cudaSuccess) return error;
        }
    }
    return cudaSuccess;
}

/// Textures of linear memory get its values, unless it has not changed.
void read_linear() {
    for (auto &[number, texture] : linear()) {
        const std::uint64_t width = texture.texels.extent.width * bytes_of(texture.texels.desc);
        const std::uint64_t all = texture.pitch * (texture.texels.extent.height - 1) + width;
        cudaError_t error = cudaSuccess;
        const Row row = row_at(texture.memory, all, &error);
        if (error != cudaSuccess || row.written == nullptr) continue;
        const bool is_same = texture.bytes.size() == all && memcmp(texture.bytes.data(), row.bytes, all) == 0 &&
                             memcmp(texture.written.data(), row.written, all) == 0;
        if (is_same) continue;
        texture.bytes.assign(row.bytes, all);
        texture.written.assign(row.written, all);
        for (std::uint64_t y = 0; y < texture.texels.extent.height; ++y)
            copy_row(texture.texels, 0, y, 0, texture.memory + y * texture.pitch, width, true);
    }
}

cudaError_t make_array(cudaArray *array, const cudaChannelFormatDesc &desc, cudaExtent extent, unsigned flags) {
    if (!is_possible(desc)) return cudaErrorInvalidChannelDescriptor;
    *array = {desc, extent, extent, flags, 0};
    array->extent.height = std::max<size_t>(extent.height, 1);
    array->extent.depth = std::max<size_t>(extent.depth, 1);
    const std::uint64_t elements = array->extent.width * array->extent.height * array->extent.depth;
    if (elements == 0 || elements > (std::uint64_t{1} << 27)) return cudaErrorInvalidValue;
    array->texels = words().take(elements * static_cast<std::uint64_t>(channels_of(desc)));
    machine().copies_arrays = copy_3d;
    return array->texels == 0 ? cudaErrorMemoryAllocation : cudaSuccess;
}

std::int32_t bits(float value) {
    std::int32_t result;
    memcpy(&result, &value, sizeof result);
    return result;
}

/// Its number; 0 if there is no memory.
std::uint64_t describe(const cudaArray &array, const cudaTextureDesc &how) {
    const std::uint64_t at = words().take(kDescription);
    if (at == 0) return 0;
    for (std::uint64_t i = 0; i < kDescription; ++i) words().set(at + i, 0);
    const auto set = [&](int which, std::uint64_t value) {
        words().set(at + static_cast<std::uint64_t>(which), static_cast<std::int32_t>(value));
    };
    const std::uint64_t sizes[] = {array.extent.width, array.extent.height, array.extent.depth};
    set(musimd_texture_texels, array.texels);
    set(musimd_texture_channels, static_cast<std::uint64_t>(channels_of(array.desc)));
    set(musimd_texture_bytes, static_cast<std::uint64_t>(array.desc.x / 8));
    set(musimd_texture_linear, how.filterMode == cudaFilterModeLinear);
    set(musimd_texture_normalized, how.normalizedCoords != 0);
    for (int d = 0; d < 3; ++d) {
        // Places that are not normalized are clamped, if they are not outside.
        const bool is_clamped = how.normalizedCoords == 0 && how.addressMode[d] != cudaAddressModeBorder;
        set(musimd_texture_size + d, sizes[d]);
        set(musimd_texture_address + d, is_clamped ? cudaAddressModeClamp : how.addressMode[d]);
    }
    for (int c = 0; c < 4; ++c)
        words().set(at + static_cast<std::uint64_t>(musimd_texture_border + c), bits(how.borderColor[c]));
    const bool is_signed = array.desc.f == cudaChannelFormatKindSigned;
    if (how.readMode == cudaReadModeNormalizedFloat && array.desc.f != cudaChannelFormatKindFloat)
        words().set(at + musimd_texture_divisor,
                    bits(static_cast<float>((1u << (array.desc.x - (is_signed ? 1 : 0))) - 1)));
    return at;
}

cudaError_t texture_of(const cudaResourceDesc &resource, const cudaTextureDesc &how, std::uint64_t *number) {
    const bool is_float = how.readMode == cudaReadModeNormalizedFloat;
    const auto is_filtered = [&](const cudaChannelFormatDesc &desc) {
        return how.filterMode != cudaFilterModeLinear || is_float || desc.f == cudaChannelFormatKindFloat;
    };
    const auto is_normal = [&](const cudaChannelFormatDesc &desc) {
        return !is_float || desc.f == cudaChannelFormatKindFloat || desc.x < 32;
    };
    if (resource.resType == cudaResourceTypeArray) {
        const cudaArray *const array = resource.res.array.array;
        if (arrays().count(array) == 0) return cudaErrorInvalidValue;
        if (!is_filtered(array->desc)) return cudaErrorInvalidFilterSetting;
        if (!is_normal(array->desc)) return cudaErrorInvalidNormSetting;
        *number = describe(*array, how);
        return *number == 0 ? cudaErrorMemoryAllocation : cudaSuccess;
    }
    if (resource.resType == cudaResourceTypeMipmappedArray) return cudaErrorNotSupported;
    const bool is_pitched = resource.resType == cudaResourceTypePitch2D;
    const auto &of_line = resource.res.linear;
    const auto &of_rows = resource.res.pitch2D;
    const cudaChannelFormatDesc &desc = is_pitched ? of_rows.desc : of_line.desc;
    if (!is_possible(desc)) return cudaErrorInvalidChannelDescriptor;
    if (!is_filtered(desc)) return cudaErrorInvalidFilterSetting;
    if (!is_normal(desc)) return cudaErrorInvalidNormSetting;
    Linear made = {};
    const cudaExtent extent = is_pitched ? cudaExtent{of_rows.width, of_rows.height, 0}
                                         : cudaExtent{of_line.sizeInBytes / bytes_of(desc), 0, 0};
    made.memory = static_cast<const char *>(machine().canonical(is_pitched ? of_rows.devPtr : of_line.devPtr));
    made.pitch = is_pitched ? of_rows.pitchInBytes : of_line.sizeInBytes;
    if (machine().find(made.memory) == nullptr) return cudaErrorInvalidDevicePointer;
    if (const cudaError_t error = make_array(&made.texels, desc, extent, 0)) return error;
    *number = describe(made.texels, how);
    if (*number == 0) return cudaErrorMemoryAllocation;
    linear()[*number] = std::move(made);
    machine().before_launch = read_linear;
    return cudaSuccess;
}

void forget(std::uint64_t number) {
    const auto found = linear().find(number);
    if (found != linear().end()) {
        words().give_back(found->second.texels.texels);
        linear().erase(found);
    }
    words().give_back(number);
}

}  // namespace

extern "C" {

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind f) {
    return {x, y, z, w, f};
}

// ---- arrays

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, cudaExtent extent, unsigned flags) {
    const Turn turn;
    if (array == nullptr || desc == nullptr) return done(cudaErrorInvalidValue, "cudaMalloc3DArray");
    cudaArray made;
    if (const cudaError_t error = make_array(&made, *desc, extent, flags)) return done(error, "cudaMalloc3DArray");
    *array = new cudaArray(made);
    arrays().insert(*array);
    return done(cudaSuccess, "cudaMalloc3DArray");
}
cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *desc, size_t width, size_t height,
                            unsigned flags) {
    return cudaMalloc3DArray(array, desc, {width, height, 0}, flags);
}
cudaError_t cudaFreeArray(cudaArray_t array) {
    const Turn turn;
    if (array == nullptr) return done(cudaSuccess, "cudaFreeArray");
    if (arrays().erase(array) == 0) return done(cudaErrorInvalidValue, "cudaFreeArray");
    words().give_back(array->texels);
    delete array;
    return done(cudaSuccess, "cudaFreeArray");
}
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *desc, cudaExtent *extent, unsigned *flags, cudaArray_t array) {
    const Turn turn;
    if (arrays().count(array) == 0) return done(cudaErrorInvalidValue, "cudaArrayGetInfo");
    if (desc != nullptr) *desc = array->desc;
    if (extent != nullptr) *extent = array->given;
    if (flags != nullptr) *flags = array->flags;
    return done(cudaSuccess, "cudaArrayGetInfo");
}
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *desc, cudaArray_const_t array) {
    return cudaArrayGetInfo(desc, nullptr, nullptr, const_cast<cudaArray_t>(array));
}
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t bytes, cudaMemcpyKind) {
    return copy_bytes(to, x, y, from, bytes, true, "cudaMemcpyToArray");
}
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t bytes, cudaMemcpyKind) {
    return copy_bytes(from, x, y, to, bytes, false, "cudaMemcpyFromArray");
}
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height, cudaMemcpyKind) {
    return copy_rows(to, x, y, from, pitch, width, height, true, "cudaMemcpy2DToArray");
}
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                     size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemcpy,
                     [=] { return cudaMemcpy2DToArray(to, x, y, from, pitch, width, height, kind); });
}
cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind) {
    return copy_rows(from, x, y, to, pitch, width, height, false, "cudaMemcpy2DFromArray");
}
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                       size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemcpy,
                     [=] { return cudaMemcpy2DFromArray(to, pitch, from, x, y, width, height, kind); });
}

// ---- textures and surfaces

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *how, const cudaResourceViewDesc *view) {
    const Turn turn;
    if (texture == nullptr || resource == nullptr || how == nullptr)
        return done(cudaErrorInvalidValue, "cudaCreateTextureObject");
    if (view != nullptr) return done(cudaErrorNotSupported, "cudaCreateTextureObject");
    std::uint64_t number = 0;
    const cudaError_t error = texture_of(*resource, *how, &number);
    *texture = number;
    return done(error, "cudaCreateTextureObject");
}
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture) {
    const Turn turn;
    forget(texture);
    return done(cudaSuccess, "cudaDestroyTextureObject");
}
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const cudaResourceDesc *resource) {
    const Turn turn;
    if (surface == nullptr || resource == nullptr || resource->resType != cudaResourceTypeArray)
        return done(cudaErrorInvalidValue, "cudaCreateSurfaceObject");
    std::uint64_t number = 0;
    const cudaError_t error = texture_of(*resource, {}, &number);
    *surface = number;
    return done(error, "cudaCreateSurfaceObject");
}
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface) {
    const Turn turn;
    forget(surface);
    return done(cudaSuccess, "cudaDestroySurfaceObject");
}

// ---- references

cudaError_t musimd_cuda_bind(textureReference *texture, cudaTextureReadMode mode, const cudaResourceDesc *resource,
                             const char *function) {
    const Turn turn;
    const auto symbol = machine().symbols.find(texture);
    if (symbol == machine().symbols.end()) return done(cudaErrorInvalidTexture, function);
    void *const place = reinterpret_cast<void *>(symbol->second.address);
    std::uint64_t number = 0;
    if (*machine().written_of(place) != 0) memcpy(&number, machine().bytes_of(place), sizeof number);
    if (number != 0) forget(number);
    number = 0;
    cudaError_t error = cudaSuccess;
    if (resource != nullptr) {
        cudaResourceDesc own = *resource;
        std::uint64_t begin = 0;
        const void *const p = machine().canonical(own.res.linear.devPtr);
        const Allocation *const in = machine().find(p, &begin);
        if (own.resType == cudaResourceTypeLinear && in != nullptr)
            own.res.linear.sizeInBytes = std::min<std::uint64_t>(
                own.res.linear.sizeInBytes, begin + in->bytes - reinterpret_cast<std::uint64_t>(p));
        cudaTextureDesc how = {};
        std::copy(texture->addressMode, texture->addressMode + 3, how.addressMode);
        how.filterMode = texture->filterMode;
        how.readMode = mode;
        how.normalizedCoords = texture->normalized;
        error = texture_of(own, how, &number);
    }
    machine().copy(place, &number, sizeof number);
    return done(error, function);
}
}

// CUDA's driver interface, on top of the runtime. A module is a text that names kernels' sources, which the machine
// reads: see kernels/cuda/program/module_image.hpp.
#include <musimd_cuda_machine.h>

#include <cuda.h>

#include <algorithm>
#include <memory>
#include <set>

using namespace musimd_cuda;

struct CUctx_st {
    bool is_primary;
};
struct CUfunc_st {
    CUmodule module;
    std::string name;
};
struct CUmod_st {
    std::uint64_t number;
    std::set<std::string> kernels;
    std::vector<Symbol> variables;
    std::map<std::string, std::unique_ptr<CUfunc_st>> functions;
};

namespace {

bool is_initialized = false;
int primary_uses = 0;
thread_local std::vector<CUcontext> current;

CUctx_st &primary() {
    static CUctx_st the = {true};
    return the;
}
template <typename T>
std::set<T> &all() {  // that exist
    static auto *const the = new std::set<T>;
    return *the;
}

std::string name_of(CUresult result) {
    const char *name = nullptr;
    cuGetErrorName(result, &name);
    return name == nullptr ? std::to_string(result) : name;
}

/// The result of a call; errors are reported to the machine, with what is wrong.
CUresult finish(CUresult result, const std::string &function, const std::string &why = {}) {
    const Turn turn;
    if (result == CUDA_SUCCESS) return machine().is_broken ? static_cast<CUresult>(machine().last) : CUDA_SUCCESS;
    report(function.c_str(), name_of(result) + (why.empty() ? "" : ": " + why));
    return result;
}

/// Errors of the runtime have the same numbers, but for these.
CUresult of_runtime(cudaError_t error) {
    if (error == cudaErrorInvalidConfiguration) return CUDA_ERROR_INVALID_VALUE;
    if (error == cudaErrorInvalidDeviceFunction) return CUDA_ERROR_INVALID_HANDLE;
    return static_cast<CUresult>(error);
}

/// What nearly every call needs: the runtime makes a context when it is called first.
CUresult ready() {
    const Turn turn;
    if (!is_initialized && !machine().is_used) return CUDA_ERROR_NOT_INITIALIZED;
    const bool has_context = !current.empty() && (current.back() == &primary() || all<CUcontext>().count(current.back()));
    return has_context || machine().is_used ? CUDA_SUCCESS : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult initialized() {
    return is_initialized || machine().is_used ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

/// What the driver asks of the runtime for itself makes no context.
struct WithoutContext {
    bool was_used = machine().is_used;
    ~WithoutContext() { machine().is_used = was_used; }
};

CUresult check_device(CUdevice device, const char *function) {
    if (const CUresult error = initialized()) return finish(error, function, "call cuInit first");
    return finish(device == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE, function);
}

/// With a context, does what returns an error.
template <typename F>
CUresult with_context(const char *function, F work) {
    const CUresult error = ready();
    if (error == CUDA_ERROR_NOT_INITIALIZED) return finish(error, function, "call cuInit first");
    if (error != CUDA_SUCCESS) return finish(error, function, "create a context first");
    return finish(of_runtime(work()), function);
}

void *pointer(CUdeviceptr p) {
    return reinterpret_cast<void *>(p);
}

CUresult allocate(CUdeviceptr *p, size_t bytes, cudaMemoryType type, const char *function) {
    return with_context(function, [&] {
        if (p == nullptr || bytes == 0) return cudaErrorInvalidValue;
        const Turn turn;
        *p = machine().allocate(bytes, type);
        if (*p != 0) allocated(*p, bytes, type == cudaMemoryTypeHost, function);
        return *p == 0 ? cudaErrorMemoryAllocation : cudaSuccess;
    });
}

CUresult copy_bytes(CUdeviceptr to, CUdeviceptr from, size_t bytes, cudaMemcpyKind kind, const char *function,
                    CUstream stream = nullptr) {
    return with_context(function, [&] {
        return in_stream(stream, cudaGraphNodeTypeMemcpy,
                         [=] { return copied(pointer(to), pointer(from), bytes, kind); });
    });
}
/// The host waits for the default stream.
CUresult waited_for(CUresult result) {
    order(StreamCall::host_stream, 0);
    return result;
}
CUdeviceptr host(const void *p) {
    return reinterpret_cast<CUdeviceptr>(p);
}

template <typename T>
CUresult fill(CUdeviceptr p, T value, size_t count, const char *function) {
    return with_context(function, [&] { return musimd_cuda::fill(pointer(p), &value, sizeof value, count); });
}

/// Reads the answer to a module: its number, kernels, and variables, which get memory.
CUresult load(CUmodule *module, const std::string &file, const std::string &image, const std::string &function) {
    if (const CUresult error = ready()) return finish(error, function, "create a context first");
    const Turn turn;
    fflush(stdout);
    Writer message(Message::module);
    message.text(file);
    message.text(image);
    machine().send(message);
    Reader answer = machine().receive();
    const auto result = static_cast<CUresult>(answer.number());
    const std::string why = answer.text();
    if (result != CUDA_SUCCESS) return finish(result, function, why);
    auto *const made = new CUmod_st{answer.number(), {}, {}, {}};
    for (std::uint64_t n = answer.number(); n > 0; --n) made->kernels.insert(answer.text());
    for (std::uint64_t n = answer.number(); n > 0; --n) {
        const std::string name = answer.text();
        const std::uint64_t bytes = answer.number();
        made->variables.push_back({name, machine().allocate(bytes, cudaMemoryTypeDevice), bytes});
    }
    machine().modules[made->number] = made->variables;
    all<CUmodule>().insert(made);
    *module = made;
    return finish(CUDA_SUCCESS, function);
}

std::string contents_of(const char *file) {
    std::string bytes;
    FILE *const from = fopen(file, "rb");
    char part[4096];
    for (size_t n = 1; from != nullptr && n > 0;) bytes.append(part, n = fread(part, 1, sizeof part, from));
    if (from != nullptr) fclose(from);
    return bytes;
}

/// A module's text ends with a line or, in other forms, nowhere that can be known.
std::string text_of(const char *image) {
    std::string text;
    if (strncmp(image, kModuleBegin, strlen(kModuleBegin)) != 0) return text;
    for (const char *at = image; *at != '\0';) {
        const char *const end = strchr(at, '\n');
        if (end == nullptr) return text + at;
        text.append(at, end + 1);
        if (strncmp(at, kModuleEnd, strlen(kModuleEnd)) == 0) break;
        at = end + 1;
    }
    return text;
}

CUresult load_data(CUmodule *module, const void *image, const char *function) {
    if (module == nullptr || image == nullptr) return finish(CUDA_ERROR_INVALID_VALUE, function);
    const std::string text = text_of(static_cast<const char *>(image));
    if (!text.empty()) return load(module, "", text, function);
    return finish(CUDA_ERROR_INVALID_IMAGE, function,
                  "the machine reads modules of NVRTC and of 'musimd-nvcc -ptx', no other PTX or binaries");
}

std::string list_of(const std::set<std::string> &names) {
    std::string text;
    for (const std::string &name : names) text += (text.empty() ? "" : ", ") + name;
    return text.empty() ? "nothing" : text;
}

CUresult launch(CUfunction f, dim3 grid, dim3 block, unsigned shared, CUstream stream, bool cooperative,
                void **arguments, void **extra, const char *function) {
    if (f == nullptr || all<CUmodule>().count(f->module) == 0) return finish(CUDA_ERROR_INVALID_HANDLE, function);
    if (arguments != nullptr && extra != nullptr) return finish(CUDA_ERROR_INVALID_VALUE, function);
    return with_context(function, [&] {
        const Turn turn;
        KernelLaunch launch = {f->module->number, f->name, grid, block, shared, cooperative, {}};
        std::vector<std::uint64_t> sizes;
        if (const cudaError_t error = argument_sizes(launch.module, launch.name, &sizes)) return error;
        std::vector<void *> places;
        char *buffer = nullptr;
        for (void **word = extra; word != nullptr && *word != CU_LAUNCH_PARAM_END; word += 2)
            if (*word == CU_LAUNCH_PARAM_BUFFER_POINTER) buffer = static_cast<char *>(word[1]);
        std::uint64_t at = 0;
        for (const std::uint64_t size : sizes) {
            std::uint64_t alignment = 8;  // that of structures is not known, but seldom more
            while (size % alignment != 0) alignment /= 2;
            at = (at + alignment - 1) / alignment * alignment;
            if (buffer != nullptr) places.push_back(buffer + at);
            at += size;
        }
        if (!sizes.empty() && buffer == nullptr && arguments == nullptr) return cudaErrorInvalidValue;
        if (const cudaError_t error = add_arguments(buffer == nullptr ? arguments : places.data(), &launch)) return error;
        return in_stream(stream, cudaGraphNodeTypeKernel, [launch] { return run(launch); });
    });
}

}  // namespace

extern "C" {

// ---- errors, versions, devices

CUresult cuGetErrorName(CUresult error, const char **name) {
    *name = nullptr;
#define MUSIMD_RESULT(result, number) \
    if (error == result) *name = #result;
    MUSIMD_RESULTS(MUSIMD_RESULT)
#undef MUSIMD_RESULT
    return *name == nullptr ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
}
CUresult cuGetErrorString(CUresult error, const char **text) {
    *text = nullptr;
    const char *name;
    if (const CUresult unknown = cuGetErrorName(error, &name)) return unknown;
    *text = error == CUDA_ERROR_CONTEXT_ALREADY_CURRENT ? "context already current"
                                                        : cudaGetErrorString(static_cast<cudaError_t>(error));
    return CUDA_SUCCESS;
}
CUresult cuInit(unsigned flags) {
    is_initialized = true;
    return finish(flags == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE, "cuInit");
}
CUresult cuDriverGetVersion(int *version) {
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}
CUresult cuDeviceGet(CUdevice *device, int ordinal) {
    *device = 0;
    return check_device(ordinal, "cuDeviceGet");
}
CUresult cuDeviceGetCount(int *count) {
    *count = 1;
    return check_device(0, "cuDeviceGetCount");
}
CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
    if (name == nullptr || length < 1) return finish(CUDA_ERROR_INVALID_VALUE, "cuDeviceGetName");
    const WithoutContext own;
    cudaDeviceProp of;
    cudaGetDeviceProperties(&of, 0);
    snprintf(name, static_cast<size_t>(length), "%s", of.name);
    return check_device(device, "cuDeviceGetName");
}
CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device) {
    const WithoutContext own;
    cudaDeviceGetAttribute(value, static_cast<cudaDeviceAttr>(attribute), 0);  // the same numbers
    return check_device(device, "cuDeviceGetAttribute");
}
CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device) {
    *bytes = kDeviceBytes;
    return check_device(device, "cuDeviceTotalMem");
}
CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device) {
    const WithoutContext own;
    cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, 0);
    cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, 0);
    return check_device(device, "cuDeviceComputeCapability");
}
CUresult cuDeviceGetPCIBusId(char *text, int length, CUdevice device) {
    return finish(of_runtime(cudaDeviceGetPCIBusId(text, length, device)), "cuDeviceGetPCIBusId");
}
CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice) {
    *can = 0;
    return check_device(device, "cuDeviceCanAccessPeer");
}

// ---- contexts: all have the same memory

CUresult cuCtxCreate(CUcontext *context, unsigned, CUdevice device) {
    if (const CUresult error = check_device(device, "cuCtxCreate")) return error;
    const Turn turn;
    *context = new CUctx_st{false};
    all<CUcontext>().insert(*context);
    current.push_back(*context);
    return CUDA_SUCCESS;
}
CUresult cuCtxDestroy(CUcontext context) {
    const Turn turn;
    if (all<CUcontext>().erase(context) == 0) return finish(CUDA_ERROR_INVALID_CONTEXT, "cuCtxDestroy");
    if (!current.empty() && current.back() == context) current.pop_back();
    delete context;
    return finish(CUDA_SUCCESS, "cuCtxDestroy");
}
CUresult cuCtxPushCurrent(CUcontext context) {
    current.push_back(context);
    return finish(ready(), "cuCtxPushCurrent");
}
CUresult cuCtxPopCurrent(CUcontext *context) {
    if (current.empty()) return finish(CUDA_ERROR_INVALID_CONTEXT, "cuCtxPopCurrent");
    if (context != nullptr) *context = current.back();
    current.pop_back();
    return finish(CUDA_SUCCESS, "cuCtxPopCurrent");
}
CUresult cuCtxSetCurrent(CUcontext context) {
    if (!current.empty()) current.pop_back();
    if (context == nullptr) return finish(initialized(), "cuCtxSetCurrent");
    current.push_back(context);
    return finish(ready(), "cuCtxSetCurrent");
}
CUresult cuCtxGetCurrent(CUcontext *context) {
    *context = !current.empty() ? current.back() : machine().is_used ? &primary() : nullptr;
    return finish(initialized(), "cuCtxGetCurrent");
}
CUresult cuCtxGetDevice(CUdevice *device) {
    *device = 0;
    return finish(ready(), "cuCtxGetDevice");
}
CUresult cuCtxSynchronize() {
    order(StreamCall::host_all);
    return finish(ready(), "cuCtxSynchronize");
}
CUresult cuCtxGetApiVersion(CUcontext, unsigned *version) {
    *version = CUDA_VERSION;
    return finish(ready(), "cuCtxGetApiVersion");
}
CUresult cuCtxSetLimit(CUlimit, size_t) {
    return finish(ready(), "cuCtxSetLimit");
}
CUresult cuCtxGetLimit(size_t *value, CUlimit limit) {
    return with_context("cuCtxGetLimit", [&] { return cudaDeviceGetLimit(value, static_cast<cudaLimit>(limit)); });
}
CUresult cuCtxSetCacheConfig(CUfunc_cache) {
    return finish(ready(), "cuCtxSetCacheConfig");
}
CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device) {
    ++primary_uses;
    *context = &primary();
    return check_device(device, "cuDevicePrimaryCtxRetain");
}
CUresult cuDevicePrimaryCtxRelease(CUdevice device) {
    if (primary_uses == 0) return finish(CUDA_ERROR_INVALID_CONTEXT, "cuDevicePrimaryCtxRelease");
    --primary_uses;
    return check_device(device, "cuDevicePrimaryCtxRelease");
}
CUresult cuDevicePrimaryCtxReset(CUdevice device) {
    return check_device(device, "cuDevicePrimaryCtxReset");
}
CUresult cuDevicePrimaryCtxSetFlags(CUdevice device, unsigned) {
    return check_device(device, "cuDevicePrimaryCtxSetFlags");
}
CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active) {
    *flags = 0;
    *active = primary_uses > 0 || machine().is_used;
    return check_device(device, "cuDevicePrimaryCtxGetState");
}

// ---- memory

CUresult cuMemGetInfo(size_t *free, size_t *total) {
    return with_context("cuMemGetInfo", [&] { return cudaMemGetInfo(free, total); });
}
CUresult cuMemAlloc(CUdeviceptr *p, size_t bytes) {
    return allocate(p, bytes, cudaMemoryTypeDevice, "cuMemAlloc");
}
CUresult cuMemAllocAsync(CUdeviceptr *p, size_t bytes, CUstream) {
    return allocate(p, bytes, cudaMemoryTypeDevice, "cuMemAllocAsync");
}
CUresult cuMemAllocPitch(CUdeviceptr *p, size_t *pitch, size_t width, size_t height, unsigned) {
    *pitch = (width + 511) / 512 * 512;
    return allocate(p, *pitch * height, cudaMemoryTypeDevice, "cuMemAllocPitch");
}
CUresult cuMemAllocManaged(CUdeviceptr *p, size_t bytes, unsigned) {
    return allocate(p, bytes, cudaMemoryTypeManaged, "cuMemAllocManaged");
}
CUresult cuMemFree(CUdeviceptr p) {
    const Turn turn;
    return with_context("cuMemFree", [&] {
        return p == 0 || freed(pointer(p), false, "cuMemFree") ? cudaSuccess : cudaErrorInvalidValue;
    });
}
CUresult cuMemFreeAsync(CUdeviceptr p, CUstream) {
    return cuMemFree(p);
}
CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *bytes, CUdeviceptr p) {
    const Turn turn;
    std::uint64_t begin = 0;
    const Allocation *const in = machine().find(pointer(p), &begin);
    if (in == nullptr) return finish(CUDA_ERROR_NOT_FOUND, "cuMemGetAddressRange");
    if (base != nullptr) *base = begin;
    if (bytes != nullptr) *bytes = in->bytes;
    return finish(CUDA_SUCCESS, "cuMemGetAddressRange");
}
CUresult cuMemAllocHost(void **p, size_t bytes) {
    return allocate(reinterpret_cast<CUdeviceptr *>(p), bytes, cudaMemoryTypeHost, "cuMemAllocHost");
}
CUresult cuMemHostAlloc(void **p, size_t bytes, unsigned) {
    return allocate(reinterpret_cast<CUdeviceptr *>(p), bytes, cudaMemoryTypeHost, "cuMemHostAlloc");
}
CUresult cuMemFreeHost(void *p) {
    const Turn turn;
    return with_context("cuMemFreeHost",
                        [&] { return freed(p, true, "cuMemFreeHost") ? cudaSuccess : cudaErrorInvalidValue; });
}
CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *p, unsigned) {
    const Turn turn;
    *device = host(machine().canonical(p));
    return finish(ready(), "cuMemHostGetDevicePointer");
}
CUresult cuMemHostRegister(void *p, size_t bytes, unsigned flags) {
    const Turn turn;
    return with_context("cuMemHostRegister",
                        [&] { return add_registered(p, bytes, (flags & CU_MEMHOSTREGISTER_DEVICEMAP) != 0); });
}
CUresult cuMemHostUnregister(void *p) {
    const Turn turn;
    return with_context("cuMemHostUnregister", [&] { return remove_registered(p); });
}
CUresult cuPointerGetAttribute(void *value, CUpointer_attribute attribute, CUdeviceptr p) {
    const Turn turn;
    const Allocation *const in = machine().find(pointer(p));
    if (in == nullptr) return finish(CUDA_ERROR_INVALID_VALUE, "cuPointerGetAttribute");
    switch (attribute) {
        case CU_POINTER_ATTRIBUTE_CONTEXT:
            return cuCtxGetCurrent(static_cast<CUcontext *>(value));
        case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
            *static_cast<unsigned *>(value) =
                in->type == cudaMemoryTypeHost ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
            break;
        case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
        case CU_POINTER_ATTRIBUTE_HOST_POINTER:
            *static_cast<CUdeviceptr *>(value) = p;
            break;
        case CU_POINTER_ATTRIBUTE_IS_MANAGED:
            *static_cast<unsigned *>(value) = in->type == cudaMemoryTypeManaged;
            break;
        case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
            *static_cast<int *>(value) = 0;
            break;
        default:
            return finish(CUDA_ERROR_NOT_SUPPORTED, "cuPointerGetAttribute");
    }
    return finish(CUDA_SUCCESS, "cuPointerGetAttribute");
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return copy_bytes(to, from, bytes, cudaMemcpyDefault, "cuMemcpy");
}
CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t bytes) {
    return waited_for(copy_bytes(to, host(from), bytes, cudaMemcpyHostToDevice, "cuMemcpyHtoD"));
}
CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t bytes) {
    return waited_for(copy_bytes(host(to), from, bytes, cudaMemcpyDeviceToHost, "cuMemcpyDtoH"));
}
CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t bytes) {
    return copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, "cuMemcpyDtoD");
}
CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_bytes(to, from, bytes, cudaMemcpyDefault, "cuMemcpyAsync", stream);
}
CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
    return copy_bytes(to, host(from), bytes, cudaMemcpyHostToDevice, "cuMemcpyHtoDAsync", stream);
}
CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_bytes(host(to), from, bytes, cudaMemcpyDeviceToHost, "cuMemcpyDtoHAsync", stream);
}
CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
    return copy_bytes(to, from, bytes, cudaMemcpyDeviceToDevice, "cuMemcpyDtoDAsync", stream);
}
CUresult cuMemsetD8(CUdeviceptr p, unsigned char value, size_t count) {
    return fill(p, value, count, "cuMemsetD8");
}
CUresult cuMemsetD16(CUdeviceptr p, unsigned short value, size_t count) {
    return fill(p, value, count, "cuMemsetD16");
}
CUresult cuMemsetD32(CUdeviceptr p, unsigned value, size_t count) {
    return fill(p, value, count, "cuMemsetD32");
}
CUresult cuMemsetD8Async(CUdeviceptr p, unsigned char value, size_t count, CUstream stream) {
    const InStream in(stream);
    return fill(p, value, count, "cuMemsetD8Async");
}
CUresult cuMemsetD16Async(CUdeviceptr p, unsigned short value, size_t count, CUstream stream) {
    const InStream in(stream);
    return fill(p, value, count, "cuMemsetD16Async");
}
CUresult cuMemsetD32Async(CUdeviceptr p, unsigned value, size_t count, CUstream stream) {
    const InStream in(stream);
    return fill(p, value, count, "cuMemsetD32Async");
}

// ---- modules

CUresult cuModuleLoad(CUmodule *module, const char *file) {
    if (module == nullptr || file == nullptr) return finish(CUDA_ERROR_INVALID_VALUE, "cuModuleLoad");
    return load(module, file, text_of(contents_of(file).c_str()), std::string("cuModuleLoad(") + file + ")");
}
CUresult cuModuleLoadData(CUmodule *module, const void *image) {
    return load_data(module, image, "cuModuleLoadData");
}
CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned, CUjit_option *, void **) {
    return load_data(module, image, "cuModuleLoadDataEx");
}
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image) {
    return load_data(module, image, "cuModuleLoadFatBinary");
}
CUresult cuModuleUnload(CUmodule module) {
    const Turn turn;
    if (all<CUmodule>().erase(module) == 0) return finish(CUDA_ERROR_INVALID_HANDLE, "cuModuleUnload");
    for (const Symbol &variable : module->variables) machine().free(pointer(variable.address), false);
    machine().modules[module->number].clear();
    delete module;
    return finish(CUDA_SUCCESS, "cuModuleUnload");
}
CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name) {
    const Turn turn;
    if (all<CUmodule>().count(module) == 0) return finish(CUDA_ERROR_INVALID_HANDLE, "cuModuleGetFunction");
    if (module->kernels.count(name) == 0)
        return finish(CUDA_ERROR_NOT_FOUND, std::string("cuModuleGetFunction(") + name + ")",
                      "the module has " + list_of(module->kernels));
    std::unique_ptr<CUfunc_st> &known = module->functions[name];
    if (known == nullptr) known.reset(new CUfunc_st{module, name});
    *function = known.get();
    return finish(CUDA_SUCCESS, "cuModuleGetFunction");
}
CUresult cuModuleGetGlobal(CUdeviceptr *p, size_t *bytes, CUmodule module, const char *name) {
    const Turn turn;
    if (all<CUmodule>().count(module) == 0) return finish(CUDA_ERROR_INVALID_HANDLE, "cuModuleGetGlobal");
    std::set<std::string> names;
    for (const Symbol &variable : module->variables) {
        names.insert(variable.name);
        if (variable.name != name) continue;
        if (p != nullptr) *p = variable.address;
        if (bytes != nullptr) *bytes = variable.bytes;
        return finish(CUDA_SUCCESS, "cuModuleGetGlobal");
    }
    return finish(CUDA_ERROR_NOT_FOUND, std::string("cuModuleGetGlobal(") + name + ")",
                  "the module has " + list_of(names));
}
CUresult cuFuncGetModule(CUmodule *module, CUfunction function) {
    *module = function->module;
    return finish(CUDA_SUCCESS, "cuFuncGetModule");
}
CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction) {
    const std::map<CUfunction_attribute, int> values = {{CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 1024},
                                                        {CU_FUNC_ATTRIBUTE_NUM_REGS, 32},
                                                        {CU_FUNC_ATTRIBUTE_PTX_VERSION, 90},
                                                        {CU_FUNC_ATTRIBUTE_BINARY_VERSION, 90}};
    const auto found = values.find(attribute);
    *value = found == values.end() ? 0 : found->second;
    return finish(ready(), "cuFuncGetAttribute");
}
CUresult cuFuncSetAttribute(CUfunction f, CUfunction_attribute attribute, int value) {
    return with_context("cuFuncSetAttribute", [&] {
        return f == nullptr ? cudaErrorInvalidDeviceFunction
                            : set_shared_limit(f->name, attribute == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                                               value);
    });
}
CUresult cuFuncSetCacheConfig(CUfunction, CUfunc_cache) {
    return finish(ready(), "cuFuncSetCacheConfig");
}
CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
                        void **arguments, void **extra) {
    return launch(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, false, arguments,
                  extra, "cuLaunchKernel");
}
CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,
                                   CUstream stream, void **arguments) {
    return launch(function, {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared, stream, true, arguments,
                  nullptr, "cuLaunchCooperativeKernel");
}
CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data) {
    return with_context("cuLaunchHostFunc", [&] { return cudaLaunchHostFunc(stream, function, data); });
}
// Registers are not counted: as many blocks as threads allow.
CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction, int threads, size_t) {
    *blocks = threads <= 0 ? 0 : std::min(2048 / threads, 32);
    return finish(ready(), "cuOccupancyMaxActiveBlocksPerMultiprocessor");
}
CUresult cuOccupancyMaxPotentialBlockSize(int *grid, int *block, CUfunction, size_t (*)(int), size_t, int limit) {
    *block = limit > 0 && limit < 1024 ? limit : 1024;
    *grid = 2;
    return finish(ready(), "cuOccupancyMaxPotentialBlockSize");
}

// ---- streams and events, which are the runtime's

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
    return with_context("cuStreamCreate", [&] { return cudaStreamCreateWithFlags(stream, flags); });
}
CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned flags, int) {
    return with_context("cuStreamCreateWithPriority", [&] { return cudaStreamCreateWithFlags(stream, flags); });
}
CUresult cuStreamDestroy(CUstream stream) {
    return of_runtime(cudaStreamDestroy(stream));
}
CUresult cuStreamSynchronize(CUstream stream) {
    order(StreamCall::host_stream, InStream::number_of(stream));
    return finish(ready(), "cuStreamSynchronize");
}
CUresult cuStreamQuery(CUstream stream) {
    order(StreamCall::host_stream, InStream::number_of(stream));
    return finish(ready(), "cuStreamQuery");
}
CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
    return with_context("cuStreamWaitEvent", [&] { return cudaStreamWaitEvent(stream, event, flags); });
}
CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned) {
    callback(stream, finish(ready(), "cuStreamAddCallback"), data);
    return CUDA_SUCCESS;
}
CUresult cuEventCreate(CUevent *event, unsigned) {
    return with_context("cuEventCreate", [&] { return cudaEventCreate(event); });
}
CUresult cuEventDestroy(CUevent event) {
    return of_runtime(cudaEventDestroy(event));
}
CUresult cuEventRecord(CUevent event, CUstream stream) {
    return of_runtime(cudaEventRecord(event, stream));
}
CUresult cuEventSynchronize(CUevent event) {
    order(StreamCall::host_event, reinterpret_cast<std::uint64_t>(event));
    return finish(ready(), "cuEventSynchronize");
}
CUresult cuEventQuery(CUevent event) {
    order(StreamCall::host_event, reinterpret_cast<std::uint64_t>(event));
    return finish(ready(), "cuEventQuery");
}
CUresult cuEventElapsedTime(float *milliseconds, CUevent begin, CUevent end) {
    return of_runtime(cudaEventElapsedTime(milliseconds, begin, end));
}
CUresult cuProfilerStart() {
    return CUDA_SUCCESS;
}
CUresult cuProfilerStop() {
    return CUDA_SUCCESS;
}
}

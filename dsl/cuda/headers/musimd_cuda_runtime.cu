// CUDA's runtime for a program whose kernels run on the machine: compiled with the program, for the host. Every call
// ends before it returns; the machine is notified of what orders the tasks of streams. Kernels run in another process, which
// has the same device memory. Host code cannot access it but by the runtime: the pages are mapped twice, and are
// protected where the program sees them, unless they are managed or the host's; those too while a task uses them.
#include <musimd_cuda_tasks.h>

#include <elf.h>
#include <signal.h>
#include <time.h>

namespace {

using namespace musimd_cuda;

void host_access(int, siginfo_t *info, void *context) {
    if (has_touched(info->si_addr, context)) return;
    signal(SIGSEGV, SIG_DFL);
    if (!Machine::is_device(info->si_addr)) return;  // it happens again, and ends the program
    char text[200];
    const int n = snprintf(text, sizeof text,
                           "musimd cuda: error: host code uses device memory, at %p; copy it by cudaMemcpy, or "
                           "allocate it by cudaMallocManaged\n",
                           info->si_addr);
    if (n > 0) (void)!write(2, text, static_cast<std::size_t>(n));
}

// The section of `__managed__` variables, which may be missing, and the program.
extern "C" char __start_musimd_managed[] __attribute__((weak));
extern "C" char __stop_musimd_managed[] __attribute__((weak));
extern "C" const char __ehdr_start[] __attribute__((weak, visibility("hidden")));

/// Shares `__managed__` variables. The compiler registers none, but the program has a table of their names.
void add_managed(Machine &m) {
    if (__start_musimd_managed == __stop_musimd_managed) return;
    if (!m.share(__start_musimd_managed, __stop_musimd_managed, true)) give_up("__managed__ variables could not be mapped");
    const int file = open("/proc/self/exe", O_RDONLY);
    const off_t size = lseek(file, 0, SEEK_END);
    const void *const all = mmap(nullptr, static_cast<size_t>(size), PROT_READ, MAP_PRIVATE, file, 0);
    if (file < 0 || all == MAP_FAILED) give_up("the names of __managed__ variables cannot be read");
    const char *const program = static_cast<const char *>(all);
    const auto *const head = reinterpret_cast<const Elf64_Ehdr *>(program);
    const auto *const sections = reinterpret_cast<const Elf64_Shdr *>(program + head->e_shoff);
    const std::uint64_t moved = head->e_type == ET_DYN ? reinterpret_cast<std::uint64_t>(__ehdr_start) : 0;
    for (unsigned i = 0; i < head->e_shnum; ++i) {
        if (sections[i].sh_type != SHT_SYMTAB) continue;
        const char *const names = program + sections[sections[i].sh_link].sh_offset;
        const auto *const symbols = reinterpret_cast<const Elf64_Sym *>(program + sections[i].sh_offset);
        for (std::uint64_t k = 0; k < sections[i].sh_size / sizeof(Elf64_Sym); ++k) {
            const Elf64_Sym &symbol = symbols[k];
            char *const at = reinterpret_cast<char *>(symbol.st_value + moved);
            if (ELF64_ST_TYPE(symbol.st_info) != STT_OBJECT || at < __start_musimd_managed ||
                at >= __stop_musimd_managed)
                continue;
            m.symbols[at] = {names + symbol.st_name, m.add_shared(at, symbol.st_size), symbol.st_size};
        }
    }
    munmap(const_cast<void *>(all), static_cast<size_t>(size));
    close(file);
}

}  // namespace

namespace musimd_cuda {

Machine &machine() {
    static Machine *const the = [] {
        struct sigaction action = {};
        action.sa_sigaction = host_access;
        action.sa_flags = SA_SIGINFO;
        sigaction(SIGSEGV, &action, nullptr);
        action.sa_sigaction = after_step;
        sigaction(SIGTRAP, &action, nullptr);
        auto *const machine = new Machine;  // never deleted: destructors of the program's objects may use it
        add_managed(*machine);
        return machine;
    }();
    return *the;
}

void found(const char *kind, const std::string &text, bool is_error) {
    const Turn turn;
    Writer message(Message::finding);
    message.text(kind);
    message.number(is_error);
    message.text(text);
    add_place(message);
    machine().send(message);
    machine().is_found = is_error;
}

void report(const char *function, const std::string &name) {
    if (machine().is_found)
        machine().is_found = false;
    else
        found("failed-call", std::string(function) + " returns " + name, false);
}

void allocated(std::uint64_t address, std::uint64_t bytes, bool host, const char *function) {
    Writer message(Message::allocated);
    for (const std::uint64_t number : {address, bytes, std::uint64_t{host}}) message.number(number);
    message.text(function);
    add_place(message);
    machine().send(message);
}

bool freed(const void *p, bool host, const char *function, bool waits) {
    const Turn turn;
    if (waits) order(StreamCall::host_all);
    const Allocation *const in = machine().find(p);
    if (!waits && in != nullptr) task(function, {{p, in->bytes, true}});
    const bool is_good = machine().free(p, host);
    Writer message(Message::freed);
    for (const std::uint64_t number : {reinterpret_cast<std::uint64_t>(p), std::uint64_t{is_good}})
        message.number(number);
    message.text(function);
    add_place(message);
    machine().send(message);
    machine().is_found = !is_good;
    return is_good;
}

cudaError_t done(cudaError_t error, const char *function) {
    const Turn turn;
    machine().is_used = true;
    if (error == cudaSuccess) return machine().is_broken ? machine().last : cudaSuccess;
    if (!machine().is_broken) machine().last = error;
    std::string name = cudaGetErrorName(error);
    if (error == cudaErrorMemoryAllocation)
        name += ": " + std::to_string(kReservedBytes >> 30) + " GiB may be allocated, and " +
                std::to_string(kUsedBytes >> 30) + " GiB of them written or read by the host";
    report(function, name);
    return error;
}

cudaError_t add_arguments(void **arguments, KernelLaunch *launch) {
    const Turn turn;
    std::vector<std::uint64_t> sizes;
    if (const cudaError_t error = argument_sizes(launch->module, launch->name, &sizes)) return error;
    for (std::size_t i = 0; i < sizes.size(); ++i)
        launch->arguments.push_back(machine().argument(arguments[i], sizes[i]));
    return cudaSuccess;
}

cudaError_t argument_sizes(std::uint64_t module, const std::string &kernel, std::vector<std::uint64_t> *sizes) {
    static auto *const known = new std::map<std::pair<std::uint64_t, std::string>, std::vector<std::uint64_t>>;
    const Turn turn;
    Machine &m = machine();
    const auto found = known->find({module, kernel});
    if (found != known->end()) {
        *sizes = found->second;
        return cudaSuccess;
    }
    fflush(stdout);
    Writer question(Message::kernel);
    question.number(module);
    question.text(kernel);
    m.send(question);
    Reader answer = m.receive();
    if (const auto error = static_cast<cudaError_t>(answer.number())) {
        m.is_broken = true;
        return m.last = error;
    }
    sizes->clear();
    for (std::uint64_t n = answer.number(); n > 0; --n) sizes->push_back(answer.number());
    (*known)[{module, kernel}] = *sizes;
    return cudaSuccess;
}

static void add_symbols(std::uint64_t module, Writer &message) {
    const auto add = [&](const Symbol &symbol) {
        message.text(symbol.name);
        message.number(symbol.address);
        message.number(symbol.bytes);
    };
    const Machine &m = machine();
    const auto of_module = m.modules.find(module);
    const bool has_textures = m.texels.bytes > 0;
    message.number((of_module == m.modules.end() ? m.symbols.size() : of_module->second.size()) + has_textures);
    if (has_textures) add(m.texels);
    if (of_module != m.modules.end())
        for (const Symbol &symbol : of_module->second) add(symbol);
    else
        for (const auto &[variable, symbol] : m.symbols) add(symbol);
}

cudaError_t run(const KernelLaunch &launch) {
    const Turn turn;
    Machine &m = machine();
    if (m.is_broken) return m.last;
    if (m.before_launch != nullptr) m.before_launch();
    fflush(stdout);
    Writer message(Message::launch);
    message.number(launch.module);
    message.text(launch.name);
    for (const dim3 &size : {launch.grid, launch.block})
        for (const unsigned d : {size.x, size.y, size.z}) message.number(d);
    message.number(launch.shared);
    message.number(launch.cooperative);
    message.number(m.stream);
    message.number(m.shared_limits[launch.name]);
    message.number(launch.arguments.size());
    for (const std::string &argument : launch.arguments) message.text(argument);
    message.number(m.allocations().size());
    for (const auto &[address, allocation] : m.allocations()) {
        message.number(address);
        message.number(allocation.bytes);
    }
    add_symbols(launch.module, message);
    message.number(std::exchange(m.is_by_stub, false));
    add_place(message);
    m.send(message);
    Reader answer = m.receive();
    const auto error = static_cast<cudaError_t>(answer.number());
    const std::string printed = answer.text();
    if (answer.number() != 0 && m.has_host_memory()) watch();
    fwrite(printed.data(), 1, printed.size(), stdout);
    fflush(stdout);
    if (error == cudaSuccess) return cudaSuccess;
    const bool is_refused = error == cudaErrorInvalidConfiguration || error == cudaErrorInvalidValue ||
                            error == cudaErrorLaunchOutOfResources;
    m.is_broken = !is_refused;
    return m.last = error;
}

/// Whether the bytes are the host's, or in one allocation.
static bool has_room(const void *p, size_t bytes, const char *direction) {
    std::uint64_t begin = 0;
    const Allocation *const in = machine().find(p, &begin);
    if (in == nullptr || machine().has_room(p, bytes)) return true;
    const std::uint64_t left = begin + in->bytes - reinterpret_cast<std::uint64_t>(p);
    found("copy-too-long", "a copy of " + std::to_string(bytes) + " bytes " + direction + " device memory that has " +
                               std::to_string(left) + " from there on");
    return false;
}

/// The host gets bytes that nobody has written.
static void check_written(const void *p, size_t bytes) {
    const char *const flags = machine().written_of(p);
    const void *const first = memchr(flags, 0, bytes);
    if (first == nullptr) return;
    const auto at = static_cast<size_t>(static_cast<const char *>(first) - flags);
    const auto count = static_cast<size_t>(std::count(flags + at, flags + bytes, 0));
    found("unwritten-copy", "a copy of " + std::to_string(bytes) + " bytes to the host, of which " +
                                std::to_string(count) + " were never written; the first is byte " + std::to_string(at),
          false);
}

cudaError_t copied(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    const Turn turn;
    to = machine().canonical(to);
    from = machine().canonical(from);
    if (bytes == 0) return cudaSuccess;
    if (to == nullptr || from == nullptr) return cudaErrorInvalidValue;
    const bool from_device = kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice;
    const bool to_device = kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice;
    const auto is_wrong = [&](const void *p, bool device) {
        const Allocation *const in = machine().find(p);
        if (device) return in == nullptr;
        return Machine::is_device(p) && in != nullptr && in->type == cudaMemoryTypeDevice;
    };
    if (kind != cudaMemcpyDefault && (is_wrong(to, to_device) || is_wrong(from, from_device)))
        return cudaErrorInvalidValue;
    for (const void *p : {static_cast<const void *>(to), from}) {
        if (has_room(p, bytes, p == to ? "to" : "from")) continue;
        return cudaErrorInvalidValue;
    }
    if (Machine::is_device(from) && !Machine::is_device(to)) check_written(from, bytes);
    const cudaError_t error = machine().copy(to, from, bytes);
    if (error == cudaSuccess) task("copy", {{from, bytes, false}, {to, bytes, true}});
    return error;
}

cudaError_t add_registered(void *p, size_t bytes, bool is_mapped) {
    Machine &m = machine();
    char *const begin = static_cast<char *>(p);
    if (p == nullptr || bytes == 0 || Machine::is_device(p)) return cudaErrorInvalidValue;
    const auto next = m.registered.lower_bound(begin + bytes);
    if (next != m.registered.begin()) {
        const auto &[other, size] = *std::prev(next);
        if (static_cast<const char *>(other) + size > begin) return cudaErrorHostMemoryAlreadyRegistered;
    }
    if (m.share(begin, begin + bytes))
        m.add_shared(begin, bytes, cudaMemoryTypeHost);
    else if (is_mapped)
        return cudaErrorMemoryAllocation;
    m.registered[p] = bytes;
    return cudaSuccess;
}

cudaError_t remove_registered(void *p) {
    if (machine().registered.erase(p) == 0) return cudaErrorHostMemoryNotRegistered;
    machine().stop_sharing(p);
    return cudaSuccess;
}

cudaError_t plan(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, bool cooperative,
                 KernelLaunch *launch) {
    const Turn turn;
    Machine &m = machine();
    m.is_used = true;
    if (m.is_broken) return m.last;
    const auto found = m.kernels.find(kernel);
    if (found == m.kernels.end())
        return done(cudaErrorInvalidDeviceFunction, cooperative ? "cudaLaunchCooperativeKernel" : "cudaLaunchKernel");
    *launch = {0, found->second, grid, block, shared, cooperative, {}};
    return add_arguments(arguments, launch);
}

cudaError_t fill(void *p, const void *element, size_t size, size_t count) {
    const Turn turn;
    std::string bytes;
    bytes.reserve(size * count);
    for (size_t i = 0; i < count; ++i) bytes.append(static_cast<const char *>(element), size);
    p = machine().canonical(p);
    if (count == 0) return cudaSuccess;
    if (!Machine::is_device(p) || reinterpret_cast<std::uint64_t>(p) % size != 0) return cudaErrorInvalidValue;
    if (!has_room(p, bytes.size(), "to")) return cudaErrorInvalidValue;
    const cudaError_t error = machine().copy(p, bytes.data(), bytes.size());
    if (error == cudaSuccess) task("memset", {{p, bytes.size(), true}});
    return error;
}

/// cudaMemset.
static cudaError_t fill_bytes(void *p, int value, size_t bytes) {
    if (bytes == 0) return cudaSuccess;
    if (!has_room(p, bytes, "to")) return cudaErrorInvalidValue;
    const cudaError_t error = machine().fill(p, value, bytes);
    if (error == cudaSuccess) task("memset", {{p, bytes, true}});
    return error;
}

cudaError_t set_shared_limit(const std::string &kernel, bool is_shared, int value) {
    constexpr int kMost = 227 << 10;
    if (!is_shared) return cudaSuccess;
    if (value < 0 || value > kMost) return cudaErrorInvalidValue;
    machine().shared_limits[kernel] = static_cast<std::uint64_t>(value);
    return cudaSuccess;
}

StreamCapture *stream_capture = nullptr;

cudaError_t in_stream(cudaStream_t stream, int type, const StreamWork &work) {
    const Turn turn;
    if (stream_capture == nullptr || !stream_capture->has(stream)) {
        const InStream in(stream);
        return work();
    }
    stream_capture->add(stream, type, work);
    return cudaSuccess;
}

cudaError_t copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, const char *function) {
    return done(copied(to, from, bytes, kind), function);
}

}  // namespace musimd_cuda

namespace {

cudaError_t launch(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream,
                   bool cooperative) {
    const Turn turn;
    KernelLaunch launch;
    if (const cudaError_t error = plan(kernel, grid, block, arguments, shared, cooperative, &launch)) return error;
    return in_stream(stream, cudaGraphNodeTypeKernel, [launch] { return run(launch); });
}

struct Configuration {
    dim3 grid, block;
    size_t shared;
    void *stream;
};
std::vector<Configuration> &configurations() {
    static thread_local std::vector<Configuration> the;
    return the;
}

double milliseconds() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}

}  // namespace

struct CUmemPoolHandle_st {
    std::uint64_t release_threshold;
};

static cudaMemPool_t default_pool() {
    static CUmemPoolHandle_st the = {0};
    return &the;
}
static cudaMemPool_t &current_pool() {
    static cudaMemPool_t the = default_pool();
    return the;
}

// ---- what the compiler calls

extern "C" {
void **__cudaRegisterFatBinary(void *) {
    static void *handle;
    return &handle;
}
void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
int __cudaRegisterFunction(void **, const void *stub, char *, const char *name, int, uint3 *, uint3 *, dim3 *, dim3 *,
                           int *) {
    machine().kernels[stub] = name;
    return 0;
}
void __cudaRegisterVar(void **, char *variable, char *, const char *name, int, size_t bytes, int, int) {
    machine().symbols[variable] = {name, machine().allocate(bytes, cudaMemoryTypeDevice), bytes};
}
void __cudaRegisterTexture(void **, const textureReference *variable, const void **, const char *name, int, int, int) {
    const std::uint64_t bytes = sizeof *variable;
    machine().symbols[variable] = {name, machine().allocate(bytes, cudaMemoryTypeDevice), bytes};
}
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream) {
    configurations().push_back({grid, block, shared, stream});
    return 0;
}
unsigned __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream) {
    machine().is_by_stub = true;
    const Configuration last = configurations().back();
    configurations().pop_back();
    *grid = last.grid;
    *block = last.block;
    *shared = last.shared;
    *static_cast<void **>(stream) = last.stream;
    return 0;
}

// ---- launches

cudaError_t cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream) {
    return launch(kernel, grid, block, arguments, shared, stream, false);
}
cudaError_t cudaLaunchCooperativeKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                        cudaStream_t stream) {
    return launch(kernel, grid, block, arguments, shared, stream, true);
}
cudaError_t musimd_cuda_function(const void *kernel, const char *function) {
    const Turn turn;
    return done(machine().kernels.count(kernel) == 0 ? cudaErrorInvalidDeviceFunction : cudaSuccess, function);
}

cudaError_t musimd_cuda_set_attribute(const void *kernel, cudaFuncAttribute attribute, int value) {
    const Turn turn;
    const auto found = machine().kernels.find(kernel);
    if (found == machine().kernels.end()) return done(cudaErrorInvalidDeviceFunction, "cudaFuncSetAttribute");
    return done(set_shared_limit(found->second, attribute == cudaFuncAttributeMaxDynamicSharedMemorySize, value),
                "cudaFuncSetAttribute");
}

// ---- memory

cudaError_t musimd_cuda_allocate(void **p, size_t bytes, cudaMemoryType type, const char *function) {
    if (p == nullptr) return done(cudaErrorInvalidValue, function);
    *p = nullptr;
    if (bytes == 0) return done(cudaSuccess, function);
    const Turn turn;
    const std::uint64_t address = machine().allocate(bytes, type);
    *p = reinterpret_cast<void *>(address);
    if (address != 0) allocated(address, bytes, type == cudaMemoryTypeHost, function);
    return done(address == 0 ? cudaErrorMemoryAllocation : cudaSuccess, function);
}
cudaError_t cudaFree(void *p) {
    const Turn turn;
    return done(p == nullptr || freed(p, false, "cudaFree") ? cudaSuccess : cudaErrorInvalidValue, "cudaFree");
}
cudaError_t cudaFreeAsync(void *p, cudaStream_t stream) {
    const Turn turn;
    if (stream_capture != nullptr && stream_capture->has(stream))
        return done(cudaErrorStreamCaptureUnsupported, "cudaFreeAsync");
    const InStream in(stream);
    return done(p == nullptr || freed(p, false, "cudaFreeAsync", false) ? cudaSuccess : cudaErrorInvalidValue,
                "cudaFreeAsync");
}
cudaError_t cudaFreeHost(void *p) {
    const Turn turn;
    return done(p == nullptr || freed(p, true, "cudaFreeHost") ? cudaSuccess : cudaErrorInvalidValue, "cudaFreeHost");
}
cudaError_t cudaHostRegister(void *p, size_t bytes, unsigned flags) {
    const Turn turn;
    return done(add_registered(p, bytes, (flags & cudaHostRegisterMapped) != 0), "cudaHostRegister");
}
cudaError_t cudaHostUnregister(void *p) {
    const Turn turn;
    return done(remove_registered(p), "cudaHostUnregister");
}
cudaError_t musimd_cuda_symbol(const void *symbol, void **p, size_t *bytes, const char *function) {
    const Turn turn;
    const auto found = machine().symbols.find(symbol);
    if (found == machine().symbols.end()) return done(cudaErrorInvalidSymbol, function);
    *p = reinterpret_cast<void *>(found->second.address);
    *bytes = found->second.bytes;
    return done(cudaSuccess, function);
}

/// A task of the default stream for which the host waits; not for copies within the device. For a memset a device may
/// not wait, but programs count on it.
static cudaError_t waited_for(cudaError_t error, cudaMemcpyKind kind) {
    if (kind != cudaMemcpyDeviceToDevice) order(StreamCall::host_stream, machine().stream);
    return error;
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind) {
    return waited_for(copy(to, from, bytes, kind, "cudaMemcpy"), kind);
}
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemcpy,
                     [=] {
                         const cudaError_t error = copy(to, from, bytes, kind, "cudaMemcpyAsync");
                         // Pageable memory has been copied when the call returns.
                         if (!Machine::is_device(machine().canonical(to)) && !Machine::is_device(to))
                             order(StreamCall::host_stream, machine().stream);
                         return error;
                     });
}
static cudaError_t copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                             size_t height, cudaMemcpyKind kind, bool is_async) {
    if (width > to_pitch || width > from_pitch) return done(cudaErrorInvalidValue, "cudaMemcpy2D");
    for (size_t row = 0; row < height; ++row) {
        char *const at = static_cast<char *>(to) + row * to_pitch;
        const char *const source = static_cast<const char *>(from) + row * from_pitch;
        if (cudaError_t error = copy(at, source, width, kind, "cudaMemcpy2D")) return error;
    }
    return waited_for(cudaSuccess, is_async ? cudaMemcpyDeviceToDevice : kind);
}
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind) {
    return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, false);
}
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemcpy,
                     [=] { return copy_rows(to, to_pitch, from, from_pitch, width, height, kind, true); });
}
cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes) {
    if (to_device != 0 || from_device != 0) return done(cudaErrorInvalidDevice, "cudaMemcpyPeer");
    return copy(to, from, bytes, cudaMemcpyDeviceToDevice, "cudaMemcpyPeer");
}
cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemcpy,
                     [=] { return cudaMemcpyPeer(to, to_device, from, from_device, bytes); });
}
static char *row_of(const cudaPitchedPtr &p, const cudaPos &position, size_t row, size_t slice) {
    const size_t rows = (position.z + slice) * p.ysize + position.y + row;
    return static_cast<char *>(p.ptr) + rows * p.pitch + position.x;
}
static bool has_rows(const cudaPitchedPtr &p, const cudaPos &position, const cudaExtent &extent) {
    const bool is_flat = extent.depth == 1 && position.z == 0;
    return p.ptr != nullptr && position.x + extent.width <= p.pitch &&
           (is_flat || position.y + extent.height <= p.ysize);
}
static cudaError_t copy_box(const cudaMemcpy3DParms *p) {
    constexpr const char *kName = "cudaMemcpy3D";
    if (p->srcArray != nullptr || p->dstArray != nullptr) {
        const Turn turn;
        return done(machine().copies_arrays == nullptr ? cudaErrorInvalidValue : machine().copies_arrays(*p), kName);
    }
    const cudaExtent &extent = p->extent;
    if (extent.width == 0 || extent.height == 0 || extent.depth == 0) return done(cudaSuccess, kName);
    if (!has_rows(p->srcPtr, p->srcPos, extent) || !has_rows(p->dstPtr, p->dstPos, extent))
        return done(cudaErrorInvalidValue, kName);
    for (size_t slice = 0; slice < extent.depth; ++slice) {
        for (size_t row = 0; row < extent.height; ++row) {
            char *const to = row_of(p->dstPtr, p->dstPos, row, slice);
            const char *const from = row_of(p->srcPtr, p->srcPos, row, slice);
            if (cudaError_t error = copy(to, from, extent.width, p->kind, kName)) return error;
        }
    }
    return cudaSuccess;
}
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p) {
    return waited_for(copy_box(p), p->kind);
}
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream) {
    const cudaMemcpy3DParms own = *p;
    return in_stream(stream, cudaGraphNodeTypeMemcpy, [own] { return copy_box(&own); });
}
cudaError_t cudaMalloc3D(cudaPitchedPtr *p, cudaExtent extent) {
    *p = {nullptr, (extent.width + 511) / 512 * 512, extent.width, extent.height};
    return musimd_cuda_allocate(&p->ptr, p->pitch * extent.height * extent.depth, cudaMemoryTypeDevice, "cudaMalloc3D");
}
cudaError_t cudaMemset3D(cudaPitchedPtr p, int value, cudaExtent extent) {
    const Turn turn;
    if (!has_rows(p, {0, 0, 0}, extent)) return done(cudaErrorInvalidValue, "cudaMemset3D");
    for (size_t slice = 0; slice < extent.depth; ++slice) {
        for (size_t row = 0; row < extent.height; ++row) {
            const cudaError_t error = fill_bytes(row_of(p, {0, 0, 0}, row, slice), value, extent.width);
            if (error != cudaSuccess) return done(error, "cudaMemset3D");
        }
    }
    return done(cudaSuccess, "cudaMemset3D");
}
cudaError_t cudaMemset3DAsync(cudaPitchedPtr p, int value, cudaExtent extent, cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemset, [=] { return cudaMemset3D(p, value, extent); });
}
cudaError_t cudaMemset2DAsync(void *p, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemset, [=] { return cudaMemset2D(p, pitch, value, width, height); });
}
cudaError_t cudaMemset(void *p, int value, size_t bytes) {
    const Turn turn;
    return waited_for(done(fill_bytes(p, value, bytes), "cudaMemset"), cudaMemcpyHostToDevice);
}
cudaError_t cudaMemsetAsync(void *p, int value, size_t bytes, cudaStream_t stream) {
    return in_stream(stream, cudaGraphNodeTypeMemset,
                     [=] { return done(fill_bytes(p, value, bytes), "cudaMemsetAsync"); });
}
cudaError_t cudaMemset2D(void *p, size_t pitch, int value, size_t width, size_t height) {
    const Turn turn;
    for (size_t row = 0; row < height; ++row) {
        const cudaError_t error = fill_bytes(static_cast<char *>(p) + row * pitch, value, width);
        if (error != cudaSuccess) return done(error, "cudaMemset2D");
    }
    return cudaSuccess;
}
cudaError_t cudaMemGetInfo(size_t *free, size_t *total) {
    const Turn turn;
    *total = kDeviceBytes;
    *free = kDeviceBytes - std::min(kDeviceBytes, machine().used());
    return cudaSuccess;
}

// ---- pools, which take their memory from the device and give it back at once

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties) {
    if (pool == nullptr || properties == nullptr) return done(cudaErrorInvalidValue, "cudaMemPoolCreate");
    *pool = new CUmemPoolHandle_st{0};
    return done(cudaSuccess, "cudaMemPoolCreate");
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    if (pool == nullptr || pool == default_pool()) return done(cudaErrorInvalidValue, "cudaMemPoolDestroy");
    delete pool;
    return done(cudaSuccess, "cudaMemPoolDestroy");
}
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t, size_t) {
    return done(cudaSuccess, "cudaMemPoolTrimTo");
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
    if (pool == nullptr || value == nullptr) return done(cudaErrorInvalidValue, "cudaMemPoolSetAttribute");
    if (attribute == cudaMemPoolAttrReleaseThreshold) memcpy(&pool->release_threshold, value, 8);
    return done(cudaSuccess, "cudaMemPoolSetAttribute");
}
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value) {
    const Turn turn;
    if (pool == nullptr || value == nullptr) return done(cudaErrorInvalidValue, "cudaMemPoolGetAttribute");
    if (attribute < cudaMemPoolAttrReleaseThreshold) {
        *static_cast<int *>(value) = 1;
    } else {
        const std::uint64_t used = attribute == cudaMemPoolAttrReleaseThreshold ? pool->release_threshold : machine().used();
        memcpy(value, &used, sizeof used);
    }
    return done(cudaSuccess, "cudaMemPoolGetAttribute");
}
// The device may always use its own pools, and there is no other.
static bool is_own(const cudaMemLocation &location) {
    return location.type == cudaMemLocationTypeDevice && location.id == 0;
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t count) {
    bool is_good = pool != nullptr && (list != nullptr || count == 0);
    for (size_t i = 0; is_good && i < count; ++i)
        is_good = is_own(list[i].location) && list[i].flags == cudaMemAccessFlagsProtReadWrite;
    return done(is_good ? cudaSuccess : cudaErrorInvalidValue, "cudaMemPoolSetAccess");
}
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location) {
    const bool is_good = flags != nullptr && pool != nullptr && location != nullptr && is_own(*location);
    if (is_good) *flags = cudaMemAccessFlagsProtReadWrite;
    return done(is_good ? cudaSuccess : cudaErrorInvalidValue, "cudaMemPoolGetAccess");
}
cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device) {
    *pool = default_pool();
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceGetDefaultMemPool");
}
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device) {
    *pool = current_pool();
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceGetMemPool");
}
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool) {
    current_pool() = pool;
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceSetMemPool");
}

cudaError_t cudaMemPrefetchAsync(const void *, size_t, int, cudaStream_t) {
    return cudaSuccess;
}
cudaError_t cudaMemAdvise(const void *, size_t, cudaMemoryAdvise, int) {
    return cudaSuccess;
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *p) {
    const Turn turn;
    const Allocation *const in = machine().find(machine().canonical(p));
    void *const at = const_cast<void *>(p);
    const cudaMemoryType type = in == nullptr ? cudaMemoryTypeUnregistered : in->type;
    *attributes = {type, 0, in == nullptr ? nullptr : at, type == cudaMemoryTypeDevice ? nullptr : at};
    return cudaSuccess;
}

// ---- errors

cudaError_t cudaGetLastError() {
    const Turn turn;
    const cudaError_t error = machine().last;
    if (!machine().is_broken) machine().last = cudaSuccess;
    return error;
}
cudaError_t cudaPeekAtLastError() {
    const Turn turn;
    return machine().last;
}
const char *cudaGetErrorString(cudaError_t error) {
#define MUSIMD_ERROR(name, number, text) \
    if (error == name) return text;
    MUSIMD_ERRORS(MUSIMD_ERROR)
#undef MUSIMD_ERROR
    return "unrecognized error code";
}
const char *cudaGetErrorName(cudaError_t error) {
#define MUSIMD_ERROR(name, number, text) \
    if (error == name) return #name;
    MUSIMD_ERRORS(MUSIMD_ERROR)
#undef MUSIMD_ERROR
    return "unrecognized error code";
}

// ---- the device

static cudaError_t synchronized(StreamCall what = StreamCall::host_all, std::uint64_t number = 0) {
    const Turn turn;
    order(what, number);
    return machine().is_broken ? machine().last : cudaSuccess;
}
cudaError_t cudaDeviceSynchronize() {
    return synchronized();
}
cudaError_t cudaThreadSynchronize() {
    return synchronized();
}
cudaError_t cudaDeviceReset() {
    return synchronized();
}
cudaError_t cudaThreadExit() {
    return synchronized();
}
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) {
    return cudaSuccess;
}
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) {
    return cudaSuccess;
}
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t) {
    return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit) {
    *value = limit == cudaLimitStackSize ? 1024 : limit == cudaLimitPrintfFifoSize ? 1 << 20 : 8 << 20;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetCacheConfig(cudaFuncCache *config) {
    *config = cudaFuncCachePreferNone;
    return cudaSuccess;
}
cudaError_t cudaDeviceGetSharedMemConfig(cudaSharedMemConfig *config) {
    *config = cudaSharedMemBankSizeFourByte;
    return cudaSuccess;
}
constexpr const char *kBusId = "0000:00:00.0";
cudaError_t cudaDeviceGetPCIBusId(char *text, int size, int device) {
    if (device != 0 || text == nullptr || size < 1) return done(cudaErrorInvalidValue, "cudaDeviceGetPCIBusId");
    snprintf(text, static_cast<size_t>(size), "%s", kBusId);
    return cudaSuccess;
}
cudaError_t cudaDeviceGetByPCIBusId(int *device, const char *text) {
    *device = 0;
    return done(strcmp(text, kBusId) == 0 ? cudaSuccess : cudaErrorInvalidDevice, "cudaDeviceGetByPCIBusId");
}
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *) {
    *device = 0;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceFlags(unsigned *flags) {
    *flags = cudaDeviceScheduleAuto;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int *device) {
    *device = 0;
    return cudaSuccess;
}
static cudaError_t check_device(int device, const char *function) {
    return done(device == 0 ? cudaSuccess : cudaErrorInvalidDevice, function);
}
cudaError_t cudaSetDevice(int device) {
    return check_device(device, "cudaSetDevice");
}
cudaError_t cudaSetDeviceFlags(unsigned) {
    return cudaSuccess;
}
cudaError_t cudaGetDeviceCount(int *count) {
    *count = 1;
    return cudaSuccess;
}
// Limits are those of an H100, but for the memory and the number of multiprocessors: programs that fill the device stay
// small.
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int device) {
    *p = {};
    strcpy(p->name, "musimd");
    p->totalGlobalMem = kDeviceBytes;
    p->sharedMemPerBlock = 48 << 10;
    p->sharedMemPerBlockOptin = 227 << 10;
    p->sharedMemPerMultiprocessor = 228 << 10;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = 32;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 0x7fffffff;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->clockRate = 1980000;
    p->totalConstMem = 64 << 10;
    p->major = 9;
    p->textureAlignment = 512;
    p->texturePitchAlignment = 32;
    p->surfaceAlignment = 512;
    p->streamPrioritiesSupported = p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->singleToDoublePrecisionPerfRatio = 2;
    p->computePreemptionSupported = p->memoryPoolsSupported = p->unifiedFunctionPointers = 1;
    p->reservedSharedMemPerBlock = 1 << 10;
    p->multiProcessorCount = 2;
    p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = p->managedMemory = p->cooperativeLaunch = 1;
    p->concurrentManagedAccess = 0;
    p->asyncEngineCount = 1;
    p->deviceOverlap = 1;
    p->memoryClockRate = 2619000;
    p->memoryBusWidth = 5120;
    p->l2CacheSize = 50 << 20;
    p->persistingL2CacheMaxSize = 32 << 20;
    p->accessPolicyMaxWindowSize = 128 << 20;
    p->maxThreadsPerMultiProcessor = 2048;
    p->maxBlocksPerMultiProcessor = 32;
    return check_device(device, "cudaGetDeviceProperties");
}
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device) {
    cudaDeviceProp p;
    cudaGetDeviceProperties(&p, 0);
    const std::map<int, long> values = {{cudaDevAttrMaxThreadsPerBlock, 1024},
                                        {cudaDevAttrMaxBlockDimX, 1024},
                                        {cudaDevAttrMaxBlockDimY, 1024},
                                        {cudaDevAttrMaxBlockDimZ, 64},
                                        {cudaDevAttrMaxGridDimX, p.maxGridSize[0]},
                                        {cudaDevAttrMaxGridDimY, p.maxGridSize[1]},
                                        {cudaDevAttrMaxGridDimZ, p.maxGridSize[2]},
                                        {cudaDevAttrMaxSharedMemoryPerBlock, long(p.sharedMemPerBlock)},
                                        {cudaDevAttrTotalConstantMemory, long(p.totalConstMem)},
                                        {cudaDevAttrWarpSize, 32},
                                        {cudaDevAttrMaxRegistersPerBlock, p.regsPerBlock},
                                        {cudaDevAttrClockRate, p.clockRate},
                                        {cudaDevAttrMultiProcessorCount, p.multiProcessorCount},
                                        {cudaDevAttrCanMapHostMemory, 1},
                                        {cudaDevAttrConcurrentKernels, 1},
                                        {cudaDevAttrMemoryClockRate, p.memoryClockRate},
                                        {cudaDevAttrGlobalMemoryBusWidth, p.memoryBusWidth},
                                        {cudaDevAttrL2CacheSize, p.l2CacheSize},
                                        {cudaDevAttrMaxThreadsPerMultiProcessor, 2048},
                                        {cudaDevAttrUnifiedAddressing, 1},
                                        {cudaDevAttrComputeCapabilityMajor, p.major},
                                        {cudaDevAttrComputeCapabilityMinor, p.minor},
                                        {cudaDevAttrMaxSharedMemoryPerMultiprocessor, 228 << 10},
                                        {cudaDevAttrManagedMemory, 1},
                                        {cudaDevAttrCooperativeLaunch, 1},
                                        {cudaDevAttrAsyncEngineCount, 1},
                                        {cudaDevAttrMaxRegistersPerMultiprocessor, 65536},
                                        {cudaDevAttrMaxBlocksPerMultiprocessor, 32},
                                        {cudaDevAttrTextureAlignment, 512},
                                        {cudaDevAttrMaxPitch, 2147483647},
                                        {cudaDevAttrMemoryPoolsSupported, 1},
                                        {cudaDevAttrStreamPrioritiesSupported, 1},
                                        {cudaDevAttrComputePreemptionSupported, 1},
                                        {cudaDevAttrMaxSharedMemoryPerBlockOptin, 227 << 10}};
    const auto found = values.find(attribute);
    *value = found == values.end() ? 0 : static_cast<int>(found->second);
    return check_device(device, "cudaDeviceGetAttribute");
}
cudaError_t cudaDriverGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int *version) {
    *version = CUDART_VERSION;
    return cudaSuccess;
}
cudaError_t cudaDeviceCanAccessPeer(int *can, int, int) {
    *can = 0;
    return cudaSuccess;
}
// There is one device.
cudaError_t cudaDeviceEnablePeerAccess(int, unsigned int) {
    return done(cudaErrorInvalidDevice, "cudaDeviceEnablePeerAccess");
}
cudaError_t cudaDeviceDisablePeerAccess(int) {
    return done(cudaErrorInvalidDevice, "cudaDeviceDisablePeerAccess");
}
cudaError_t cudaProfilerStart() {
    return cudaSuccess;
}
cudaError_t cudaProfilerStop() {
    return cudaSuccess;
}

// ---- streams and events

cudaError_t cudaStreamCreate(cudaStream_t *stream) {
    static int count = 0;
    *stream = new CUstream_st{++count};
    return cudaSuccess;
}
cudaError_t cudaDeviceGetP2PAttribute(int *value, cudaDeviceP2PAttr, int, int) {  // there is one device
    *value = 0;
    return done(cudaErrorInvalidDevice, "cudaDeviceGetP2PAttribute");
}
// The machine has no cache.
cudaError_t cudaCtxResetPersistingL2Cache() {
    return cudaSuccess;
}
cudaError_t cudaStreamSetAttribute(cudaStream_t, cudaStreamAttrID, const cudaStreamAttrValue *) {
    return cudaSuccess;
}
cudaError_t cudaStreamGetAttribute(cudaStream_t, cudaStreamAttrID, cudaStreamAttrValue *value) {
    memset(value, 0, sizeof *value);
    return cudaSuccess;
}
cudaError_t cudaStreamGetFlags(cudaStream_t, unsigned *flags) {
    *flags = cudaStreamDefault;
    return cudaSuccess;
}
cudaError_t cudaStreamGetPriority(cudaStream_t, int *priority) {
    *priority = 0;
    return cudaSuccess;
}
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags) {
    const cudaError_t error = cudaStreamCreate(stream);
    if (flags == cudaStreamNonBlocking) order(StreamCall::non_blocking, InStream::number_of(*stream));
    return error;
}
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int) {
    return cudaStreamCreateWithFlags(stream, flags);
}
cudaError_t cudaDeviceGetStreamPriorityRange(int *least, int *greatest) {
    *least = *greatest = 0;
    return cudaSuccess;
}
cudaError_t cudaStreamDestroy(cudaStream_t stream) {
    if (stream == nullptr) return done(cudaErrorInvalidResourceHandle, "cudaStreamDestroy");
    delete stream;
    return cudaSuccess;
}
static bool is_captured(cudaStream_t stream) {
    const Turn turn;
    return stream_capture != nullptr && stream_capture->has(stream);
}
cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
    if (is_captured(stream)) return done(cudaErrorStreamCaptureUnsupported, "cudaStreamSynchronize");
    return synchronized(StreamCall::host_stream, InStream::number_of(stream));
}
cudaError_t cudaStreamQuery(cudaStream_t stream) {
    return synchronized(StreamCall::host_stream, InStream::number_of(stream));
}
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
    const Turn turn;
    const bool is_captured = stream_capture != nullptr && stream_capture->wait(stream, event);
    if (!is_captured) order(StreamCall::wait, InStream::number_of(stream), reinterpret_cast<std::uint64_t>(event));
    return cudaSuccess;
}
/// The host as a function of the stream.
static void call_in_stream(cudaStream_t stream, const std::function<void()> &function) {
    order(StreamCall::host_function, InStream::number_of(stream));
    function();
    order(StreamCall::host_function, ~std::uint64_t{0});
}
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned) {
    const Turn turn;
    call_in_stream(stream, [=] { callback(stream, machine().is_broken ? machine().last : cudaSuccess, data); });
    return cudaSuccess;
}
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data) {
    const auto call = [=] {
        call_in_stream(stream, [=] { function(data); });
        return cudaSuccess;
    };
    return is_captured(stream) ? in_stream(stream, cudaGraphNodeTypeHost, call) : call();
}
cudaError_t cudaEventCreate(cudaEvent_t *event) {
    *event = new CUevent_st{-1};
    return cudaSuccess;
}
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned) {
    return cudaEventCreate(event);
}
cudaError_t cudaEventDestroy(cudaEvent_t event) {
    if (event == nullptr) return done(cudaErrorInvalidResourceHandle, "cudaEventDestroy");
    delete event;
    return cudaSuccess;
}
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
    if (event == nullptr) return done(cudaErrorInvalidResourceHandle, "cudaEventRecord");
    if (is_captured(stream)) {
        const Turn turn;
        stream_capture->record(event, stream);
        return cudaSuccess;
    }
    event->at = milliseconds();
    order(StreamCall::record, reinterpret_cast<std::uint64_t>(event), InStream::number_of(stream));
    const Turn turn;
    return machine().is_broken ? machine().last : cudaSuccess;
}
cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned) {
    return cudaEventRecord(event, stream);
}
cudaError_t cudaEventSynchronize(cudaEvent_t event) {
    return synchronized(StreamCall::host_event, reinterpret_cast<std::uint64_t>(event));
}
cudaError_t cudaEventQuery(cudaEvent_t event) {
    return synchronized(StreamCall::host_event, reinterpret_cast<std::uint64_t>(event));
}
cudaError_t cudaEventElapsedTime(float *elapsed, cudaEvent_t begin, cudaEvent_t end) {
    if (begin == nullptr || end == nullptr || begin->at < 0 || end->at < 0)
        return done(cudaErrorInvalidResourceHandle, "cudaEventElapsedTime");
    *elapsed = static_cast<float>(end->at - begin->at);
    return cudaSuccess;
}

// ---- for host code in C, which has no templates

cudaError_t cudaMalloc(void **p, size_t bytes) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeDevice, "cudaMalloc");
}
cudaError_t cudaMallocAsync(void **p, size_t bytes, cudaStream_t) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeDevice, "cudaMallocAsync");
}
cudaError_t cudaMallocPitch(void **p, size_t *pitch, size_t width, size_t height) {
    return cudaMallocPitch<void>(p, pitch, width, height);
}
cudaError_t cudaMallocManaged(void **p, size_t bytes, unsigned) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeManaged, "cudaMallocManaged");
}
cudaError_t cudaMallocHost(void **p, size_t bytes) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeHost, "cudaMallocHost");
}
cudaError_t cudaHostAlloc(void **p, size_t bytes, unsigned) {
    return musimd_cuda_allocate(p, bytes, cudaMemoryTypeHost, "cudaHostAlloc");
}
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned) {
    const Turn turn;
    *device = machine().canonical(host);
    return done(machine().find(*device) == nullptr ? cudaErrorInvalidValue : cudaSuccess, "cudaHostGetDevicePointer");
}
}

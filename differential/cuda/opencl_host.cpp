#include "differential/cuda/opencl_host.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "differential/cuda/plain_run.hpp"

namespace musimd::differential::cuda {
namespace {

constexpr const char* kHostHead = R"(#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;
static cl_kernel kernel;
static cl_uint arguments;
static int differences;

static void check(cl_int result, const char *function) {
    if (result == CL_SUCCESS) return;
    printf("%s: error %d\n", function, result);
    exit(2);
}

static cl_kernel compiled(const char *file) {
    static char text[1 << 20];
    static char log[1 << 16];
    char version[256];
    const char *source = text;
    cl_int result;
    FILE *const from = fopen(file, "rb");
    if (from == NULL || fread(text, 1, sizeof text - 1, from) == 0) exit(2);
    fclose(from);
    check(clGetDeviceInfo(device, CL_DEVICE_VERSION, sizeof version, version, NULL), "clGetDeviceInfo");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &result);
    check(result, "clCreateProgramWithSource");
    result = clBuildProgram(program, 1, &device,
                            strncmp(version, "OpenCL 3.", 9) == 0
                                ? "-cl-std=CL3.0 -cl-fp32-correctly-rounded-divide-sqrt"
                                : "-cl-std=CL1.2",
                            NULL, NULL);
    clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
    if (result != CL_SUCCESS) puts(log);
    check(result, "clBuildProgram");
    cl_kernel found = clCreateKernel(program, "k", &result);
    check(result, "clCreateKernel");
    return found;
}

static cl_mem buffer(void *elements, size_t bytes) {
    cl_int result;
    cl_mem memory =
        clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes, elements, &result);
    check(result, "clCreateBuffer");
    check(clSetKernelArg(kernel, arguments++, sizeof memory, &memory), "clSetKernelArg");
    return memory;
}

/* All NaNs are one. */
static int is_nan(const void *x, char kind) {
    float f;
    double d;
    if (kind == 'f') return memcpy(&f, x, sizeof f), isnan(f);
    if (kind == 'd') return memcpy(&d, x, sizeof d), isnan(d);
    return 0;
}

static void compare(cl_command_queue queue, const char *name, cl_mem memory, const void *expected, size_t size,
                    size_t count, char kind) {
    char *const actual = calloc(count, size);
    check(clEnqueueReadBuffer(queue, memory, CL_TRUE, 0, size * count, actual, 0, NULL, NULL),
          "clEnqueueReadBuffer");
    for (size_t i = 0; i < count; i++) {
        const char *const wanted = (const char *)expected + size * i;
        cl_ulong a = 0, b = 0;
        memcpy(&a, actual + size * i, size);
        memcpy(&b, wanted, size);
        if (a == b || (is_nan(actual + size * i, kind) && is_nan(wanted, kind))) continue;
        printf("%s[%zu] is %#llx, expected %#llx\n", name, i, (unsigned long long)a, (unsigned long long)b);
        differences++;
    }
    free(actual);
}
)";

std::string_view pattern_type(Type type) {
    const int width = width_of(type);
    return width == 8 ? "cl_uchar" : width == 16 ? "cl_ushort" : width == 32 ? "cl_uint" : "cl_ulong";
}

std::string table_of(const std::string& name, const Array& array,
                     const std::vector<std::uint64_t>& elements) {
    std::string text = fmt::format("static {} {}[{}] = {{", pattern_type(array.type), name, elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i)
        text += fmt::format("{}{:#x}", i == 0 ? "" : i % 8 == 0 ? ",\n    " : ", ", elements[i]);
    return text + "};\n";
}

char kind_letter(Type type) {
    return type == Type::f32 ? 'f' : type == Type::f64 ? 'd' : 'i';
}

std::string tables_of(const Drawn& kernel) {
    const auto before = elements_before(kernel);
    const auto after = run_plainly(kernel, before).buffers;
    std::string text;
    for (std::size_t a = 0; a < kernel.arrays.size(); ++a) {
        const Array& array = kernel.arrays[a];
        if (array.is_parameter()) text += table_of(array.name, array, before[a]);
        if (array.space == Array::Space::output) text += table_of("expected_" + array.name, array, after[a]);
    }
    return text;
}

std::string sizes_of(const char* name, const dsl::Dimensions& sizes, const dsl::Dimensions& times) {
    return fmt::format("    const size_t {}[] = {{{}, {}, {}}};\n", name, sizes[0] * times[0],
                       sizes[1] * times[1], sizes[2] * times[2]);
}

std::string arguments_text(const Drawn& kernel) {
    std::string text;
    for (const Array& array : kernel.arrays) {
        if (!array.is_parameter()) continue;
        const bool is_read = array.space == Array::Space::output;
        text += fmt::format("    {1}buffer({0}, sizeof {0});\n", array.name,
                            is_read ? fmt::format("cl_mem memory_{} = ", array.name) : "");
    }
    for (const Array& array : kernel.arrays) {
        if (array.space == Array::Space::dynamic)
            text +=
                fmt::format("    check(clSetKernelArg(kernel, arguments++, {}, NULL), \"clSetKernelArg\");\n",
                            array.elements * static_cast<std::uint32_t>(width_of(array.type) / 8));
    }
    return text + fmt::format(
                      "    const cl_int n = {};\n"
                      "    check(clSetKernelArg(kernel, arguments++, sizeof n, &n), "
                      "\"clSetKernelArg\");\n",
                      kernel.n);
}

std::string comparisons_of(const Drawn& kernel) {
    std::string text;
    for (const Array& array : kernel.arrays) {
        if (array.space == Array::Space::output)
            text += fmt::format(
                "    compare(queue, \"{0}\", memory_{0}, expected_{0}, sizeof {0}[0], {1}, '{2}');\n",
                array.name, array.elements, kind_letter(array.type));
    }
    return text;
}

}  // namespace

std::string opencl_host_of(const Drawn& kernel, const std::string& file) {
    return fmt::format(
        "/* cc {0}.c -lOpenCL -lm -o {0} && ./{0}: prints what differs. OCL_ICD_VENDORS chooses the\n"
        "   implementation. */\n{1}\n{2}\nint main(void) {{\n"
        "    cl_platform_id platform;\n    cl_int result;\n"
        "    check(clGetPlatformIDs(1, &platform, NULL), \"clGetPlatformIDs\");\n"
        "    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), \"clGetDeviceIDs\");\n"
        "    context = clCreateContext(NULL, 1, &device, NULL, NULL, &result);\n"
        "    check(result, \"clCreateContext\");\n"
        "    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &result);\n"
        "    check(result, \"clCreateCommandQueue\");\n"
        "    kernel = compiled(\"{0}.cl\");\n{3}{4}{5}"
        "    check(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, all, group, 0, NULL, NULL), "
        "\"clEnqueueNDRangeKernel\");\n"
        "    check(clFinish(queue), \"clFinish\");\n{6}"
        "    if (differences == 0) puts(\"no difference\");\n    return differences != 0;\n}}\n",
        file, kHostHead, tables_of(kernel), arguments_text(kernel),
        sizes_of("group", kernel.block, {1, 1, 1}), sizes_of("all", kernel.block, kernel.grid),
        comparisons_of(kernel));
}

}  // namespace musimd::differential::cuda

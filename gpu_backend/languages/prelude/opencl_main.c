// A program of musimd as an OpenCL C kernel, with its inputs and expected results. To run it:
//   cc -std=c99 THIS.c -lOpenCL -o test && ./test     prints what differs; exit status 0: nothing
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct row {
    long long index; /* of the last row -1 */
    cl_long word;
};
struct buffer {
    const char *name;
    cl_long *words;
    size_t bytes;
    const struct row *before, *wanted;
};
#define BUFFER(b) {#b, b, sizeof(b), b##_before, b##_wanted}

static void check(cl_int error, const char *what) {
    if (error == CL_SUCCESS) return;
    fprintf(stderr, "%s: error %d\n", what, error);
    exit(2);
}

static cl_program build(cl_context context, cl_device_id device, const char *source) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    check(error, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, "", NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof(log), log, NULL);
        fprintf(stderr, "%s\n", log);
        exit(2);
    }
    return program;
}

static void run(const char *source, size_t groups, size_t threads, struct buffer buffers[3]) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    check(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    check(error, "clCreateCommandQueue");
    cl_kernel kernel = clCreateKernel(build(context, device, source), "program", &error);
    check(error, "clCreateKernel");
    cl_mem memory[3];
    for (int b = 0; b < 3; b++) {
        memset(buffers[b].words, -1, buffers[b].bytes);
        for (const struct row *row = buffers[b].before; row->index >= 0; row++)
            buffers[b].words[row->index] = row->word;
        memory[b] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, buffers[b].bytes,
                                   buffers[b].words, &error);
        check(error, "clCreateBuffer");
        check(clSetKernelArg(kernel, (cl_uint)b, sizeof(cl_mem), &memory[b]), "clSetKernelArg");
    }
    const size_t all = groups * threads;
    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &all, &threads, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    for (int b = 0; b < 3; b++)
        check(clEnqueueReadBuffer(queue, memory[b], CL_TRUE, 0, buffers[b].bytes, buffers[b].words, 0, NULL, NULL),
              "clEnqueueReadBuffer");
}

static int count_differences(const struct buffer buffers[3]) {
    int differences = 0;
    for (int b = 0; b < 3; b++) {
        for (const struct row *row = buffers[b].wanted; row->index >= 0; row++) {
            const cl_long word = buffers[b].words[row->index];
            if (word == row->word) continue;
            printf("%s[%lld] is %lld, expected %lld\n", buffers[b].name, row->index, (long long)word,
                   (long long)row->word);
            differences++;
        }
    }
    return differences;
}

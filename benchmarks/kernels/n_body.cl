// n_body.cu in OpenCL C.
__kernel void n_body(__global int* memory, int turn) {
    __global const float *x = (__global float*)(memory + AT_x), *y = (__global float*)(memory + AT_y);
    __global const float* mass = (__global float*)(memory + AT_mass);
    __global float *ax = (__global float*)(memory + AT_ax), *ay = (__global float*)(memory + AT_ay);
    __local float xs[128], ys[128], ms[128];
    const int i = (int)get_global_id(0), thread = (int)get_local_id(0);
    const float my_x = x[i], my_y = y[i];
    float sum_x = 0, sum_y = 0;
    for (int part = 0; part < n; part += 128) {
        xs[thread] = x[part + thread];
        ys[thread] = y[part + thread];
        ms[thread] = mass[part + thread];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int j = 0; j < 128; ++j) {
            const float dx = xs[j] - my_x, dy = ys[j] - my_y;
            const float square = dx * dx + dy * dy + 0.5f;
            const float factor = ms[j] / (square * sqrt(square));
            sum_x += factor * dx;
            sum_y += factor * dy;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    ax[i] = sum_x;
    ay[i] = sum_y;
}

// What programs/bench/collatz.asm computes, as an OpenCL kernel.
__kernel void collatz(__global const long* numbers, __global long* lengths) {
    size_t g = get_global_id(0);
    long n = numbers[g];
    long k = 0;
    while (n != 1) {
        if (n & 1) {
            n = n * 3 + 1;
        } else {
            n = n >> 1;
        }
        k = k + 1;
    }
    lengths[g] = k;
}

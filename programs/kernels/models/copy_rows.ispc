// The odd ones of some rows are copied. The rows are divided among the instances of the gang, of which those with an
// odd row are active. One after the other, each has all instances copy its row.

export void copy_rows(uniform int dest[], const uniform int src[], uniform int rows, uniform int n) {
    foreach (t = 0 ... rows) {
        if (t % 2) {
            foreach_active (lane) {
                unmasked {
                    uniform int row = extract(t, (uniform int)lane);
                    for (int i = programIndex; i < n; i += programCount)
                        dest[row * n + i] = src[row * n + i];
                }
            }
        }
    }
}

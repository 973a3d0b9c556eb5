// A step of a breadth-first search: a vertex without a distance (negative) gets `level` if a neighbour has
// level - 1. Entries outside of 0 … vertices - 1 are ignored. The inner loop ends early, so it cannot be a
// simd loop: one lane under the SIMD model; all, divergent, under the SPMD model.
// run: bfs_step --arg degree=8 --arg level=20

void bfs_step(int vertices, int degree, int level, const int* neighbour, const int* distance, int* next) {
#pragma omp target teams distribute parallel for \
    map(to: neighbour[0:vertices * degree], distance[0:vertices]) map(from: next[0:vertices])
    for (int v = 0; v < vertices; v++) {
        int reached = distance[v];
        if (reached < 0) {
            for (int e = 0; e < degree; e++) {
                const int u = neighbour[v * degree + e];
                if (u < 0 || u >= vertices) continue;
                if (distance[u] == level - 1) {
                    reached = level;
                    break;
                }
            }
        }
        next[v] = reached;
    }
}

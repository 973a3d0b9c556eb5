// The first position of a word in each line of a text; the length of a line without it. Most comparisons end
// at the first letter. The SIMD model compares at 16 positions of one line, with loads that are neighbours; a
// lane of the SPMD model searches a line of its own.
// run: string_search --arg size=2 --arg word=2:zeros

void string_search(int lines, int length, int size, const unsigned char* text, const unsigned char* word,
                   int* first) {
#pragma omp target teams distribute parallel for map(to: text[0:lines * length], word[0:size]) \
    map(from: first[0:lines])
    for (int i = 0; i < lines; i++) {
        int at = length;
#pragma omp simd simdlen(16) reduction(min: at)
        for (int p = 0; p < length - size + 1; p++) {
            int same = 0;
            for (; same < size; same++) {
                if (text[i * length + p + same] != word[same]) break;
            }
            if (same == size && p < at) at = p;
        }
        first[i] = at;
    }
}

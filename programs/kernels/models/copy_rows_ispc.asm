; What copy_rows.ispc means with a gang of 32, written by hand: ISPC has no front end here. Uniform variables have
; the same value in all threads, so the loop over the active lanes is in the block, and `branch_mask` asks which
; lanes were active before it. ISPC finds the next one in the mask, and does not test those between.
.threads 32
.const ROWS 32
.const N 40
.buffer src 0 1280
.buffer dest 1280 1280
.iota src 1280
.fill dest 1280 0
        t = tid                 ; 5: foreach (t = 0 ... rows) {
        rest = t < ROWS         ; one pass: the gang has 32 instances
        bz rest, end
        odd = t % 2             ; 6: if (t % 2) {
        bz odd, even
        everywhere              ; 8: unmasked {
        lane = 0                ; 7: foreach_active (lane) {
lanes:  more = lane < warp_size
        bz more, last
        branch_mask lane, copy
        jump next
copy:   row = t                 ; 9: uniform int row = extract(t, (uniform int)lane);
        shfl row, lane
        row = row * N
        i = tid                 ; 10: for (int i = programIndex; i < n; i += programCount)
loop:   more = i < N
        bz more, done
        a = row + i             ; 11: dest[row * n + i] = src[row * n + i];
        x = [a]
        a = a + dest
        [a] = x
        i = i + warp_size       ; 10: for (int i = programIndex; i < n; i += programCount)
        jump loop
done:   sync
next:   lane = lane + 1         ; 7: foreach_active (lane) {
        jump lanes
last:   sync
        end_everywhere          ; 8: unmasked {
even:   sync                    ; 6: if (t % 2) {
end:    sync                    ; 5: foreach (t = 0 ... rows) {
        stop
.expect stop
.expect stat memory_transactions == 96   ; 3 segments of src and 3 of dest for each of 16 rows
.expect memory 1319: 0 40 41 42         ; row 0 is not copied, row 1 is
.expect memory 1358: 78 79 0
.expect memory 2558: 1278 1279          ; the last row

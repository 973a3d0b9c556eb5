; Right, but the warp waits in both loops.
; Wanted, memory 24: 28 98 168 238 308 378 448 518, in at most 62 steps
.threads 8
.memory 0: 0 1 2 3 4 5 6 7                    ; the lengths of the first lists
.memory 8: 7 6 5 4 3 2 1 0                    ; and of the second
.memory 16: 200 207 214 221 228 235 242 249   ; the first words
.memory 200: 1 2 3 4 5 6 7 11 12 13 14 15 16 17 21 22 23 24 25 26 27 31 32 33 34 35 36 37
.memory 228: 41 42 43 44 45 46 47 51 52 53 54 55 56 57 61 62 63 64 65 66 67 71 72 73 74 75 76 77
        n1 = [tid]
        a = tid + warp_size
        n2 = [a]
        a = a + warp_size
        p = [a]
        s = 0
first:  bz n1, second           ; the first list
        x = [p]
        s = s + x
        p = p + 1
        n1 = n1 - 1
        jump first
second: sync
rest:   bz n2, done             ; the second list
        x = [p]
        s = s + x
        p = p + 1
        n2 = n2 - 1
        jump rest
done:   sync
        a = a + warp_size
        [a] = s
        stop

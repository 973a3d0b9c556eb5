; A step of the Collatz sequence: an odd word becomes 3x + 1, an even one is halved.
.threads 8
.memory 0: 3 1 4 1 5 9 2 6
        x = [tid]               ; each thread loads a word
        odd = x & 1
        bz odd, even            ; threads with an even word wait for their side
        x = x * 3               ; the others go first
        x = x + 1
        jump join
even:   x = x / 2
join:   sync                    ; where both sides meet again
        [tid] = x
        stop

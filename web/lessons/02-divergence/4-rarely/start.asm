; The word at t, or the sum of its digits if it is 100 or more, at N + t. Right, but always 15 steps.
; Wanted, memory 8: 12 12 7 99 1 50 16 3
.threads 8
.memory 0: 12 345 7 99 100 50 808 3
        x = [tid]
        h = x / 100
        t = x / 10
        t = t % 10
        o = x % 10
        d = h + t
        d = d + o
        large = x > 99          ; 1 or 0
        small = 1 - large
        d = d * large           ; choose between d and x without a branch
        x = x * small
        x = x + d
        a = tid + warp_size
        [a] = x
        stop

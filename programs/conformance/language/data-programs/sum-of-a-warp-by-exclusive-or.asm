; A sum over 32 threads in five shuffles with lanes tid ^ 16, ^ 8, ^ 4, ^ 2, ^ 1: every thread has it.
.threads 32
        s = tid + 1
        d = 16
loop:   bz d, done
        k = tid ^ d
        o = s
        shfl o, k
        s = s + o
        d = d >> 1
        jump loop
done:   sync
        stop
.expect var s: 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528 528
.expect stat by_instruction.shfl == 5
.covers SV

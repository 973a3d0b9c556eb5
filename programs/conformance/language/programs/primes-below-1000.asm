; Each of 1000 threads divides its number by 2, 3, …; a break by flag, and a count of those that are left: 168 primes.
.threads 1000
.memory 0: 0
        prime = tid > 1
        d = 2
        go = prime
loop:   bz go, done
        square = d * d
        go = square <= tid
        bz go, next             ; no divisor up to the root
        rest = tid % d
        bnz rest, on
        prime = 0
        go = 0
on:     sync
        d = d + 1
next:   sync
        jump loop
done:   sync
        bz prime, end
        n = atomic_inc [0]
end:    sync
        stop
.expect stop
.expect active 0-999
.expect memory 0: 168
.expect var prime: 0 0 1 1 0 1 0 1 0 0 0 1 0 1
.expect stat max_sync_depth == 3
.covers BD SS SP

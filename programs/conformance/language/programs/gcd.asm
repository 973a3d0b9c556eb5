; Euclid's algorithm with another pair in each thread: the threads leave when they are done.
.threads 8
.memory 0: 48 17 100 0 21 1 270 36
.memory 8: 36 5 75 7 14 1 192 0
        a = [tid]
        i = tid + 8
        b = [i]
loop:   bz b, done
        rest = a % b
        a = b
        b = rest
        jump loop
done:   sync
        stop
.expect stop
.expect active 0-7
.expect var a: 12 1 25 7 7 1 6 36
.expect var b: 0 0 0 0 0 0 0 0
.covers BD BT SS SP

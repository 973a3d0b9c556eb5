; Each thread follows its list to the end, -1, and counts the steps; threads leave one after another.
.threads 4
.memory 0: -1 0 1 2
        p = tid
        n = 0
loop:   c = p >= 0
        bz c, done
        p = [p]
        n = n + 1
        jump loop
done:   sync
        stop
.expect var n: 1 2 3 4
.expect var p: -1 -1 -1 -1
.expect stat by_instruction.ld == 4
.covers LD BD

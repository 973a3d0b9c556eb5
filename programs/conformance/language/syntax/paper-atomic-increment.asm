; The paper's v ←ᵃ a + 1 is an atomic increment, in each of its three spellings.
.threads 2
.memory 5: 10
        vx = 5
        v <-a vx + 1
        w ←a vx + 1
        u ←ᵃ vx + 1
        t <-a 5+1
        stop
.expect var v: 11 12
.expect var w: 13 14
.expect var u: 15 16
.expect var t: 17 18
.expect stat by_instruction.atomic_inc == 4
.covers AT

; The third iteration reaches the `sync` by a way that has closed the conditional already.
.threads 33
        i = 0
loop:   i = i + 1
        early = i < 3
        bz early, skip
close:  sync
        jump loop
skip:   sync
        jump close
.expect trap sync-without-branch 7
.expect active 0-32
.expect var i: 3 3 3
.expect steps 16
.expect stat by_instruction.sync == 3
.covers sync-without-branch

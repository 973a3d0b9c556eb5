; A `jump` is one step for any number of threads, in the first round as in the tenth.
.threads 1000
.active 0-998
        i = 0
round:  i = i + 1
        jump test
end:    stop
test:   left = 10 - i
        branch = left == 0
        bnz branch, leave
        sync
        jump round
leave:  sync
        jump end
.expect stop
.expect active 0-998
.expect var i: 10 10
.expect steps 72
.expect stat by_instruction.jump == 20
.expect stat max_sync_depth == 1
.covers JP

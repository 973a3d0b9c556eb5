; `stop` in the half that runs first: thread 0 waits for its turn.
.threads 2
        bz tid, end
end:    stop
.expect trap stop-while-diverged 4
.expect active 1
.expect steps 1
.expect stat by_instruction.stop == 0
.covers stop-while-diverged

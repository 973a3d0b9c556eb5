; Warp 0 writes a word, then raises a flag; warp 1 reads the word if it sees the flag. atomic_inc counts the flag, which
; is not a race, but nothing orders the word's load after its store. In the default order warp 1 reads the flag too early
; and does not load the word: the program stops, and the bug stays hidden. `musimd explore` finds the schedules in which
; it is a race.
.threads 1
.warps 2
.const WORD 0
.const FLAG 1
.memory 1: 0
        bnz wid, reader
        [WORD] = 42
        raised = atomic_inc [FLAG]
        jump end
reader: seen = atomic_inc [FLAG]
        first = seen == 1
        bnz first, early
        word = [WORD]
early:  sync
end:    sync
        stop
.expect stop
.expect memory 0: 42 2

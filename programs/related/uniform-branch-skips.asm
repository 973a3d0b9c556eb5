; A branch on which all threads agree is a jump: the half that no thread needs does not run (rules BT and BF).
;
; Predicated code that does not test for an empty mask runs both halves, one of them with no active lane: the result is
; the same, but every instruction is fetched. ISPC and GPUs may do either; the counts here are exact.
.threads 8
        c = tid < 100
        bz c, else
        x = 1
        jump join
else:   x = 2
        x = x + 1
        x = x + 1
join:   sync
        stop
.expect stop
.expect var x: 1 1 1 1 1 1 1 1
.expect stat branches_divergent == 0
.expect stat by_instruction.bp == 1
.expect stat active_lane_instructions == 48

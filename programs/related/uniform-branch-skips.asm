; A branch on which all threads agree is a jump: the half that nobody needs is not done (rules BT and BF).
;
; Predicated code, without a test whether the mask is empty, goes through both halves all the same, with no lane
; active: the same result, but every instruction is fetched. ISPC and GPUs may do either; the counts here are exact.
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

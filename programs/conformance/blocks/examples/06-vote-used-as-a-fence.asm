; A vote makes the threads wait for each other, but orders no memory: for independent threads the load of line 7 races with
; the store of line 4.
.threads 2
        [tid] = tid
        z = vote.any 3, 1
        o = 1 - tid
        x = [o]
        stop
.expect lockstep stop
.expect lockstep var x: 1 0
.expect volta trap race 7
.covers VO race

; Only the half that is active: independent threads of it come to the instruction in one round. With `--activemask smallest`
; each would be a set of its own.
.threads 4
        c = tid & 1
        bz c, e
        m = activemask
e:      sync
        stop
.expect lockstep stop
.expect lockstep var m: _ 10 _ 10
.expect volta stop
.expect volta var m: _ 10 _ 10
.expect volta warning activemask 6
.covers AM

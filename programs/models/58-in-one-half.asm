; In one half: example 58 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var b: 15 15 15 15
.expect lockstep stack minpc masks maximal uniform barriers var m: 3 3 _ _
.expect lockstep stack minpc masks maximal uniform barriers var k: 15 15 15 15
.expect volta error

        c = tid < 2
        bz c, j
        everywhere
        b = ballot 1
        end_everywhere
        m = activemask
j:      sync
        k = activemask
        stop

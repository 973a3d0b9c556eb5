; Branch_mask: example 61 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep stack minpc masks maximal uniform barriers stop
.expect lockstep stack minpc masks maximal uniform barriers var r: 2 2
.expect volta error

        r = 0
        bz tid, j
        everywhere
        branch_mask 1, t
        r = 1
t:      r = r + 2
        end_everywhere
j:      sync
        stop

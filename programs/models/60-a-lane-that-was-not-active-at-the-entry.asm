; A lane that was not active at the entry: example 60 of section 12 of docs/semantics.md.
.threads 2
.active 0
.steps 300
.expect lockstep stack minpc maximal uniform barriers stop
.expect lockstep stack minpc maximal uniform barriers var x: _ _
.expect masks stop
.expect masks var x: 1 1
.expect volta error

        everywhere
        x = tid
        shfl x, 1
        end_everywhere
        stop

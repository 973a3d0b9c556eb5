; No sync in the block: example 62 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep trap end-everywhere-while-diverged 12
.expect stack minpc barriers stop
.expect stack minpc barriers var x: _ 1
.expect masks maximal uniform volta error

        everywhere
        bz tid, e
        x = 1
e:      end_everywhere
        stop

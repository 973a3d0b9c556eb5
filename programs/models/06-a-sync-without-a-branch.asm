; A sync without a branch: example 6 of section 12 of docs/semantics.md.
.threads 2
.steps 300
.expect lockstep volta trap sync-without-branch 9
.expect stack minpc barriers stop
.expect stack minpc barriers var m: 3 3
.expect masks maximal uniform error

        sync
        m = activemask
        stop

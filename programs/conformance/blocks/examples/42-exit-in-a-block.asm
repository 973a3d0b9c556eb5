; `exit` in an `everywhere` block.
.threads 2
        everywhere
        exit
        end_everywhere
        stop
.expect lockstep trap exit-inside-everywhere 4
.covers exit-inside-everywhere

; The directive selects the model; `--model` is not needed.
.threads 4
.model volta
        b = ballot 1
        stop
.expect stop
.expect var b: 1 2 4 8
.covers BL

; Directives may be anywhere, also after the instructions that use their names.
.threads 2
.block 2
        a = box + tid
        [a] = tid
        stop
.shared box 2
.expect lockstep stop
.expect lockstep shared 0 0: 0 1
.expect volta stop
.expect volta shared 0 0: 0 1
.covers ST

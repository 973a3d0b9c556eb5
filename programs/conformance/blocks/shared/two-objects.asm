; Objects are packed in the order of their directives.
.threads 2
.block 2
.shared a 2
.shared b 3
        d = b - a
        x = a
        [a] = 1
        stop
.expect lockstep stop
.expect lockstep var d: 2 2
.expect lockstep var x: 16777216 16777216
.expect volta trap race 8 threads: 1
.covers ST

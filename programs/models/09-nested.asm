; Nested: example 9 of section 12 of docs/semantics.md.
.threads 4
.steps 300
.expect lockstep stack minpc masks maximal barriers stop
.expect lockstep stack minpc masks maximal barriers var m: 3 3 _ _
.expect lockstep stack minpc masks maximal barriers var k: 15 15 15 15
.expect uniform stop
.expect uniform var m: 1 2 _ _
.expect uniform var k: 15 15 15 15
.expect volta stop
.expect volta var m: 1 2 _ _
.expect volta var k: 1 2 12 12
.expect volta warning activemask

        c = tid < 2
        bz c, j
        bz tid, i
        x = 1
i:      sync
        m = activemask
j:      sync
        k = activemask
        stop

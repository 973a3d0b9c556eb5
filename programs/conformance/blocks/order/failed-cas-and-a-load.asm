; A `fetch_cas` that fails only reads: it does not race with a load.
.threads 2
.memory 0: 7
        bz tid, e
        x = [0]
        jump j
e:      k = fetch_cas [0], 1, 2
j:      sync
        stop
.expect lockstep stop
.expect lockstep var x: _ 7
.expect lockstep var k: 7 _
.expect volta stop
.expect volta var x: _ 7
.expect volta var k: 7 _
.covers AT LD

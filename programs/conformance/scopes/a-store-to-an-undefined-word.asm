; An atomic store needs no word at its address.
.steps 300
.threads 1
        store.relaxed.grid [5], 3
        v = load.relaxed.grid [5]
        stop
.expect lockstep stop
.expect lockstep var v: 3
.expect volta stop
.expect volta var v: 3
.covers AT ST

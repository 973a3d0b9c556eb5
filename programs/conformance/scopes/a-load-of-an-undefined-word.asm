; An atomic load needs one, and is a load: it changes nothing.
.steps 300
.threads 1
.memory 5: 4
        v = load.acquire.grid [5]
        u = load.acquire.grid [6]
        stop
.expect lockstep trap undefined-memory 6
.expect lockstep var v: 4
.expect lockstep memory 5: 4 _
.expect volta trap undefined-memory 6
.expect volta var v: 4
.expect volta memory 5: 4 _
.covers undefined-memory AT

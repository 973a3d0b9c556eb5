; The threads that take their set together have no further turn in this round: thread 0 is first at the counter.
.threads 2
.memory 0: 0
        m = activemask
        k = fetch_add [0], 1
        stop
.expect lockstep stop
.expect lockstep var k: 0 1
.expect lockstep steps 3
.expect volta stop
.expect volta var k: 0 1
.expect volta steps 6
.covers AM AT

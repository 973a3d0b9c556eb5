; `pascal` is another word for `lockstep`.
.threads 4
.model pascal
        b = ballot 1
        stop
.expect stop
.expect var b: 15 15 15 15
.covers BL

; MT: tid may be the address of an increment.
.threads 3
.memory 0: 1 2 3
        x = atomic_inc [tid]
        stop
.expect var x: 2 3 4
.covers MT AT

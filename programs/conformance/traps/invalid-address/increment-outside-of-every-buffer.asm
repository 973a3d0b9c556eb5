; invalid-address: increments obey the buffers.
.threads 2
.buffer COUNT 0 1
.memory COUNT: 0 0
        x = atomic_inc [tid]  ; thread 1
        stop
.expect trap invalid-address 5
.expect memory 0: 0 0
.covers invalid-address

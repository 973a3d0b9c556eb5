; invalid-address: an address between two buffers.
.threads 3
.buffer LOW 0 1
.buffer HIGH 2 1
.fill 0 3 5
        x = [tid]            ; thread 1
        stop
.expect trap invalid-address 6
.expect memory 0: 5 5 5
.covers invalid-address

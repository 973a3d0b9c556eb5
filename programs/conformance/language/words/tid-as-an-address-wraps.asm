; In a wrap word of 8 bits tid of thread 128 is -128, which is not an address.
.threads 1000
.word 8 wrap
        [tid] = 1            ; thread 128
        stop
.expect trap invalid-address 4
.expect memory 0: _
.covers invalid-address

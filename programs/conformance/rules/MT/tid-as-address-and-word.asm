; MT: tid may be the address and the word of a store.
.threads 4
        [tid] = tid
        stop
.expect memory 0: 0 1 2 3 _
.covers MT ST

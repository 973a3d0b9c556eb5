; ST: warp_size and a named constant may be the word and the address.
.threads 64
.const HERE 20
        [HERE] = warp_size
        stop
.expect memory 20: 64
.covers ST

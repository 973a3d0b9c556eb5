; CT: warp_size is N, however few threads are active.
.threads 64
.active 0
        x = warp_size
        stop
.expect active: 0
.expect var x: 64 _
.covers CT

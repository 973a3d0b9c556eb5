; AT: floats are added in the order of the threads: the ones first, then 2^24, which is 2^24 + 4.
.threads 5
.order descending
.memory 0: 0
        c = tid == 0
        x = select.f32 c, 16777216.0f32, 1.0f32
        y = fetch_add.f32 [0], x
        stop
.expect memory 0: 16777220.0f32
.expect var y: 4.0f32 3.0f32 2.0f32 1.0f32 0
.covers AT

; AT: floats are added in the order of the threads: 2^24 + 1 is 2^24, four times.
.threads 5
.memory 0: 0
        c = tid == 0
        x = select.f32 c, 16777216.0f32, 1.0f32
        y = fetch_add.f32 [0], x
        stop
.expect memory 0: 16777216.0f32
.expect var y: 0 16777216.0f32 16777216.0f32 16777216.0f32 16777216.0f32
.covers AT

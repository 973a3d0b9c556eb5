; AT: types as wide as the word.
.threads 2
.word 32 wrap
.memory 0: 1.0f32 -1 2147483647
        x = fetch_add.f32 [0], 0.5f32
        y = fetch_inc.u32 [1], -1
        z = fetch_add.i32 [2], 1
        stop
.expect memory 0: 2.0f32 1 -2147483647
.expect var x: 1.0f32 1.5f32
.expect var y: -1 0
.expect var z: 2147483647 -2147483648
.covers AT

; AT: fetch_min and fetch_max compare as numbers of the type: the u8 200 is the word -56, and larger than 100.
.threads 1
.memory 0: -56 -56 -56 -56 -1 -1
        a = fetch_min.u8 [0], 100
        b = fetch_max.u8 [1], 100
        c = fetch_min.i8 [2], 100
        d = fetch_max.i8 [3], 100
        e = fetch_max.u64 [4], 5
        f = fetch_min.u32 [5], 5
        stop
.expect memory 0: 100 -56 -56 100 -1 5
.expect var a: -56
.expect var f: -1
.covers AT

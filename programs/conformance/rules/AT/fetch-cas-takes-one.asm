; AT: of many that compare, the first finds the word as it was and replaces it; the others find its word.
.threads 6
.memory 0: 0
        c = tid & 1
        bz c, end
        x = fetch_cas [0], 0, tid
end:    sync
        stop
.expect var x: _ 0 _ 1 _ 1
.expect memory 0: 1
.covers AT

; In the paper's spelling `<-a` is the arrow; the address after it may be a variable named a.
.threads 2
.memory 0: 0 0
        a = tid
        v <-a a + 1
        a <-a tid + 1
        stop
.expect var v: 1 1
.expect var a: 2 2
.covers AT

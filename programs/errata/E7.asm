; E7: which variables a thread sees. Neighbours swap their words.
;
; As printed, a thread reads what earlier threads have already changed: thread 1 reads its own word back.
; With --order descending thread 0 does.
.threads 4
        x = tid + 10
        neighbour = tid ^ 1
        shfl x, neighbour
        stop
.expect stop
.expect var x: 11 10 13 12
.covers TL SV

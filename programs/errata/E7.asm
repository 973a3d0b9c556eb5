; E7: whose variables a thread sees. Neighbours swap their words.
;
; As printed, a thread reads what the threads before it have already changed: thread 1 takes back its own
; word. With --order descending it is thread 0 that does.
.threads 4
        x = tid + 10
        neighbour = tid ^ 1
        shfl x, neighbour
        stop
.expect stop
.expect var x: 11 10 13 12
.covers TL SV

; Every thread reads the variables from before the instruction: neighbours exchange their values (E7).
.threads 8
        x = tid * tid
        lane = tid ^ 1
        shfl x, lane
        stop
.expect stop
.expect var x: 1 0 9 4 25 16 49 36
.expect steps 4
.covers IT TL SV

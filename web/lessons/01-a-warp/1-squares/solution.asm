        x = tid * tid
        a = tid + 100           ; a different address in each thread
        [a] = x
        stop

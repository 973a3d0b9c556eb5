; The square belongs at address 100, so I store it there.
        x = tid * tid
        [100] = x
        stop

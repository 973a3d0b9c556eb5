; [tid] worked in the lesson, so it is where a thread stores.
        x = tid * tid
        [tid] = x
        stop

; Thought: threads store in the order of their numbers, so the last one wins.
        a = tid + 100
        i = [a]
        a = tid + 200
        v = [a]
        a = i + 300
        [a] = v
        stop

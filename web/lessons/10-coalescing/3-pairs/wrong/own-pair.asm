; Thought: thread t needs pair t, so thread t loads pair t.
        a = tid * 2
        a = a + 1024
        x = [a]
        a = a + 1
        y = [a]
        x = x * y
        a = tid + 2048
        [a] = x
        stop

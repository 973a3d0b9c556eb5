; MM does not apply where nothing has defined the word.
.threads 1
.memory 0: 1
        x = [0]
        y = [1]
        stop
.expect trap undefined-memory 5
.expect var x: 1
.covers MM undefined-memory

// A short course: each lesson is a program with something to do. `ask` is a position at which the reader guesses which
// lanes run next.

const kDiverge = `; Two halves of a warp take different ways.
.threads 8
        odd = tid & 1           ; 0 or 1
        bz odd, even            ; the even threads go to \`even\`
        x = 100                 ; the odd threads
        jump join
even:   x = 200                 ; the even threads
join:   sync
        stop
`;

export const lessons = [
  {
    title: "A warp",
    file: "lesson-1.asm",
    text: `; A warp: eight threads, one instruction at a time.
.threads 8
        x = tid * 10            ; tid is the number of the thread
        y = x + 1
        [tid] = y               ; memory belongs to all threads
        stop
`,
    say: "A GPU runs threads in groups, <b>warps</b>. A warp has <b>one</b> program counter: all its threads execute the same line in the same step, each on its own variables. Press <b>Step</b> and watch the tables: eight values change at once.",
    ask: { step: 1, question: "Before you go on: which lanes run the line after the next one?" },
  },
  {
    title: "Divergence",
    file: "lesson-2.asm",
    text: kDiverge,
    say: "What if the threads of a warp disagree at a branch? There is one program counter, so they cannot go two ways at once. Step to the branch and guess.",
    ask: {
      step: 1,
      question:
        "The even threads, whose odd is 0, want to go to <code>even</code>; the others go on with the line after the branch. Which lanes run after the branch?",
    },
  },
  {
    title: "Reconvergence",
    file: "lesson-3.asm",
    text: kDiverge,
    say: "The other half is not lost: <b>Π</b> says who waits, and where they go on. At the <code>sync</code> the roles change, and when both sides are done, all threads run together again. That is why the sync is executed twice. Click a lane that sleeps: why?",
    ask: { step: 4, question: "The odd threads are about to execute <code>sync</code>. Which lanes run after it?" },
  },
  {
    title: "Half of the work is idle",
    file: "lesson-4.asm",
    text: `; Each odd thread adds up a row of eight words, alone.
.threads 8
.iota 0 64 1                    ; memory 0 ... 63: 1, 2, 3, ...
        odd = tid & 1
        bz odd, skip            ; the even threads have nothing to do
        a = tid * 8
        end = a + 8
        s = 0
loop:   more = a < end
        bz more, done
        x = [a]
        s = s + x
        a = a + 1
        jump loop
done:   sync
skip:   sync
        stop
`,
    say: "Here only every other lane works, for the whole loop. Open <b>Statistics</b> below: <code>simd efficiency</code> is the share of lanes that worked. And open <b>Memory accesses</b>: the threads read far from each other, which is slow on real machines. Press <b>Run</b>, then look at both.",
  },
  {
    title: "Everywhere",
    file: "lesson-5.asm",
    text: `; Inside a branch, an everywhere block wakes all threads.
.threads 8
        odd = tid & 1
        bz odd, join            ; the even threads sleep
        everywhere              ; all threads run ...
        [tid] = tid
        end_everywhere          ; ... and the even ones sleep again
        [tid] = 77              ; who stores this?
join:   sync
        stop
`,
    say: "Sleeping lanes are lanes wasted. An <b>everywhere</b> block wakes them: inside, the whole warp runs, for example to copy a row together. <b>Λ</b> remembers who was running before, and <code>end_everywhere</code> restores that.",
    ask: {
      step: 2,
      question:
        "Lanes 1, 3, 5 and 7 are about to execute <code>everywhere</code>. Which lanes run the line after it? And, later: which store 77?",
    },
  },
  {
    title: "Your turn",
    file: "lesson-6.asm",
    text: `; This program is wrong: it traps. Can you repair it?
.threads 8
        few = tid < 6
        bnz few, work
        stop                    ; threads 6 and 7 have nothing to do
work:   sync
        [tid] = tid
        stop
.expect stop
`,
    say: "Threads 6 and 7 stop while the others still wait for their turn. On this machine that is an error: <b>Run</b> to see it. Edit the program so that the warp reconverges before it stops. Hint: threads without work should simply go on to the <code>sync</code>.",
    goal: "stop",
  },
];

// What a rule does, for readers who have never seen one.

const kRules = {
  STOP: ["The program ends", "No branch is open: all threads that were running have met again, and the run is over."],
  BT: [
    "All threads agree",
    "Every running thread takes the branch. Nobody has to wait, but Π gets an entry all the same: the sync will remove it.",
  ],
  BF: [
    "All threads agree",
    "No running thread takes the branch. Nobody has to wait, but Π gets an entry all the same: the sync will remove it.",
  ],
  BD: [
    "Divergence",
    "The threads disagree. A warp has a single program counter, so it can only follow one side at a time: some threads go on, and the others fall asleep. A new entry of Π says who waits, and where they go on.",
  ],
  BA: [
    "A branch on the mask",
    "The thread that the operand names was running when the everywhere block was entered, so the branch is taken.",
  ],
  BI: [
    "A branch on the mask",
    "The thread that the operand names was asleep when the everywhere block was entered, so the branch is not taken.",
  ],
  SS: [
    "The other side's turn",
    "The running threads are done with their side of the branch and fall asleep here. Those that waited wake up and run their side.",
  ],
  SP: [
    "Reconvergence",
    "Both sides of the branch are done: all its threads run together again, and its entry leaves Π.",
  ],
  JP: ["A jump", "All running threads go on at the label."],
  EB: [
    "Everywhere",
    "All threads of the warp run now, also those that were asleep. Λ keeps who was running, and Π, for the end of the block.",
  ],
  EE: [
    "The end of the block",
    "The threads that were woken fall asleep again. Λ restores who was running, and Π, as if nothing had happened.",
  ],
  BR: ["A barrier", "The warp goes on when all warps are here."],
  AR: ["An assertion", "It holds for every running thread."],
  IT: [
    "One instruction, many threads",
    "Every running thread executes this line, on its own variables. Sleeping threads do not.",
  ],
  EX: ["Exit", "The running threads end here; the others go on without them."],
  BB: ["A barrier of the block", "The threads wait until all threads of the block are here."],
};

/** Data instructions of which more can be said than of all: the first one whose pattern matches. */
const kInstructions = [
  [
    /^shfl\b|= shfl\./,
    "A shuffle",
    "Every running thread takes a value from another lane: threads of a warp can read each other's variables without memory.",
  ],
  [
    /^\[/,
    "A store",
    "Every running thread writes a word of the shared memory, each at its own address. Sleeping threads do not.",
  ],
  [
    /= \[/,
    "A load",
    "Every running thread reads a word of the shared memory, each at its own address. Sleeping threads do not.",
  ],
  [
    /= (atomic_inc|fetch_)/,
    "An atomic operation",
    "The running threads update memory one after the other, so that no update is lost.",
  ],
  [
    /= (ballot|vote)/,
    "A vote",
    "The running threads answer a question together: each learns what the others say.",
  ],
];

/** [title, text] of a rule that applies to an instruction. */
export function explained(rule, instruction) {
  const known = rule === "IT" ? kInstructions.find(([pattern]) => pattern.test(instruction)) : undefined;
  return known?.slice(1) ?? kRules[rule] ?? [rule, ""];
}

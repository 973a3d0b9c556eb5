// The kernels of the page's menu, with their options of `musimd web --add`: launches that are small enough to watch.

const ofArrays = (n) => ["--arg", `dest=zeros:${n}`, "--arg", `src=iota:${n}`, "--arg", `n=${n}`];
const ofEight = ["--block", "8", "--warp", "8"];

const histogram = [...ofEight, "--arg", "in=iota:8", "--arg", "out=zeros:4"];
const rows = "--arg rows=8 --arg n=4 --arg src=32:iota --arg dest=32:zeros".split(" ");
// A graph of eight vertices, -1 for no neighbour; the search begins at vertex 0.
const neighbours = "1,2,3,0,4,-1,0,5,6,0,7,-1,1,-1,-1,2,-1,-1,2,-1,-1,3,-1,-1";
const search = [
  ..."--model spmd --arg degree=3 --arg level=1 --arg distance=0,-1,-1,-1,-1,-1,-1,-1 --arg next=8:zeros".split(" "),
  ...["--arg", `neighbour=${neighbours}`],
];

export const kernels = [
  { file: "cuda/paper/figure1c.cu", options: ["--kernel", "my_kernel", ...ofEight, ...ofArrays(24)] },
  { file: "cuda/paper/figure1d.cu", options: ["--kernel", "my_kernel", ...ofArrays(64)] },
  { file: "cuda/paper/figure3.cu", options: ["--kernel", "my_kernel", ...ofArrays(64)] },
  { file: "models/copy_rows.cu", options: [] }, // states its own
  { file: "cuda/bugs/barrier-in-a-branch-wrong.cu", options: ofEight },
  { file: "cuda/bugs/barrier-in-a-branch-fixed.cu", options: ofEight },
  { file: "cuda/bugs/histogram-race-wrong.cu", options: histogram },
  { file: "cuda/bugs/histogram-race-fixed.cu", options: histogram },
  { file: "models/copy_rows.c", options: rows },
  { file: "openmp/bfs_step.c", options: search },
  { file: "openmp/histogram.c", options: "--model spmd --arg bins=4 --arg value=8:iota --arg count=4:zeros".split(" ") },
];

// Moves through the slides of a deck. The number of the slide is in the address, so that a reload stays there.

const slides = [...document.querySelectorAll(".marpit > svg")];
const notes = document.getElementById("notes");
const texts = JSON.parse(document.getElementById("note-texts").textContent);
let at = 0;

function show(number) {
  slides[at].classList.remove("shown");
  at = Math.min(Math.max(number, 0), slides.length - 1);
  slides[at].classList.add("shown");
  notes.textContent = texts[at] || "No notes.";
  history.replaceState(null, "", `#${at + 1}`);
}

const keys = {
  ArrowRight: () => show(at + 1),
  ArrowDown: () => show(at + 1),
  PageDown: () => show(at + 1),
  " ": () => show(at + 1),
  ArrowLeft: () => show(at - 1),
  ArrowUp: () => show(at - 1),
  PageUp: () => show(at - 1),
  Home: () => show(0),
  End: () => show(slides.length - 1),
  n: () => (notes.hidden = !notes.hidden),
  f: () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
};

const addressed = () => show((Number.parseInt(location.hash.slice(1), 10) || 1) - 1);

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey || !Object.hasOwn(keys, event.key)) return;
  event.preventDefault();
  keys[event.key]();
});
addEventListener("click", (event) => {
  if (!notes.contains(event.target)) show(at + (event.clientX < innerWidth / 3 ? -1 : 1));
});
addEventListener("hashchange", addressed);
addressed();

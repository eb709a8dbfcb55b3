// The player of the tour on the stage. It does not start by itself if the reader prefers reduced motion.

const MOVES_A_SECOND = 6;
const SHORTEST = 3;
const LONGEST = 30;
const stillness = matchMedia("(prefers-reduced-motion: reduce)");

class Player {
  constructor(theatre, stage, describe) {
    this.stage = stage;
    this.describe = describe;
    this.zone = theatre;
    this.panel = byId("player");
    this.scrub = byId("scrub");
    this.speed = byId("speed");
    this.playButton = this.panel.querySelector('[data-do="play"]');
    this.clock = null;
    this.clear();
    this.panel.addEventListener("click", (event) => {
      const button = event.target.closest("button[data-do]");
      if (button) this.act(button.dataset.do);
    });
    this.scrub.addEventListener("input", () => this.step(Number(this.scrub.value)));
    byId("arrows").addEventListener("change", () => { if (this.moves) this.step(this.made); });
    this.speed.addEventListener("change", () => { if (this.clock) this.play(); });
    this.zone.addEventListener("keydown", (event) => this.pressed(event));
  }

  clear() {
    this.pause();
    this.moves = 0;
    this.made = 0;
    this.panel.classList.add("idle");
  }

  // Loads a tour. If `playing` is false, the whole tour is drawn at once.
  load(tour, playing) {
    this.pause();
    this.moves = this.stage.put(tour);
    this.scrub.max = this.moves;
    this.panel.classList.remove("idle");
    const moving = playing && !stillness.matches;
    this.to(moving ? 0 : this.moves);
    if (moving) this.play();
  }

  act(what) {
    const acts = {
      first: () => this.step(0),
      back: () => this.step(this.made - 1),
      on: () => this.step(this.made + 1),
      last: () => this.step(this.moves),
      play: () => this.toggle(),
    };
    (acts[what] ?? this.stage.acts[what])();
  }

  toggle() {
    if (this.clock) this.pause();
    else if (this.moves) this.play();
  }

  step(made) {
    this.pause();
    this.to(made);
  }

  to(made) {
    this.made = Math.max(0, Math.min(this.moves, made));
    this.stage.to(this.made);
    const words = this.describe(this.made);
    this.scrub.value = this.made;
    this.scrub.setAttribute("aria-valuetext", words);
    byId("visit").textContent = words;
  }

  play() {
    this.pause();
    if (this.made === this.moves) this.to(0);
    const whole = Math.min(LONGEST, Math.max(SHORTEST, this.moves / MOVES_A_SECOND));
    const pace = (this.stage.pace ?? this.moves / whole) * Number(this.speed.value);
    const [began, from] = [performance.now(), this.made];
    this.zone.style.setProperty("--step", stillness.matches ? "0s" : `${Math.min(0.15, 0.8 / pace)}s`);
    this.zone.classList.add("playing");
    this.playButton.setAttribute("aria-label", "Pause");
    const tick = (now) => {
      const made = Math.min(this.moves, from + Math.floor(((now - began) / 1000) * pace));
      if (made !== this.made) this.to(made);
      if (made >= this.moves) this.pause();
      else this.clock = requestAnimationFrame(tick);
    };
    this.clock = requestAnimationFrame(tick);
  }

  pause() {
    if (this.clock) cancelAnimationFrame(this.clock);
    this.clock = null;
    this.zone.style.setProperty("--step", "0s");
    this.zone.classList.remove("playing");
    this.playButton.setAttribute("aria-label", "Play");
  }

  pressed(event) {
    const on = event.target;
    if (!this.moves || event.ctrlKey || event.altKey || event.metaKey || on.tagName === "SELECT") return;
    const slides = on === this.scrub;
    const keys = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last", " ": "play", ...this.stage.keys };
    const act = keys[event.key];
    // Buttons handle the space bar themselves, and the slider handles the arrow keys.
    if (!act || (event.key === " " && (on.tagName === "BUTTON" || on.type === "checkbox")) || (slides && event.key !== " ")) return;
    event.preventDefault();
    this.act(act);
  }
}

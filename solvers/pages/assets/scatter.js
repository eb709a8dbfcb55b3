// The times of two solvers, one point per problem. A click on a point shows the problem, a run of each solver, and the tour.

const PLANE = 100;
const UNSOLVED = 96;
const SOLVED = 88;

class Scatter {
  constructor(runs, outcomes, explorer) {
    Object.assign(this, { runs, outcomes, explorer, stage: new Stage(byId("pair-stage")) });
    this.choices = ["pair-x", "pair-y"].map(byId);
    this.choices.forEach((choice, place) => {
      options(choice, runs.competitor.names);
      choice.value = Math.min(place, runs.competitor.names.length - 1);
      choice.addEventListener("change", () => this.draw());
    });
    this.draw();
  }

  // Returns the time of a run in seconds, or infinity if it is not solved.
  time(run) {
    return this.outcomes[run] < 2 ? Math.max(this.runs.seconds[run], 1e-6) : Infinity;
  }

  // Returns the run of a solver with the median time, for each problem.
  medians(competitor) {
    const groups = new Map();
    this.runs.problem.places.forEach((problem, run) => {
      if (this.runs.competitor.places[run] === competitor) groups.set(problem, [...(groups.get(problem) ?? []), run]);
    });
    const middle = (group) => group.sort((one, other) => (this.time(one) < this.time(other) ? -1 : 1))[group.length >> 1];
    return new Map([...groups].map(([problem, group]) => [problem, middle(group)]));
  }

  draw() {
    const [across, up] = this.choices.map(({ value }) => this.medians(Number(value)));
    const pairs = [...across].filter(([problem]) => up.has(problem)).map(([problem, run]) => [problem, run, up.get(problem)]);
    const logs = pairs.flatMap(([, ...both]) => both.map((run) => Math.log10(this.time(run)))).filter(Number.isFinite);
    const [low, high] = logs.length ? [Math.min(...logs) - 0.1, Math.max(...logs) + 0.1] : [-3, 0];
    const place = (time) => (time === Infinity ? UNSOLVED : (SOLVED * (Math.log10(time) - low)) / (high - low));
    const ticks = Array.from({ length: 12 }, (_, power) => power - 6).filter((power) => power >= low && power <= high);
    const names = this.choices.map(({ selectedOptions }) => selectedOptions[0].textContent);
    const label = (x, y, text, attributes = {}) => drawn("text", { x, y, ...attributes }, text);
    const marks = ticks.flatMap((power) => {
      const [at, text] = [place(10 ** power), seconds(10 ** power)];
      return [drawn("path", { class: "grid", d: `M${at} 0V${PLANE}M0 ${PLANE - at}H${PLANE}` }),
        label(at, PLANE + 5, text, { "text-anchor": "middle" }), label(-2, PLANE - at + 1, text, { "text-anchor": "end" })];
    });
    const edge = PLANE - UNSOLVED;
    byId("pair").replaceChildren(drawn("svg", { viewBox: "-19 -4 124 119", role: "group", "aria-label": `Times of ${names.join(" and ")}` },
      ...marks, drawn("path", { class: "diagonal", d: `M0 ${PLANE}L${SOLVED} ${PLANE - SOLVED}` }),
      drawn("path", { class: "unsolved", d: `M${UNSOLVED} 0V${PLANE}M0 ${edge}H${PLANE}` }),
      label(-2, edge + 1, "unsolved", { "text-anchor": "end" }), label(UNSOLVED, PLANE + 5, "unsolved", { "text-anchor": "middle" }),
      label(SOLVED / 2, PLANE + 12, names[0], { "text-anchor": "middle" }),
      label(0, 0, names[1], { "text-anchor": "middle", transform: `translate(-16 ${PLANE - SOLVED / 2}) rotate(-90)` }),
      ...pairs.map((pair) => this.point(pair, names, place))));
    byId("pair-facts").replaceChildren(element("p", {}, "Choose a point."));
    byId("pair-stage").replaceChildren();
  }

  point([problem, ...both], names, place) {
    const [x, y] = both.map((run) => place(this.time(run)));
    const look = OUTCOMES[Math.min(...both.map((run) => this.outcomes[run]))];
    const ends = both.map((run, which) => `${names[which]} ${this.ending(run)}`);
    const name = this.runs.problem.names[problem];
    const circle = drawn("circle", { class: `point ${look}`, cx: x, cy: PLANE - y, r: 1.5, tabindex: 0, role: "button", "aria-label": `${name}: ${ends.join("; ")}` });
    const show = () => this.show(name, both, names);
    circle.addEventListener("click", show);
    circle.addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key)) { event.preventDefault(); show(); } });
    return circle;
  }

  ending(run) {
    const { termination, seconds: time, nodes } = this.runs;
    return `${termination.names[termination.places[run]]}, ${seconds(time[run])}, ${count(nodes[run], "node")}`;
  }

  show(name, both, names) {
    const facts = both.map((run, which) => element("div", {}, element("dt", {}, names[which]), element("dd", {}, this.ending(run))));
    const drawable = this.explorer ? both.filter((run) => this.explorer.data.entries.tour[run] !== NOTHING) : [];
    byId("pair-facts").replaceChildren(element("p", { class: "verdict" }, name), element("dl", {}, ...facts));
    byId("pair-stage").replaceChildren();
    if (!drawable.length) return;
    const { board, start } = this.explorer.placeOf(drawable[0]);
    const more = element("button", { type: "button" }, "Show it below, step by step");
    more.addEventListener("click", () => this.explorer.reveal(drawable[0]));
    byId("pair-facts").append(element("p", {}, `The tour of ${names[both.indexOf(drawable[0])]}: `, more));
    this.stage.board(board, start);
    this.stage.to(this.stage.put(tourOf(board, this.explorer.data.entries.tour[drawable[0]], start)));
  }
}

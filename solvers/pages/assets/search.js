// A search, step by step: the path, the next squares and those already tried. The solver `pruned` also has forced moves and
// reasons for pruning. A step adds a square to the path, or removes the last one. Step 0 is the empty board.

const [TAKEN, GIVEN_BACK, FORCED, CUT_OFF] = [0, 1, 2, 3];
const STEPS_A_SECOND = 5;
const COLUMNS = 300;

class Search extends Stage {
  constructor(search, board) {
    super(byId("stage"));
    Object.assign(this, search, byId("search").dataset);
    this.board(board, ANYWHERE);
    this.cells = board.rows * board.cols;
    this.whole = this.cells - board.holes.length;
    this.pace = STEPS_A_SECOND;
    this.keys = { d: "dead", D: "deadBefore", ArrowUp: "faster", ArrowDown: "slower" };
    this.acts = {
      dead: () => this.player.step(this.dead.find((step) => step > this.player.made) ?? this.last),
      deadBefore: () => this.player.step(this.dead.findLast((step) => step < this.player.made) ?? 0),
      faster: () => this.changeSpeed(1),
      slower: () => this.changeSpeed(-1),
    };
    this.counts = this.solver.startsWith("warnsdorff");
    this.read();
    const kinds = new Set(this.events.map((event) => event % 4));
    const shown = { path: this.last, counted: this.counts, open: !this.counts && this.last, tried: kinds.has(GIVEN_BACK), forced: kinds.has(FORCED), cut: kinds.has(CUT_OFF), given: board.givens.length, stuck: this.dead.some((step) => !this.noted(step, CUT_OFF).length) };
    for (const item of document.querySelectorAll("[data-kind]")) item.hidden = !shown[item.dataset.kind];
    this.drawProfile();
    this.player = new Player(document.body, this, (step) => this.say(step));
    switchNames(() => {
      this.board(board, ANYWHERE);
      this.player.step(this.player.made);
      if (!this.last) this.player.to(0);
    });
    if (this.last) {
      this.player.load(null, false);
      this.player.step(this.dead.length === 1 && this.deadEnds.has(this.last) ? this.last : 1);
    } else {
      this.to(0);
      byId("visit").textContent = this.say(0);
    }
  }

  // Computes columns with which each step can be shown without replaying the steps before. For each step: the added square (or
  // none), the step that added the last square of the path, the length of the path, and the number of squares added so far. For
  // each step that adds a square: the steps that added its predecessor on the path, and the alternative that was tried before.
  read() {
    const most = this.events.length + 1;
    const columns = ["square", "top", "depth", "nodes", "below", "triedBefore", "lastTried"];
    for (const name of columns) this[name] = new Int32Array(most);
    this.notes = new Map();
    this.square[0] = NOTHING;
    let step = 0;
    for (const event of this.events) {
      const kind = event % 4;
      const value = Math.floor(event / 4);
      if (kind === FORCED || kind === CUT_OFF) {
        if (!this.notes.has(step)) this.notes.set(step, []);
        this.notes.get(step).push([kind, Math.floor(value / this.cells), value % this.cells]);
        continue;
      }
      const top = this.top[step];
      const by = kind === TAKEN ? 1 : 0;
      step += 1;
      this.square[step] = by ? value : NOTHING;
      this.nodes[step] = this.nodes[step - 1] + by;
      this.depth[step] = this.depth[step - 1] + 2 * by - 1;
      this.top[step] = by ? step : this.below[top];
      if (by) [this.below[step], this.triedBefore[step], this.lastTried[top]] = [top, this.lastTried[top], step];
    }
    this.last = step;
    const isLast = (place) => place === step && this.over && this.outcome !== "found";
    const ends = (place) => this.square[place] !== NOTHING && (isLast(place) || (place < step && this.square[place + 1] === NOTHING));
    this.dead = Array.from({ length: step }, (_, place) => place + 1).filter(ends);
    this.deadEnds = new Set(this.dead);
  }

  put() {
    return this.last;
  }

  // Returns the steps that added the squares of the path, in the order of the path.
  pathAt(step) {
    const steps = [];
    for (let at = this.top[step]; at; at = this.below[at]) steps.push(at);
    return steps.reverse();
  }

  to(step) {
    const taken = this.pathAt(step);
    const path = [];
    for (const at of taken) path.push(this.stepTo(path.at(-1), this.square[at]));
    const isWhole = path.length === this.whole && this.outcome === "found";
    const closing = isWhole && this.size.closed ? closingMove(this.size, path) : null;
    this.marks.replaceChildren();
    if (path.length) {
      super.put({ path, closing, whole: isWhole ? undefined : this.whole - 1 });
      super.to(path.length - (closing ? 0 : 1));
      this.here.setAttribute("visibility", isWhole ? "hidden" : "visible");
    }
    this.choices = this.choicesAt(step, path);
    const made = new Set(path.flatMap(({ number }, place) => (place ? [`${path[place - 1].number},${number}`, `${number},${path[place - 1].number}`] : [])));
    const forced = isWhole ? [] : [0, ...taken].flatMap((at) => this.noted(at, FORCED)).filter((move) => !made.has(String(move)));
    this.forcedMoves = forced.length;
    const lines = forced.map(([one, other]) => `M${this.centre(one).join(" ")}${this.piece({ number: one }, this.stepTo({ number: one }, other))}`);
    this.marks.prepend(drawn("path", { class: "links forced", d: lines.join("") }));
    this.marks.append(...this.choices.flatMap((choice) => this.choice(choice)));
    this.leftOver = this.deadEnds.has(step) && !this.noted(step, CUT_OFF).length ? this.leftOverAt(path) : [];
    this.marks.append(...this.leftOver.map((number) => this.box(number, "left", 4.2)));
    this.marks.append(...this.noted(step, CUT_OFF).map(([, square]) => this.box(square, "about", 4.2)));
    const [witness] = page.explorer.witnesses;
    if (witness) this.witness(witness, this.start, this.size.end);
    this.cursor.setAttribute("d", `M${this.columnOf(step)} 0v60`);
  }

  // Returns the free squares at a dead end. A cross marks each visited square that a move from the last square reaches.
  leftOverAt(path) {
    const visited = new Set([...path.map(({ number }) => number), ...this.size.holes]);
    const near = new Set(this.size.moves.map((move) => moved(this.size, path.at(-1).number, move)?.number ?? NOTHING));
    const blocked = path.map(({ number }) => number).filter((number) => near.has(number));
    const cross = (number) => `M${this.centre(number).map((at) => at - 1.6).join(" ")}l3.2 3.2m0-3.2l-3.2 3.2`;
    this.marks.append(drawn("path", { class: "blocked", d: blocked.map(cross).join("") }));
    return Array.from({ length: this.cells }, (_, number) => number).filter((number) => !visited.has(number));
  }

  noted(step, kind) {
    return (this.notes.get(step) ?? []).filter((note) => note[0] === kind).map((note) => note.slice(1));
  }

  // Returns the squares from which the search chooses next, with the number of free neighbours, whether this is the smallest
  // number, and whether the square was tried. A given end is free only after all other squares are visited.
  choicesAt(step, path) {
    const tried = new Set();
    if (step && this.square[step] === NOTHING) {
      for (let at = this.lastTriedAt(step); at; at = this.triedBefore[at]) tried.add(this.square[at]);
    }
    const closed = new Set([...path.map(({ number }) => number), ...this.size.holes]);
    if (path.length < this.whole - 1 && this.size.end !== NOTHING) closed.add(this.size.end);
    const barred = this.barred(path.length);
    const near = (number) => [...new Set(this.size.moves.map((move) => moved(this.size, number, move)?.number ?? NOTHING))]
      .filter((other) => other !== NOTHING && other !== number && !closed.has(other));
    const from = path.length ? near(path.at(-1).number).filter((number) => tried.has(number) || !barred(number)) : [...tried];
    const choices = from.map((number) => ({ number, free: near(number).length, tried: tried.has(number) }));
    const fewest = Math.min(...choices.filter((each) => !each.tried).map((each) => each.free));
    return choices.map((each) => ({ ...each, fewest: this.counts && !each.tried && each.free === fewest }));
  }

  // Returns a function that decides whether known steps forbid a square as the next one. The solver `pruned` tries it anyway.
  barred(taken) {
    const allowed = this.solver === "pruned" ? undefined : this.allowed[taken];
    return (number) => allowed !== undefined && !allowed.includes(number);
  }

  // Returns the step that added the square which this step removes.
  lastTriedAt(step) {
    return this.top[step - 1];
  }

  choice({ number, free, fewest, tried }) {
    const [cx, cy] = this.centre(number);
    if (tried) return [drawn("circle", { class: "tried", cx, cy, r: 1.8 })];
    const disc = drawn("circle", { class: `to-try${fewest ? " fewest" : ""}`, cx, cy, r: this.counts ? 2.5 : 1.6 });
    return this.counts ? [disc, drawn("text", { class: `free${fewest ? " fewest" : ""}`, x: cx, y: cy }, String(free))] : [disc];
  }

  changeSpeed(by) {
    const speed = byId("speed");
    speed.selectedIndex = Math.max(0, Math.min(speed.length - 1, speed.selectedIndex + by));
    speed.dispatchEvent(new Event("change"));
  }

  say(step) {
    const [end, all] = [this.dead.findLastIndex((dead) => dead <= step) + 1, this.dead.length];
    byId("answer").replaceChildren(element("p", { class: "verdict" }, this.event(step)),
      ...this.reasonsAt(step).map((line) => element("p", { class: "meaning" }, line)),
      ...page.explorer.witnesses.map(({ meaning }) => element("p", { class: "meaning" }, swatch("witness"), ` ${meaning}.`)));
    return `Step ${whole(step)} of ${whole(this.last)}, search node ${whole(this.nodes[step])} of ${whole(Number(this.total))}, `
      + `${whole(this.depth[step])} of ${whole(this.whole)} squares on the path, ${all ? `${whole(end)} of ${whole(all)}` : "no"} dead ends.`;
  }

  event(step) {
    const name = (at) => squareName(this.square[at], this.size);
    if (step === this.last && this.over && this.outcome === "impossible") return "Nothing is left to try: there is no tour.";
    if (!step) return "The empty board.";
    if (this.square[step] === NOTHING) return `Removes ${name(this.lastTriedAt(step))}.`;
    if (this.deadEnds.has(step)) return `Places ${name(step)}: ${this.noted(step, CUT_OFF).length ? "pruned" : "a dead end"}.`;
    return step === this.last && this.outcome === "found" ? `Places ${name(step)}: a tour.` : `Places ${name(step)}.`;
  }

  reasonsAt(step) {
    const cuts = this.noted(step, CUT_OFF).map(([reason, square]) => `Pruned because of ${squareName(square, this.size)}: ${this.reasons[reason]}.`);
    const lines = [...cuts];
    const open = this.choices.filter((each) => !each.tried);
    const ties = open.filter((each) => each.fewest);
    if (!cuts.length && this.deadEnds.has(step)) {
      lines.push(this.depth[step] === this.whole ? "All squares are visited, but a tour may not end at the last one." : `No move leads to a free square: ${this.leftOver.length} left over.`);
    } else if (this.counts && ties.length) {
      const which = ties.length > 1 ? `${ties.length} of them have` : `${squareName(ties[0].number, this.size)} has`;
      lines.push(`${open.length} to choose from: ${which} the fewest free neighbours, ${ties[0].free}.`);
    } else if (this.choices.length && !cuts.length) {
      const tried = this.choices.length - open.length;
      lines.push(`${open.length || "None"} left to try${tried ? `, ${tried} tried` : ""}.`);
    }
    if (this.forcedMoves) lines.push(`Forced moves that are not on the path: ${this.forcedMoves}.`);
    return lines;
  }

  // Draws the length of the path at each step. If several steps share a column, it shows their minimum and maximum.
  drawProfile() {
    const columns = Math.min(COLUMNS, this.last + 1);
    this.columnOf = (step) => ((step + 0.5) * 300) / (this.last + 1);
    const low = new Array(columns).fill(Infinity);
    const high = new Array(columns).fill(0);
    for (let step = 0; step <= this.last; step += 1) {
      const column = Math.floor((step * columns) / (this.last + 1));
      low[column] = Math.min(low[column], this.depth[step]);
      high[column] = Math.max(high[column], this.depth[step]);
    }
    const width = 300 / columns;
    const block = (column, from, to) => {
      const [top, bottom] = [60 - (60 * to) / this.whole, 60 - (60 * from) / this.whole];
      return `M${(column * width).toFixed(2)} ${top.toFixed(2)}h${width.toFixed(2)}V${bottom.toFixed(2)}h-${width.toFixed(2)}z`;
    };
    this.cursor = drawn("path", { class: "cursor" });
    byId("profile").replaceChildren(drawn("path", { class: "below", d: high.map((to, column) => block(column, 0, to)).join("") }),
      drawn("path", { class: "reach", d: high.map((to, column) => block(column, Math.max(0, low[column] - 1), to)).join("") }), this.cursor);
    byId("profile").addEventListener("click", (event) => {
      const box = byId("profile").getBoundingClientRect();
      this.player.step(Math.floor(((event.clientX - box.left) / box.width) * (this.last + 1)));
    });
  }
}

// The explorer: at the left, a map of the starts of a board; at the right, the tour from the chosen start, or the reason why
// there is none.

// Number of steps of a proof that are shown per second.
const STEPS_OF_A_PROOF = 0.5;

class Explorer {
  // `runs` contains the columns of a comparison, if any. `shown` is called with the index of each board that is shown.
  constructor(data, words, runs, shown) {
    this.data = data;
    this.shown = shown;
    this.words = words;
    this.runs = runs;
    this.stage = new Stage(byId("stage"));
    this.player = new Player(byId("theatre"), this.stage, (made) => this.visit(made));
    this.grid = new Grid(byId("map"), () => `Starts on the board ${this.board.name}`, (number, again) => this.pick(number, again));
    options(byId("board"), data.boards.map((board) => board.name));
    byId("board").addEventListener("change", () => this.showBoard(Number(byId("board").value)));
    byId("layer").addEventListener("change", () => this.showLayer(Number(byId("layer").value)));
    byId("shade").addEventListener("change", () => this.showMap());
    byId("case").addEventListener("change", () => this.showCase(Number(byId("case").value)));
    byId("run").addEventListener("change", () => this.showEntry(Number(byId("run").value), true));
    byId("anywhere").addEventListener("click", () => this.pick(ANYWHERE, false));
    byId("shade-choice").hidden = !runs;
    byId("board-choice").hidden = data.boards.length < 2;
    switchNames(() => {
      const [start, made] = [this.start, this.player.made];
      this.showBoard(this.data.boards.indexOf(this.board), this.layer);
      this.pick(start, false, false);
      if (this.player.moves) this.player.step(made);
    });
    this.showBoard(Math.max(0, data.boards.findIndex((board) => board.layers[0].cells.length > 2)));
  }

  // Shows the board and layer with these indices. By default, the layer has the same name as the layer before.
  showBoard(place, layer) {
    const before = this.board && this.board.layers[this.layer].name;
    this.board = this.data.boards[place];
    byId("board").value = place;
    options(byId("layer"), this.board.layers.map((layer) => spelled(layer.name, this.board)));
    const same = this.board.layers.findIndex((layer) => layer.name === before);
    this.start = null;
    this.showLayer(layer ?? Math.max(0, same));
    this.shown(place);
  }

  showLayer(place) {
    this.layer = place;
    byId("layer").value = place;
    this.entries = new Map();
    const { cells } = this.board.layers[place];
    for (let at = 0; at < cells.length; at += 2) {
      if (!this.entries.has(cells[at])) this.entries.set(cells[at], []);
      this.entries.get(cells[at]).push(cells[at + 1]);
    }
    this.showMap();
    const starts = [...this.entries.keys()];
    const kept = this.entries.has(this.start) ? this.start : starts.find((start) => this.outcomeAt(start) === "found");
    this.pick(kept ?? starts[0], false, false);
  }

  // Returns the outcome of a start. If its runs have different outcomes, the order is error, tour, no tour, unknown.
  outcomeAt(start) {
    const outcomes = new Set(this.entries.get(start).map((entry) => OUTCOMES[this.data.entries.outcome[entry]]));
    return ["error", "found", "impossible", "unknown"].find((outcome) => outcomes.has(outcome));
  }

  showMap() {
    const { rows, cols, holes } = this.board;
    const starts = [...this.entries.keys()].filter((start) => start !== ANYWHERE);
    const mapped = starts.length > 1;
    byId("map").hidden = !mapped;
    byId("map-legend").hidden = !mapped;
    byId("desk").classList.toggle("unmapped", !mapped);
    byId("anywhere").hidden = !this.entries.has(ANYWHERE) || !mapped;
    byId("anywhere").textContent = "From any square";
    if (!mapped) return;
    const scale = this.scale(starts);
    const cells = holes.map((number) => ({ number, look: "hole", label: `${squareName(number, this.board)}: a hole` }));
    const known = new Set([...starts, ...holes]);
    const gaps = Array.from({ length: rows * cols }, (_, number) => number).filter((number) => !known.has(number));
    cells.push(...gaps.map((number) => ({ number, look: "blank", label: `${squareName(number, this.board)}: no run` })));
    cells.push(...starts.map((number) => this.mapCell(number, scale)));
    for (const cell of cells) Object.assign(cell, { row: Math.floor(cell.number / cols), col: cell.number % cols, value: cell.number });
    const [downs, acrosses] = [[...Array(rows).keys()], [...Array(cols).keys()]];
    this.grid.show(downs, acrosses, cells, downs.map((row) => rowName(row, rows)), acrosses.map(columnName));
    this.grid.select(this.start);
    this.legend(starts, gaps.length > 0, scale);
  }

  mapCell(number, scale) {
    const entries = this.entries.get(number);
    const outcome = this.outcomeAt(number);
    const cell = { number, choosable: true, look: outcome, label: `${squareName(number, this.board)}: ${this.words[outcome]}` };
    const found = entries.filter((entry) => this.data.entries.outcome[entry] === 0).length;
    if (found && found < entries.length) {
      cell.look += " share";
      cell.text = `${found}/${entries.length}`;
      cell.label += ` in ${found} of ${entries.length} runs`;
    }
    if (scale && scale.of.has(number)) {
      cell.look = "heat";
      cell.heat = scale.share(scale.of.get(number)).toFixed(3);
      cell.text = "";
      cell.label += `, ${scale.text(scale.of.get(number))}`;
    }
    return cell;
  }

  // Returns the logarithmic scale of times or search nodes of the decided starts, or null if outcomes are shown.
  scale(starts) {
    const what = this.runs ? byId("shade").value : "outcome";
    if (what === "outcome") return null;
    const of = new Map();
    for (const start of starts) {
      const answered = this.entries.get(start).filter((entry) => this.data.entries.outcome[entry] < 2);
      const values = answered.map((entry) => this.runs[what][entry]).sort((one, other) => one - other);
      if (values.length) of.set(start, values[Math.floor(values.length / 2)]);
    }
    const logs = [...of.values()].map((value) => Math.log(value + 1e-9));
    const [low, high] = [Math.min(...logs), Math.max(...logs)];
    const share = (value) => (high > low ? (Math.log(value + 1e-9) - low) / (high - low) : 0.5);
    const text = what === "seconds" ? seconds : (value) => count(value, "node");
    return of.size ? { of, share, text, ends: [Math.min(...of.values()), Math.max(...of.values())] } : null;
  }

  legend(starts, gaps, scale) {
    const shown = scale ? starts.filter((start) => !scale.of.has(start)) : starts;
    const looks = OUTCOMES.filter((outcome) => shown.some((start) => this.outcomeAt(start) === outcome));
    const items = looks.map((look) => [swatch(look), this.words[look]]);
    if (scale) items.unshift([scale.text(scale.ends[0]), element("span", { class: "ramp" }), scale.text(scale.ends[1])]);
    if (this.board.holes.length) items.push([swatch("hole"), "a hole"]);
    if (gaps) items.push([swatch("blank"), "no run"]);
    byId("map-legend").replaceChildren(...items.map((item) => element("li", {}, ...item)));
  }

  // Selects a start. If it is selected again, its tour plays or pauses, unless the reader prefers reduced motion.
  pick(start, again, playing = true) {
    if (again && this.player.moves && !stillness.matches) {
      this.player.toggle();
      return;
    }
    this.start = start;
    this.grid.select(start);
    const entries = this.entries.get(start);
    byId("run-choice").hidden = entries.length < 2;
    byId("run").replaceChildren(...entries.map((entry) => element("option", { value: entry }, this.runName(entry))));
    const best = entries.find((entry) => OUTCOMES[this.data.entries.outcome[entry]] === this.outcomeAt(start));
    byId("run").value = best;
    this.showEntry(best, playing);
  }

  runName(entry) {
    const parts = ["seed", "repeat"].filter((name) => this.runs && this.runs[name] && this.runs[name][entry] !== null);
    const outcome = this.words[OUTCOMES[this.data.entries.outcome[entry]]];
    return [...parts.map((name) => `${name} ${this.runs[name][entry]}`), outcome].join(", ");
  }

  showEntry(entry, playing) {
    const { outcome, tour, witness } = this.data.entries;
    const from = this.start === ANYWHERE ? "" : ` from ${squareName(this.start, this.board)}`;
    byId("tour-head").textContent = `${this.board.name}${from}`;
    this.stage.board(this.board, this.start);
    this.player.clear();
    byId("visit").textContent = "";
    this.path = null;
    this.proof = null;
    this.stage.pace = undefined;
    const found = witness[entry] === NOTHING ? null : this.data.witnesses[witness[entry]];
    byId("case-choice").hidden = !found || found.cases.length < 2;
    if (tour[entry] !== NOTHING) {
      this.path = tourOf(this.board, tour[entry], this.start);
      this.player.load(this.path, playing);
    } else if (found?.cases.length) {
      this.proof = found;
      options(byId("case"), found.cases.map((_, place) => `${place + 1} of ${found.cases.length}`));
      this.showCase(0);
    } else if (found) {
      this.stage.witness(found, this.start, this.board.end);
    }
    this.answer(entry, OUTCOMES[outcome[entry]]);
    byId("stage").setAttribute("aria-label", `The board ${this.board.name}: ${this.words[OUTCOMES[outcome[entry]]]}${from}`);
  }

  // Shows a case of a proof by forced moves, up to its contradiction.
  showCase(place) {
    this.case = this.proof.cases[place];
    this.stage.pace = STEPS_OF_A_PROOF;
    this.player.load({ proof: { ...this.case, numbers: this.proof.numbers, start: this.start } }, false);
  }

  answer(entry, outcome) {
    const { reason, tour, witness } = this.data.entries;
    const found = witness[entry] === NOTHING ? null : this.data.witnesses[witness[entry]];
    const said = reason[entry] === NOTHING ? "" : this.data.texts[reason[entry]];
    const told = (text) => sentence(spelled(text, this.board));
    const rest = found ? said.replace(found.sentence, "") : said;
    const lines = [element("p", { class: "verdict" }, swatch(outcome), this.verdict(outcome))];
    if (found) lines.push(element("p", {}, told(found.sentence)));
    if (found && found.meaning) lines.push(element("p", { class: "meaning" }, swatch("witness"), ` ${found.meaning}.`));
    if (found?.numbers.length) {
      const sample = element("span", { class: "swatch sample", "aria-hidden": "true" }, String(found.numbers[0][1]));
      lines.push(element("p", { class: "meaning" }, sample, ` ${found.count[0]}.`));
    }
    if (found?.count[1]) lines.push(element("p", {}, told(found.count[1])));
    lines.push(...rest.split("\n").filter((line) => line.trim()).map((line) => element("p", { class: "meaning" }, told(line))));
    const other = outcome === "unknown" && this.runs ? this.answeredBy() : null;
    if (other) lines.push(element("p", {}, told(other)));
    if (outcome === "found" && tour[entry] === NOTHING) lines.push(element("p", { class: "meaning" }, "This tour is left out of the page."));
    const { length } = this.board.givens;
    if (length) lines.push(element("p", { class: "meaning" }, swatch("given"), ` ${length} step${length === 1 ? "" : "s"} given`));
    byId("answer").replaceChildren(...lines);
    byId("facts").replaceChildren(...this.facts(entry));
  }

  // Returns the answer of another solver for this start, or null if there is none.
  answeredBy() {
    const { outcome, reason } = this.data.entries;
    for (const { name, cells } of this.board.layers) {
      const at = cells.findIndex((entry, place) => place % 2 && cells[place - 1] === this.start && outcome[entry] < 2);
      if (at < 0) continue;
      if (outcome[cells[at]] === 0) return `a tour from here exists, but this run missed it: ${name} found one`;
      return `no tour from here exists: ${this.data.texts[reason[cells[at]]] ?? `proven by ${name}`}`;
    }
    return null;
  }

  verdict(outcome) {
    if (outcome !== "found" || !this.path) return sentence(this.words[outcome]).slice(0, -1);
    return this.path.closing ? "A closed tour" : "An open tour";
  }

  facts(entry) {
    if (!this.runs) return [];
    const { termination, seconds: time, nodes, memory } = this.runs;
    const facts = [["ended by", termination.names[termination.places[entry]]], ["time", seconds(time[entry])], ["nodes", whole(nodes[entry])]];
    if (memory[entry]) facts.push(["memory", megabytes(memory[entry])]);
    return facts.map(([name, value]) => element("div", {}, element("dt", {}, name), element("dd", {}, value)));
  }

  visit(made) {
    if (this.proof) {
      const { steps, end } = this.case;
      const said = made ? `: ${this.because(steps[made - 1])}` : "";
      const needed = steps.filter(([, chosen, , ...move]) => chosen && move.includes(end)).length;
      const fault = needed < 2 ? "fewer than two moves are left" : "the needed moves are too many or close a loop";
      return `step ${made} of ${steps.length}${said}${made === steps.length ? `; this is a contradiction: ${fault} at ${this.name(end)}` : ""}`;
    }
    const { path, closing } = this.path;
    if (closing && made === path.length) return `${made} moves, back at the start`;
    return `square ${made + 1} of ${path.length}: ${squareName(path[made].number, this.board)}`;
  }

  // Returns the reason for a step of a proof.
  because([assumed, chosen, at, ...ends]) {
    const move = ends.map((end) => this.name(end)).join("–");
    if (assumed) return `suppose that a tour ${chosen ? "has" : "does not have"} the move ${move}`;
    if (at === NOTHING) return `the move ${move} would close a loop too early, so it is excluded`;
    if (chosen) return `only two moves are left at ${this.name(at)}, so a tour needs ${move}`;
    return `two moves at ${this.name(at)} are already needed, so ${move} is excluded`;
  }

  name(number) {
    return number === OFF_THE_BOARD ? "the end of the tour" : squareName(number, this.board);
  }

  // Returns the board, the layer and the start of an entry.
  placeOf(entry) {
    for (const board of this.data.boards) {
      for (const [layer, { cells }] of board.layers.entries()) {
        for (let at = 1; at < cells.length; at += 2) if (cells[at] === entry) return { board, layer, start: cells[at - 1] };
      }
    }
    return null;
  }

  // Shows an entry with its board, layer and start, and scrolls there.
  reveal(entry) {
    const { board, layer, start } = this.placeOf(entry);
    this.showBoard(this.data.boards.indexOf(board), layer);
    this.pick(start, false, false);
    byId("run").value = entry;
    this.showEntry(entry, true);
    byId("boards").scrollIntoView();
    byId("stage").focus({ preventScroll: true });
  }
}

function sentence(text) {
  const trimmed = text.trim();
  return trimmed.charAt(0).toUpperCase() + trimmed.slice(1) + (/[.!?]$/.test(trimmed) ? "" : ".");
}

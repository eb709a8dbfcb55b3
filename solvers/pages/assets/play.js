// The board of the game: the path, the moves from its last square, and the squares that can no longer be reached.
// The address of the page contains the board and the path.

const MOST_ROWS = 20;
const KNIGHT = "M3 8.8h4.9c.3-2 .1-3.2-.1-4.4C7.5 2.7 6.4 1.7 5.1 1.5L4.5.6 4 1.7C3 2.2 2.5 3.2 2 4.2L1.3 5.4c0 .7.6 1.1 1.2 1L4.1 5.3c.4.1.8 0 1.1-.2C4.9 6.4 3.2 7 3 8.8z";

class Play extends Stage {
  constructor() {
    super(byId("stage"));
    this.overlay = element("div", { id: "squares" });
    this.grid = new Grid(this.overlay, () => `Board of ${this.size.rows} rows and ${this.size.cols} columns`, (number) => this.choose(number));
    this.overlay.addEventListener("keydown", (event) => this.pressedOnBoard(event));
    this.player = new Player(byId("theatre"), this, (made) => this.describe(made));
    this.changed = () => {};
    for (const id of ["rows", "cols", "leaper", "closed"]) byId(id).addEventListener("change", () => this.resize());
    byId("numbers").addEventListener("change", () => this.draw());
    byId("holes").addEventListener("change", () => this.draw());
    byId("undo").addEventListener("click", () => this.undo());
    byId("again").addEventListener("click", () => this.go([]));
    byId("print").addEventListener("click", () => window.print());
    addEventListener("hashchange", () => this.read());
    this.read();
  }

  // Reads the board and the path from the address. Invalid squares and moves are ignored.
  read() {
    const words = new URLSearchParams(location.hash.slice(1));
    const [rows, cols] = (words.get("board") ?? "8x8").split("x").map((side) => bounded(Number(side)));
    const leaper = /^\d,\d$/.test(words.get("leaper")) ? words.get("leaper") : "1,2";
    const squares = (name) => (words.get(name) ?? "").split("-").map((text) => squareNumber(text, rows, cols)).filter((number) => number !== NOTHING);
    const givens = (words.get("given") ?? "").split("-").map((text) => /^(\d+)([a-z]\d+)$/.exec(text)).filter(Boolean)
      .map(([, step, square]) => [Number(step), squareNumber(square, rows, cols)]).filter(([, number]) => number !== NOTHING);
    this.setBoard({ rows, cols, leaper, holes: squares("holes"), closed: words.has("closed"), givens });
    const path = [];
    for (const number of squares("path")) if (this.movesFrom(path).includes(number)) path.push(number);
    this.go(path, words.get("ask"));
  }

  // Writes the position to the address, with the question `ask`, if any.
  write(ask) {
    const { rows, cols, holes, closed, givens, leaper } = this.size;
    const names = (numbers) => numbers.map((number) => squareName(number, this.size)).join("-");
    const words = [`board=${rows}x${cols}`, leaper !== "1,2" && `leaper=${leaper}`, closed && "closed=yes", holes.length && `holes=${names(holes)}`,
      givens.length && `given=${givens.map(([step, number]) => step + squareName(number, this.size)).join("-")}`,
      this.path.length && `path=${names(this.path)}`, ask && `ask=${ask}`];
    history.replaceState(null, "", `#${words.filter(Boolean).join("&")}`);
  }

  setBoard({ rows, cols, leaper, holes, closed, givens }) {
    const moves = movesOf(leaper);
    this.board({ rows, cols, leaper, holes, closed, givens, moves, wrap: "", end: NOTHING }, ANYWHERE);
    this.all = Array.from({ length: rows * cols }, (_, number) => number).filter((number) => !holes.includes(number));
    this.path = [];
    this.near = new Map(this.all.map((number) => [number, moves.map((move) => moved(this.size, number, move)?.number).filter((near) => this.all.includes(near))]));
    if (![...byId("leaper").options].some(({ value }) => value === leaper)) byId("leaper").append(element("option", { value: leaper }, `(${leaper})`));
    for (const [id, value] of Object.entries({ rows, cols, leaper })) byId(id).value = value;
    byId("closed").checked = closed;
    const name = byId("leaper").selectedOptions[0].textContent.split(" (")[0];
    this.leaperName = name.startsWith("(") ? `${name} leaper` : name;
    byId("task").textContent = `Move the ${this.leaperName} to every square of the board, once to each${closed ? ", and then back to the start" : ""}.`
      + (givens.length ? " Squares with a number must be visited at that step." : "");
    byId("title").textContent = givens.length ? `A puzzle of ${rows}x${cols}` : `Play on ${rows}x${cols}`;
  }

  // Draws the board, and a button over each square. The focus is preserved.
  board(board, start) {
    const { activeElement } = document;
    super.board(board, start);
    const { x, y, width, height } = this.svg.viewBox.baseVal;
    const inset = { left: -x / width, top: -y / height, right: 1 - (board.cols * SIDE - x) / width, bottom: 1 - (board.rows * SIDE - y) / height };
    for (const [side, share] of Object.entries(inset)) this.overlay.style[side] = `${100 * share}%`;
    this.host.style.setProperty("--rows", board.rows);
    this.host.append(this.overlay);
    const [downs, acrosses] = [[...Array(board.rows).keys()], [...Array(board.cols).keys()]];
    const same = this.shape === `${board.rows}x${board.cols}`;
    if (same && this.overlay.contains(activeElement)) activeElement.focus();
    if (same) return;
    this.shape = `${board.rows}x${board.cols}`;
    const cells = downs.flatMap((row) => acrosses.map((col) => ({ row, col, value: row * board.cols + col, choosable: true, look: "", label: "" })));
    this.grid.show(downs, acrosses, cells, downs, acrosses);
  }

  // Changes the board to that of the settings, without given numbers and moves. Holes off the board are removed.
  resize() {
    const [rows, cols] = ["rows", "cols"].map((id) => bounded(Number(byId(id).value)));
    const { holes, cols: before, rows: high } = this.size;
    const places = holes.map((number) => [Math.floor(number / before) + rows - high, number % before]);
    const kept = places.filter(([row, col]) => row >= 0 && col < cols).map(([row, col]) => row * cols + col);
    this.setBoard({ rows, cols, leaper: byId("leaper").value, holes: kept, closed: byId("closed").checked, givens: [] });
    this.go([]);
  }

  turnHole(number) {
    const { holes, rows, cols, leaper, closed } = this.size;
    const others = holes.filter((hole) => hole !== number);
    this.setBoard({ rows, cols, leaper, closed, givens: [], holes: others.length < holes.length ? others : [...holes, number].sort((one, other) => one - other) });
    this.go([]);
    this.grid.select(number);
  }

  // Shows the position after a path, and asks the question `ask`, if any.
  go(path, ask) {
    this.player.clear();
    byId("visit").textContent = "";
    this.path = path;
    this.write(ask);
    this.draw();
    this.changed(ask);
  }

  undo() {
    if (this.path.length) this.go(this.path.slice(0, -1));
  }

  choose(number) {
    if (byId("holes").checked) this.turnHole(number);
    else if (this.movesFrom(this.path).includes(number)) this.go([...this.path, number]);
    else this.tell(this.refusal(number));
  }

  pressedOnBoard(event) {
    event.stopPropagation(); // the arrow keys select a square, and do not control the player
    if (event.key !== "Backspace") return;
    event.preventDefault();
    this.undo();
  }

  // Returns the squares to which a path can be continued, which also agree with the given numbers.
  movesFrom(path) {
    const step = path.length + 1;
    const given = this.size.givens.find(([at]) => at === step)?.[1];
    const later = new Set(this.size.givens.filter(([at]) => at !== step).map(([, number]) => number));
    const near = path.length ? this.near.get(path.at(-1)) : this.all;
    return near.filter((number) => !path.includes(number) && !later.has(number) && (given === undefined || given === number));
  }

  freeNear(number, path) {
    return this.near.get(number).filter((near) => near !== number && !path.includes(near));
  }

  // Returns simple reasons why a path cannot become a tour: unreachable squares, or too many squares that can only be last.
  lost(path) {
    const left = this.all.filter((number) => !path.includes(number));
    const { closed } = this.size;
    const [first, here] = [path[0], path.at(-1)];
    if (!path.length || !left.length) return { stranded: [], ends: [], returns: true };
    const reached = new Set([here]);
    for (const number of reached) for (const near of this.freeNear(number, path)) reached.add(near);
    const ways = (number) => this.near.get(number).filter((near) => left.includes(near) || near === here || (closed && near === first)).length;
    const stranded = left.filter((number) => !reached.has(number));
    const ends = left.filter((number) => reached.has(number) && ways(number) < 2);
    return { stranded, ends: ends.length > (closed ? 0 : 1) ? ends : [], returns: !closed || this.freeNear(first, path).length > 0 };
  }

  draw() {
    const { path } = this;
    const isWhole = path.length === this.all.length && path.length > 0;
    const steps = path.map((number, place) => (place ? this.stepTo(path[place - 1], number) : { number, aim: null }));
    const closing = isWhole ? closingMove(this.size, steps) : null;
    this.marks.replaceChildren();
    if (path.length) {
      this.put({ path: steps, closing: this.size.closed ? closing : null, whole: isWhole ? undefined : this.all.length - 1 });
      this.to(this.tour.steps.length - 1);
    }
    this.moves = this.movesFrom(path);
    const { stranded, ends, returns } = this.lost(path);
    const free = this.moves.map((number) => this.freeNear(number, path).length);
    if (path.length && !byId("holes").checked) this.moves.forEach((number, place) => this.mark(number, free[place], free[place] === Math.min(...free)));
    for (const number of stranded) this.marks.append(this.box(number, "about", 4.2), this.cross(number));
    for (const number of ends) this.marks.append(this.box(number, "about", 4.2));
    if (path.length) this.marks.append(this.knight(path.at(-1)));
    this.label(stranded);
    this.grid.select(path.at(-1) ?? this.all[0]);
    byId("undo").disabled = !path.length;
    byId("again").disabled = !path.length;
    this.tell(...this.state(isWhole, closing), ...this.losses(stranded, ends, returns));
  }

  mark(number, free, isFewest) {
    const [cx, cy] = this.centre(number);
    const counted = byId("numbers").checked;
    const kind = counted && isFewest ? " fewest" : "";
    this.marks.append(drawn("circle", { class: `to-try${kind}`, cx, cy, r: counted ? 2.5 : 1.6 }));
    if (counted) this.marks.append(drawn("text", { class: `free${kind}`, x: cx, y: cy }, String(free)));
  }

  cross(number, half = 2) {
    const [x, y] = this.centre(number);
    return drawn("path", { class: "cross", d: `M${x - half} ${y - half}l${2 * half} ${2 * half}m0-${2 * half}l-${2 * half} ${2 * half}` });
  }

  knight(number) {
    const [x, y] = this.centre(number);
    if (this.leaperName !== "knight") return drawn("circle", { class: "here", cx: x, cy: y, r: 1.9 });
    return drawn("path", { class: "knight", d: KNIGHT, transform: `translate(${x - 4.1} ${y - 3.9}) scale(0.85)` });
  }

  stepTo(from, number) {
    return this.size.moves.map((move) => moved(this.size, from, move)).find((near) => near?.number === number);
  }

  // Returns the text of a square for screen readers.
  label(stranded) {
    const given = new Map(this.size.givens.map(([step, number]) => [number, step]));
    for (const button of this.grid.cells.values()) {
      const number = Number(button.value);
      const place = this.path.indexOf(number);
      const words = [squareName(number, this.size)];
      if (!this.all.includes(number)) words.push("hole");
      else if (place >= 0) words.push(`visited as square ${place + 1}`);
      else if (!this.path.length) words.push("free");
      else if (this.moves.includes(number)) words.push(`a move, ${count(this.freeNear(number, this.path).length, "free square")} from there`);
      else words.push(stranded.includes(number) ? "can no longer be reached" : "free, no move");
      if (given.has(number)) words.push(`given as square ${given.get(number)}`);
      const label = words.join(", ");
      button.setAttribute("aria-label", label);
      button.title = label;
    }
  }

  state(isWhole, closing) {
    const [name, length] = [squareName(this.path.at(-1) ?? 0, this.size), this.all.length];
    if (byId("holes").checked) return ["Choose a square to make it a hole, or a square again."];
    if (!this.path.length) return [length ? "Choose a square to start." : "The board has no squares."];
    if (isWhole && this.size.closed) return closing ? [`A closed tour of ${count(length, "square")}.`] : [`All ${length} squares, but no move leads back to the start.`];
    if (isWhole) return [`A tour of ${count(length, "square")}.`, ...(closing ? ["One more move leads back to the start."] : [])];
    const where = `Square ${this.path.length} of ${length}: ${name}.`;
    return this.moves.length ? [`${where} ${count(this.moves.length, "move")}.`] : [`${where} Dead end: no move leads on.`];
  }

  losses(stranded, ends, returns) {
    const lines = [];
    if (stranded.length) lines.push(`${this.names(stranded)} can no longer be reached.`);
    if (ends.length && this.size.closed) lines.push(`Only one way leads to ${this.names(ends)}, but a closed tour needs two.`);
    else if (ends.length) lines.push(`Only one way leads to each of ${this.names(ends)}, but only one square can be the last.`);
    if (!returns) lines.push("No free square leads back to the start.");
    return lines;
  }

  names(numbers) {
    const names = numbers.map((number) => squareName(number, this.size));
    return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names[0];
  }

  refusal(number) {
    const name = squareName(number, this.size);
    const place = this.path.indexOf(number);
    if (!this.all.includes(number)) return `${name} is a hole.`;
    if (place >= 0) return `${name} is already visited, as square ${place + 1}.`;
    const given = this.size.givens.find(([, other]) => other === number);
    if (given && given[0] !== this.path.length + 1) return `${name} must be square ${given[0]}.`;
    const next = this.size.givens.find(([step]) => step === this.path.length + 1);
    if (next) return `Square ${next[0]} must be ${squareName(next[1], this.size)}.`;
    return `No ${this.leaperName}’s move leads from ${squareName(this.path.at(-1), this.size)} to ${name}.`;
  }

  tell(verdict, ...lines) {
    byId("answer").replaceChildren(element("p", { class: "verdict" }, verdict), ...lines.map((line) => element("p", {}, line)));
  }

  // Draws the squares and moves of a reason. Visited squares become holes, except those that the rest of a tour needs.
  showWitness(witness) {
    const [kept, board] = [[...this.marks.children], this.size];
    const visited = this.path.slice(board.closed && this.path.length > 1 ? 1 : 0, -1);
    this.size = { ...board, holes: [...board.holes, ...visited] };
    this.witness(witness, ANYWHERE, ANYWHERE);
    this.size = board;
    this.marks.prepend(...kept.filter((mark) => !/to-try|free/.test(mark.getAttribute("class"))));
  }

  // Marks each move as good if a tour continues with it, and otherwise as bad.
  showHints(moves) {
    for (const [number, exists] of moves) {
      if (exists === null) continue;
      const [cx, cy] = this.centre(number);
      this.marks.append(drawn("circle", { class: `to-try ${exists ? "good" : "bad"}`, cx, cy, r: 2.5 }));
      this.marks.append(exists ? drawn("path", { class: "tick", d: `M${cx - 1.2} ${cy}l.9 1 1.6-2` }) : this.cross(number, 1));
    }
  }

  // Plays a tour on the board.
  watch(numbers) {
    const path = numbers.map((number, place) => (place ? this.stepTo(numbers[place - 1], number) : { number, aim: null }));
    this.player.load({ path, closing: this.size.closed ? closingMove(this.size, path) : null }, true);
  }

  describe(made) {
    const { steps, path } = this.tour;
    return made === path.length ? "back at the start" : `square ${made + 1} of ${path.length}: ${squareName(steps[made].number, this.size)}`;
  }
}

function movesOf(leaper) {
  const [far, wide] = leaper.split(",").map(Number);
  const turns = [[far, wide], [wide, far]].flatMap(([down, right]) => [1, -1].flatMap((up) => [1, -1].map((left) => [up * down, left * right])));
  return [...new Map(turns.map((move) => [move.map((part) => part + 0).join(), move])).values()];
}

function squareNumber(text, rows, cols) {
  const [, column, rank] = /^([a-z])(\d+)$/.exec(text) ?? [];
  const [row, col] = [rows - Number(rank), column ? column.charCodeAt(0) - 97 : cols];
  return row >= 0 && row < rows && col < cols ? row * cols + col : NOTHING;
}

function bounded(side) {
  return Math.max(1, Math.min(MOST_ROWS, Math.floor(side) || 8));
}

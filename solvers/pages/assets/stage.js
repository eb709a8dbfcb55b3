// The stage: a board with the first moves of a tour, or with the squares and moves of a reason why there is none. A board whose
// width is at least WIDE_FROM times its height has the whole width of the page.

const SIDE = 10;
const SHADES = 24;
const VISITS_UP_TO = 16;
const LABELS_UP_TO = 20;
const WIDE_FROM = 3;

class Stage {
  constructor(host) {
    this.host = host;
  }

  // Draws an empty board, with a mark on the square `start`.
  board(board, start) {
    const { rows, cols } = board;
    this.size = board;
    this.tour = null;
    this.proof = null;
    const room = Math.max(rows, cols) <= LABELS_UP_TO ? 5 : 0;
    const view = `${-room} ${-room} ${cols * SIDE + room + 0.5} ${rows * SIDE + room + 0.5}`;
    const clip = drawn("clipPath", { id: `edge-of-${this.host.id}` }, drawn("rect", { width: cols * SIDE, height: rows * SIDE }));
    this.svg = drawn("svg", { viewBox: view, "aria-hidden": "true", focusable: "false" }, drawn("defs", {}, clip));
    this.svg.append(...this.squares(board), ...this.blocks(board), ...(room ? this.labels(board) : []));
    this.marks = drawn("g", { "clip-path": `url(#edge-of-${this.host.id})` });
    this.svg.append(this.marks);
    if (start !== ANYWHERE) this.marks.append(this.disc(start, "start halo"));
    this.host.style.setProperty("--cols", cols);
    this.host.closest(".desk")?.classList.toggle("wide", cols >= WIDE_FROM * rows);
    this.host.replaceChildren(this.svg);
  }

  squares({ rows, cols, holes, wrap, givens }) {
    let dark = ""; // a1, at the bottom left, is dark as on a chess board
    for (let row = 0; row < rows; row += 1) {
      for (let col = (row + rows + 1) % 2; col < cols; col += 2) dark += boxAt(row, col);
    }
    const gaps = holes.map((number) => boxAt(Math.floor(number / cols), number % cols)).join("");
    const [width, height] = [cols * SIDE, rows * SIDE];
    const level = wrap === "rows" || wrap === "both" ? `M0 0h${width}M0 ${height}h${width}` : "";
    const upright = wrap === "cols" || wrap === "both" ? `M0 0v${height}M${width} 0v${height}` : "";
    return [
      drawn("rect", { class: "board-light", width, height }),
      drawn("path", { class: "board-dark", d: dark }),
      drawn("path", { class: "board-hole", d: gaps }),
      drawn("path", { class: "given", d: givens.map(([, number]) => boxAt(Math.floor(number / cols), number % cols)).join("") }),
      ...givens.map(([step, number]) => this.number({ number }, step - 1, "given-number")),
      drawn("path", { class: "joined", d: level + upright }),
    ];
  }

  // Returns a frame around each copy of repeated columns.
  blocks({ rows, block: [first, width, copies] = [] }) {
    const copy = (_, place) => ({ class: "block", x: (first + place * width) * SIDE, y: 0.25, width: width * SIDE, height: rows * SIDE - 0.5 });
    return Array.from({ length: copies ?? 0 }, copy).map((box) => drawn("rect", box));
  }

  labels({ rows, cols }) {
    const middle = (place) => (place + 0.5) * SIDE;
    const names = [];
    for (let row = 0; row < rows; row += 1) names.push(drawn("text", { class: "edge-label", x: -2.5, y: middle(row) }, rowName(row, rows)));
    for (let col = 0; col < cols; col += 1) names.push(drawn("text", { class: "edge-label", x: middle(col), y: -2.5 }, columnName(col)));
    return names;
  }

  // Prepares a tour, or a path of a future tour with `whole` moves. The method `to` draws its first moves.
  put({ path, closing, whole, proof }) {
    this.proof = proof;
    if (proof) return proof.steps.length;
    const steps = closing ? [...path, closing] : path;
    const moves = steps.length - 1;
    const all = whole ?? moves;
    this.tour = { path, closing, steps, all, pieces: steps.map((step, place) => (place ? this.piece(steps[place - 1], step) : "")) };
    const ghost = drawn("path", { class: "ghost", d: this.line(0, moves) });
    this.lines = Array.from({ length: Math.min(SHADES, Math.max(all, 1)) }, (_, shade, { length } = { length: Math.min(SHADES, all) }) =>
      drawn("path", { class: "line", style: `stroke: ${shadeOf(length > 1 ? shade / (length - 1) : 0)}` }));
    this.end = closing || moves < all ? null : this.box(path[path.length - 1].number, "end halo");
    this.numbers = Math.max(this.size.rows, this.size.cols) <= VISITS_UP_TO ? path.map((step, visit) => this.number(step, visit)) : [];
    this.here = drawn("circle", { class: "here", r: 1.9 });
    this.arrows = drawn("path", { class: "arrows" });
    this.dots = drawn("path", { class: "dots" }); // moves in a line look like one long move without dots
    this.marks.replaceChildren(ghost, ...this.lines, this.dots, this.arrows, this.disc(path[0].number, "start halo"),
      ...(this.end ? [this.end] : []), ...this.numbers, this.here);
    return moves;
  }

  // Draws the first `made` moves.
  to(made) {
    if (this.proof) {
      this.prove(made);
      return;
    }
    const { path, steps, all } = this.tour;
    const moves = steps.length - 1;
    this.lines.forEach((line, shade) => {
      const first = Math.floor((shade * all) / this.lines.length);
      const last = Math.min(made, Math.floor(((shade + 1) * all) / this.lines.length));
      line.setAttribute("d", last > first ? this.line(first, last) : "");
    });
    const dots = this.numbers.length ? path.slice(0, made + 1).map(({ number }) => `M${this.centre(number).join(" ")}h0`) : [];
    this.dots.setAttribute("d", dots.join(""));
    const arrows = byId("arrows")?.checked ? steps.slice(1, made + 1).map((step, place) => this.arrow(steps[place], step)) : [];
    this.arrows.setAttribute("d", arrows.join(""));
    this.numbers.forEach((number, visit) => number.setAttribute("visibility", visit > made ? "hidden" : "visible"));
    if (this.end) this.end.setAttribute("visibility", made >= path.length - 1 ? "visible" : "hidden");
    const [x, y] = this.centre(steps[made].number);
    this.here.style.transform = `translate(${x}px, ${y}px)`;
    this.here.setAttribute("visibility", made === 0 || made === moves ? "hidden" : "visible");
  }

  // Returns the line of the moves from `first` to `last`, as path data.
  line(first, last) {
    return `M${this.centre(this.tour.steps[first].number).join(" ")}${this.tour.pieces.slice(first + 1, last + 1).join("")}`;
  }

  // Returns the line of one move. A move across a joined edge has two parts.
  piece(from, step) {
    const [x, y] = this.centre(step.number);
    const [row, col] = step.aim;
    if (row === step.row && col === step.col) return `L${x} ${y}`;
    const [down, right] = [row - Math.floor(from.number / this.size.cols), col - (from.number % this.size.cols)];
    return `L${(col + 0.5) * SIDE} ${(row + 0.5) * SIDE}M${x - right * SIDE} ${y - down * SIDE}L${x} ${y}`;
  }

  // Shows the needed, excluded and assumed moves of the first `made` steps of a case, and the contradiction at the last step.
  prove(made) {
    const { steps, end, numbers, start } = this.proof;
    const lines = steps.slice(0, made).map(([assumed, chosen, , one, other], place) => {
      if (one === OFF_THE_BOARD || other === OFF_THE_BOARD) return "";
      const kind = `${assumed ? "assumed" : chosen ? "needed" : "excluded"}${chosen ? "" : " without"}${place === made - 1 ? " latest" : ""}`;
      return drawn("path", { class: `links ${kind}`, d: `M${this.centre(one).join(" ")}${this.piece({ number: one }, this.stepTo({ number: one }, other))}` });
    });
    const last = made === steps.length && end !== OFF_THE_BOARD ? [this.box(end, "witness", 4.2)] : [];
    this.marks.replaceChildren(...last, ...lines, ...this.written(numbers), ...this.given(start, this.size.end));
  }

  // Returns the marks of a given start and end.
  given(start, end) {
    return [...(start === ANYWHERE ? [] : [this.disc(start, "start halo")]), ...(end === ANYWHERE ? [] : [this.box(end, "end halo")])];
  }

  written(numbers) {
    return numbers.map(([number, value]) => {
      const [x, y] = this.centre(number);
      return drawn("text", { class: "visit-number counted", x, y }, String(value));
    });
  }

  // Returns an arrow head in the middle of a move.
  arrow(from, { aim }) {
    const [x, y] = this.centre(from.number);
    const [right, down] = [aim[1] * SIDE + SIDE / 2 - x, aim[0] * SIDE + SIDE / 2 - y];
    const long = Math.hypot(right, down);
    const at = (ahead, aside) => `${x + right * 0.55 + (ahead * right - aside * down) / long} ${y + down * 0.55 + (ahead * down + aside * right) / long}`;
    return `M${at(-1, 1.3)}L${at(1, 0)}L${at(-1, -1.3)}`;
  }

  // Marks the squares of a reason, and draws the moves that remain.
  witness({ squares, links, moves, numbers }, start, end) {
    const inside = new Set(squares);
    const marks = squares.map((number) => this.box(number, "witness", 4.2));
    const left = links ? this.movesLeft(inside, links, moves) : [];
    this.marks.replaceChildren(...marks, ...left, ...this.written(numbers), ...this.given(start, end));
  }

  stepTo(from, number) {
    const step = from && this.size.moves.map((move) => moved(this.size, from.number, move)).find((near) => near && near.number === number);
    return step ?? { number, aim: null };
  }

  // Returns the moves that remain, with a colour per connected component. A component without moves is a dot.
  movesLeft(inside, links, counted) {
    const { rows, cols, holes, moves } = this.size;
    const gaps = new Set(holes);
    const given = new Set(counted.map(String));
    const stays = {
      across: (one, other) => inside.has(one) !== inside.has(other),
      outside: (one, other) => !inside.has(one) && !inside.has(other),
      counted: (one, other) => given.has(`${one},${other}`),
    }[links];
    const left = [];
    for (let number = 0; number < rows * cols; number += 1) {
      for (const move of gaps.has(number) ? [] : moves) {
        const step = moved(this.size, number, move);
        if (step && number < step.number && !gaps.has(step.number) && stays(number, step.number)) left.push([number, step]);
      }
    }
    const partOf = partsOf(left.map(([number, step]) => [number, step.number]));
    const lines = new Map();
    for (const [number, step] of left) {
      const part = partOf(number);
      lines.set(part, `${lines.get(part) ?? ""}M${this.centre(number).join(" ")}${this.piece({ number }, step)}`);
    }
    const joined = new Set(left.flatMap(([number, step]) => [number, step.number]));
    const squares = Array.from({ length: rows * cols }, (_, number) => number).filter((number) => !gaps.has(number));
    const alone = { across: squares, outside: squares.filter((number) => !inside.has(number)), counted: [] }[links];
    for (const number of alone) if (!joined.has(number)) lines.set(number, `M${this.centre(number).join(" ")}h0`);
    return [...lines].map(([part, d], place) =>
      drawn("path", { class: `links part-${links === "counted" ? 0 : place % 3}${joined.has(part) ? "" : " dot"}`, d }));
  }

  centre(number) {
    return [((number % this.size.cols) + 0.5) * SIDE, (Math.floor(number / this.size.cols) + 0.5) * SIDE];
  }

  disc(number, kind) {
    const [cx, cy] = this.centre(number);
    return drawn("circle", { class: kind, cx, cy, r: this.radius() });
  }

  box(number, kind, half = this.radius()) {
    const [x, y] = this.centre(number);
    return drawn("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 0.4 });
  }

  number(step, visit, kind = "") {
    const [x, y] = [(step.number % this.size.cols) * SIDE, Math.floor(step.number / this.size.cols) * SIDE];
    return drawn("text", { class: `visit-number ${kind}`, x: x + 0.7, y: y + 3 }, String(visit + 1));
  }

  radius() {
    return Math.max(2.2, 0.1 * Math.max(this.size.rows, this.size.cols));
  }
}

// Returns a function from a number to the smallest number in its connected component (union-find, Galler and Fischer, 1964).
function partsOf(pairs) {
  const above = new Map();
  const partOf = (number) => {
    let top = number;
    while ((above.get(top) ?? top) !== top) top = above.get(top);
    return top;
  };
  for (const [one, other] of pairs) {
    const [low, high] = [partOf(one), partOf(other)].sort((left, right) => left - right);
    above.set(high, low);
  }
  return partOf;
}

function boxAt(row, col) {
  return `M${col * SIDE} ${row * SIDE}h${SIDE}v${SIDE}h-${SIDE}z`;
}

function shadeOf(share) {
  return `color-mix(in srgb, var(--path-end) ${(100 * share).toFixed(1)}%, var(--path-start))`;
}

// The data of the page, and functions that all parts share.

const page = JSON.parse(document.getElementById("data").textContent);
const OUTCOMES = ["found", "impossible", "unknown", "error"];
const NOTHING = -1;
const ANYWHERE = -1;
const OFF_THE_BOARD = -2;
const SVG = "http://www.w3.org/2000/svg";

const byId = (id) => document.getElementById(id);

// Texts come from runs, so they are only ever set as text, never as markup.
function element(name, attributes = {}, ...children) {
  return filled(document.createElement(name), attributes, children);
}

function drawn(name, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, name), attributes, children);
}

function filled(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) node.setAttribute(name, value);
  }
  node.append(...children);
  return node;
}

function options(select, names) {
  select.replaceChildren(...names.map((name, place) => element("option", { value: place }, name)));
}

function swatch(look) {
  return element("span", { class: `swatch ${look}`, "aria-hidden": "true" });
}

function seconds(value) {
  if (value === 0) return "0\u00a0s";
  const [unit, factor] = value >= 1 ? ["s", 1] : value >= 1e-3 ? ["ms", 1e3] : ["µs", 1e6];
  return `${Number((value * factor).toPrecision(3))}\u00a0${unit}`;
}

function megabytes(value) {
  return value < 1000 ? `${whole(value)}\u00a0MB` : `${Number((value / 1000).toPrecision(3))}\u00a0GB`;
}

function whole(value) {
  return value.toLocaleString("en-US");
}

function count(number, noun) {
  return `${whole(number)} ${noun}${number === 1 ? "" : "s"}`;
}

function squareName(number, board) {
  return nameOf(Math.floor(number / board.cols), number % board.cols, board);
}

function nameOf(row, col, { rows, cols }) {
  const isInside = row >= 0 && row < rows && col >= 0 && col < cols;
  return page.explorer.chess && isInside ? columnName(col) + rowName(row, rows) : `${row},${col}`;
}

function rowName(row, rows) {
  return String(page.explorer.chess ? rows - row : row);
}

// Returns the number of a column, or its letters as in chess: a to z, then aa, ab, ….
function columnName(col) {
  if (!page.explorer.chess) return String(col);
  return `${col < 26 ? "" : columnName(Math.floor(col / 26) - 1)}${String.fromCharCode(97 + (col % 26))}`;
}

// Renames each square in a text, such as (2, 5), in the notation that the reader chose (see `respell` of graphs.notation).
function spelled(text, board) {
  return text.replace(/\((-?\d+), (-?\d+)\)(?:,( )(?=\(|…))?/g, (_, row, col, space = "") => nameOf(Number(row), Number(col), board) + space);
}

// Handles the switch between the two notations of squares, which also renames squares in the text of the page.
function switchNames(show) {
  byId("naming").value = page.explorer.chess ? "chess" : "numbers";
  byId("naming").addEventListener("change", () => {
    page.explorer.chess = byId("naming").value === "chess";
    for (const each of document.querySelectorAll("[data-raw]")) each.textContent = spelled(each.dataset.raw, each.dataset);
    show();
  });
}

// Returns the neighbour of a square by a move, or null if it is off the board. `aim` is the neighbour before joining edges.
function moved(board, number, move) {
  const aim = [Math.floor(number / board.cols) + move[0], (number % board.cols) + move[1]];
  const row = board.wrap === "rows" || board.wrap === "both" ? modulo(aim[0], board.rows) : aim[0];
  const col = board.wrap === "cols" || board.wrap === "both" ? modulo(aim[1], board.cols) : aim[1];
  if (row < 0 || row >= board.rows || col < 0 || col >= board.cols) return null;
  return { number: row * board.cols + col, row, col, aim };
}

function modulo(number, length) {
  return ((number % length) + length) % length;
}

// Decodes a stored tour (its first square, and one digit per move) to squares. A closed tour is rotated to begin at `start`.
function tourOf(board, place, start) {
  const [first, digits] = page.explorer.tours[place].split(":");
  const path = [{ number: Number(first), aim: null }];
  for (const digit of digits) path.push(moved(board, path[path.length - 1].number, board.moves[digit]));
  const begin = start === ANYWHERE ? 0 : path.findIndex((step) => step.number === start);
  const closing = closingMove(board, path);
  if (begin > 0 && closing) {
    path[0] = closing;
    path.push(...path.splice(0, begin));
  }
  const last = board.closed || start === ANYWHERE ? closingMove(board, path) : null;
  return { path, closing: last };
}

function closingMove(board, path) {
  if (path.length < 3) return null;
  const reached = board.moves.map((move) => moved(board, path[path.length - 1].number, move));
  return reached.find((step) => step && step.number === path[0].number) ?? null;
}

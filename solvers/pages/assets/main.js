// Starts each part of the page that exists in its HTML.

let table = null;
const explorer = byId("boards") ? new Explorer(page.explorer, page.words, page.runs, (place) => table?.select(place)) : null;

if (byId("search")) new Search(page.search, page.explorer.boards[0]);

for (const summary of document.querySelectorAll("table.summary")) new Summary(summary);
copyLegends();

if (byId("runs")) {
  if (byId("pair")) new Scatter(page.runs, page.explorer.entries.outcome, explorer);
  new RunTable(page.runs, page.explorer, page.words, (run) => explorer.reveal(run));
}

if (byId("length")) {
  const ruler = new Grid(byId("ruler"), () => "Lengths", (place) => {
    byId("length").value = place;
    dragged();
  });
  const columns = (number) => `${number} column${number === 1 ? "" : "s"}`;
  const outcomes = page.explorer.boards.map((board) => OUTCOMES[page.explorer.entries.outcome[board.layers[0].cells[1]]]);
  const lengths = page.explorer.boards.map((board) => board.cols);
  const rung = (look, col) => ({ row: 0, col: lengths[col], look, value: col, choosable: true, label: `${columns(lengths[col])}: ${page.words[look]}` });
  ruler.show([0], lengths, outcomes.map(rung), [""], lengths.map((length) => (length % 5 && length !== lengths[0] ? "" : length)), true);
  byId("ruler-legend").append(...[...new Set(outcomes)].map((look) => element("li", {}, swatch(look), page.words[look])));
  const dragged = () => {
    const { value } = byId("length");
    ruler.select(value);
    explorer.showBoard(Number(value));
    byId("cols").textContent = columns(explorer.board.cols);
    byId("length").setAttribute("aria-valuetext", byId("cols").textContent);
  };
  byId("length").addEventListener("input", dragged);
  byId("board").addEventListener("change", () => {
    byId("length").value = byId("board").value;
    dragged();
  });
  dragged();
}

if (byId("table-of-boards")) {
  const { cells, rows, cols } = page.table;
  table = new Grid(byId("table-of-boards"), () => "Boards", (place) => {
    explorer.showBoard(place, cells.find((cell) => cell.board === place).layer);
    byId("boards").scrollIntoView();
  });
  table.show([...rows.keys()], cols, cells.map((cell) => ({
    row: cell.row,
    col: cell.col,
    look: cell.text ? `${cell.look} with-text` : cell.look,
    text: cell.text,
    value: cell.board,
    choosable: cell.board !== null,
    label: cell.label,
  })), rows, cols, true);
  if (explorer) table.select(byId("board").value);
}

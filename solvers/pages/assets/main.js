// Starts the parts of the page whose places are there.

let table = null;
const explorer = byId("boards") ? new Explorer(page.explorer, page.words, page.runs, (place) => table?.select(place)) : null;

if (byId("search")) new Search(page.search, page.explorer.boards[0]);

if (byId("runs")) {
  new RunTable(page.runs, page.explorer, page.words, (run) => explorer.reveal(run));
}

if (byId("length")) {
  const dragged = () => {
    const { value } = byId("length");
    explorer.showBoard(Number(value));
    byId("cols").textContent = `${explorer.board.cols} columns`;
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
  })), rows, cols);
  if (explorer) table.select(byId("board").value);
}

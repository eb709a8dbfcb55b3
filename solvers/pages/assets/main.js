// Starts the parts of the page whose places are there.

let table = null;
const explorer = byId("boards") ? new Explorer(page.explorer, page.words, page.runs, (place) => table?.select(place)) : null;

if (byId("runs")) {
  new RunTable(page.runs, page.explorer, page.words, (run) => explorer.reveal(run));
}

if (byId("table-of-boards")) {
  const { cells, words, rows, cols } = page.table;
  table = new Grid(byId("table-of-boards"), () => "Boards", (place) => {
    explorer.showBoard(place, cells.find((cell) => cell.board === place).layer);
    byId("boards").scrollIntoView();
  });
  const sizes = (name) => [...new Set(cells.map((cell) => cell[name]))].sort((one, other) => one - other);
  const [down, across] = [sizes("row"), sizes("col")];
  table.show(down, across, cells.map((cell) => ({
    row: cell.row,
    col: cell.col,
    look: cell.text ? `${cell.look} with-text` : cell.look,
    text: cell.text,
    value: cell.board,
    choosable: cell.board !== null,
    label: cell.label ?? `${cell.row}x${cell.col}: ${words[cell.look]}${cell.text ? `, ${cell.text} starts` : ""}`,
  })), rows ?? down, cols ?? across);
  if (explorer) table.select(byId("board").value);
}

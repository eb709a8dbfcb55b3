// A grid of cells with keyboard control by the arrow keys: the squares of a board, or a table of boards.
// It follows the pattern "grid" of the ARIA Authoring Practices Guide: only the current cell is in the tab order.

const NUMBERED_UP_TO = 20;
const FINE_FROM = 25;

class Grid {
  // `cells` holds { row, col, look, label, text, heat } by row and column; a cell without `look` is a hole or a gap.
  constructor(host, label, choose) {
    this.host = host;
    this.label = label;
    this.choose = choose;
    this.cells = new Map();
    host.addEventListener("click", (event) => this.clicked(event));
    host.addEventListener("keydown", (event) => this.pressed(event));
  }

  // Rows and columns have names if there is space for all names, or always in a table, which also has gaps between cells.
  show(rows, cols, cells, rowNames, colNames, isTable = false) {
    this.rows = rows.length;
    this.cols = cols.length;
    this.cells.clear();
    const grid = element("div", { role: "grid", "aria-label": this.label() });
    grid.className = !isTable && Math.max(this.rows, this.cols) >= FINE_FROM ? "grid fine" : "grid";
    grid.style.setProperty("--cols", this.cols);
    const labelled = isTable || Math.max(this.rows, this.cols) <= NUMBERED_UP_TO;
    const left = labelled ? "auto " : "";
    grid.style.gridTemplateColumns = `${left}repeat(${this.cols}, minmax(var(--smallest, 0px), 1fr))`;
    if (labelled) grid.append(this.edge(colNames));
    const at = new Map(cells.map((cell) => [`${cell.row},${cell.col}`, cell]));
    rows.forEach((row, down) => {
      const line = element("div", { role: "row" });
      if (labelled) line.append(element("span", { class: "edge at-left", "aria-hidden": "true" }, String(rowNames[down])));
      cols.forEach((col, across) => line.append(this.cell(at.get(`${row},${col}`), down, across)));
      grid.append(line);
    });
    this.host.replaceChildren(grid);
    const first = this.cells.values().next().value;
    if (first) first.tabIndex = 0;
  }

  edge(names) {
    const edge = element("div", { role: "row", "aria-hidden": "true" }, element("span"));
    edge.append(...names.map((name) => element("span", { class: "edge" }, String(name))));
    return edge;
  }

  cell(cell, down, across) {
    if (!cell || !cell.choosable) {
      return element("span", { role: "gridcell", class: `cell ${cell ? cell.look : ""}`, "aria-label": cell ? cell.label : "" });
    }
    const button = element("button", {
      type: "button", role: "gridcell", tabindex: "-1", class: `cell ${cell.look}`, "aria-label": cell.label,
      "aria-selected": "false", title: cell.label, "data-at": `${down},${across}`,
    }, cell.text ?? "");
    if (cell.heat !== undefined) button.style.setProperty("--heat", cell.heat);
    button.value = cell.value;
    this.cells.set(`${down},${across}`, button);
    return button;
  }

  // Selects the cell with this value, and puts it into the tab order.
  select(value) {
    for (const button of this.cells.values()) {
      const chosen = button.value === String(value);
      button.setAttribute("aria-selected", String(chosen));
      if (chosen) this.enter(button);
    }
  }

  enter(button) {
    for (const other of this.cells.values()) other.tabIndex = -1;
    button.tabIndex = 0;
  }

  clicked(event) {
    const button = event.target.closest("button[data-at]");
    if (button) this.choose(Number(button.value), button.getAttribute("aria-selected") === "true");
  }

  pressed(event) {
    const button = event.target.closest("button[data-at]");
    const ways = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
    if (!button || event.altKey || event.metaKey) return;
    const [row, col] = button.dataset.at.split(",").map(Number);
    let next = null;
    if (ways[event.key]) next = this.beyond(row, col, ...ways[event.key]);
    else if (event.key === "Home") next = this.beyond(event.ctrlKey ? 0 : row, -1, 0, 1);
    else if (event.key === "End") next = this.beyond(event.ctrlKey ? this.rows - 1 : row, this.cols, 0, -1);
    else return;
    event.preventDefault();
    if (next) {
      this.enter(next);
      next.focus();
    }
  }

  // Returns the next cell that can be chosen. Holes and gaps are skipped.
  beyond(row, col, down, right) {
    for (;;) {
      row += down;
      col += right;
      if (row < 0 || row >= this.rows || col < 0 || col >= this.cols) return null;
      const button = this.cells.get(`${row},${col}`);
      if (button) return button;
    }
  }
}

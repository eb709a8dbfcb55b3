// The summary table of a comparison. It can be sorted by any column, and filtered by the name of the competitor.

class Summary {
  constructor(table) {
    this.rows = [...table.tBodies[0].rows];
    this.body = table.tBodies[0];
    for (const cell of this.body.querySelectorAll(".number")) cell.textContent = cell.textContent.replace(/ (m?s)$/m, "\u00a0$1");
    this.heads = [...table.tHead.rows[0].cells].filter((cell) => cell.tagName === "TH");
    this.heads.forEach((head, column) => {
      const button = element("button", { type: "button" }, ...head.childNodes);
      button.addEventListener("click", () => this.sort(column, head.getAttribute("aria-sort") === "ascending"));
      head.setAttribute("aria-sort", "none");
      head.replaceChildren(button);
    });
    const choice = byId("sort-summary");
    if (!choice.options.length) choice.append(element("option", { value: "" }, "rank"));
    const known = new Set([...choice.options].map((option) => option.value));
    for (const { textContent } of this.heads) {
      for (const way of ["up", "down"]) {
        const option = `${textContent}, ${way}`;
        if (!known.has(option)) choice.append(element("option", { value: option }, option));
      }
    }
    choice.addEventListener("change", () => {
      const [head, way] = choice.value.split(", ");
      const column = this.heads.findIndex(({ textContent }) => textContent === head);
      this.sort(column < 0 ? null : column, way === "down");
    });
    byId("find-competitor").addEventListener("input", () => this.filter());
  }

  // Returns the first number of a cell (a time in seconds), or null if the cell has no value, such as "–" and "3 of 99".
  static order(text) {
    if (/^[>∞]/.test(text)) return Infinity;
    const [, number, unit] = /^([\d,.]+)\s*(ms|s)?/.exec(text) ?? [];
    return number === undefined || / of /.test(text) ? null : Number(number.replaceAll(",", "")) * (unit === "ms" ? 1e-3 : 1);
  }

  sort(column, down) {
    const text = (row) => [...row.cells].filter((cell) => !cell.classList.contains("picture"))[column].textContent.trim();
    const isName = column === 0 || ["letters", "differs"].includes(this.heads[column ?? 0].textContent);
    const key = (row) => (isName ? text(row) : Summary.order(text(row)));
    const places = new Map(this.rows.map((row, place) => [row, column === null ? place : key(row)]));
    this.body.append(...[...this.rows].sort((one, other) => {
      const [left, right] = [places.get(one), places.get(other)];
      if (left === null || right === null) return (left === null) - (right === null); // without a value: last in both orders
      return left === right ? 0 : left < right === Boolean(down) ? 1 : -1;
    }));
    this.body.classList.toggle("sorted", column !== null);
    this.heads.forEach((head, place) => head.setAttribute("aria-sort", place !== column ? "none" : down ? "descending" : "ascending"));
  }

  filter() {
    const words = byId("find-competitor").value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const row of this.rows) row.hidden = !words.every((word) => row.cells[0].textContent.toLowerCase().includes(word));
  }
}

// Width of one unit of a copied legend, in rem, so that its letters are as large as those of the page.
const LEGEND_SCALE = 0.11;

// On a phone, a plot is wider than the screen, so its legend is copied below it.
function copyLegends() {
  for (const plot of document.querySelectorAll(".plot")) {
    const legend = plot.querySelector('[id$="legend_1"]');
    if (!legend) continue;
    const { x, y, width, height } = legend.getBBox();
    const copy = drawn("svg", { class: "plot-legend", viewBox: [x, y, width, height].join(" "), style: `width: ${width * LEGEND_SCALE}rem`, "aria-hidden": "true", focusable: "false" });
    copy.append(legend.cloneNode(true));
    for (const each of copy.querySelectorAll("[id]")) if (each.tagName !== "path") each.removeAttribute("id");
    plot.after(copy);
  }
}

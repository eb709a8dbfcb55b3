// The table of runs. It can be searched, filtered by solver and status, and sorted by any column. It is divided into pages.

const ROWS_A_PAGE = 50;

class RunTable {
  constructor(runs, explorer, words, reveal) {
    this.runs = runs;
    this.outcomes = explorer.entries.outcome;
    this.words = words;
    this.reveal = reveal;
    this.drawn = new Set(explorer.boards.flatMap((board) => board.layers.flatMap((layer) => layer.cells.filter((_, at) => at % 2))));
    const named = (column) => (run) => column.names[column.places[run]];
    const said = explorer.entries.reason;
    this.columns = [
      { key: "problem", head: "Problem", order: (run) => runs.problem.places[run], text: named(runs.problem) },
      { key: "competitor", head: "Solver", order: (run) => runs.competitor.places[run], text: named(runs.competitor) },
      ...["seed"].filter((key) => runs[key]).map((key) => this.numeric(key, key, (value) => String(value))),
      ...(runs.repeat ? [{ key: "repeat", head: "Runs", number: true, order: (run) => this.alike.get(run).length, text: (run) => String(this.alike.get(run)?.length ?? "") }] : []),
      { key: "status", head: "Ended by", order: (run) => this.outcomes[run] * 100 + runs.termination.places[run], text: named(runs.termination) },
      this.numeric("seconds", "Time", seconds),
      this.numeric("nodes", "Nodes", whole),
      this.numeric("memory", "Memory", megabytes),
      { key: "reason", head: "Reason", text: (run) => (said[run] === NOTHING ? "" : spelled(explorer.texts[said[run]], {})) },
    ];
    for (const column of this.columns) column.order ??= column.text;
    this.size = this.outcomes.length;
    this.alike = this.groups();
    this.haystack = Array.from({ length: this.size }, (_, run) =>
      this.columns.map((column) => column.text(run)).join("\n").toLowerCase());
    this.sorted = { key: null, down: false };
    this.prepare();
    this.filter();
  }

  // Groups repeated runs that differ only in time and memory, by the run with the median time.
  groups() {
    const { problem, competitor, seed, termination, nodes, seconds: times } = this.runs;
    const alike = new Map();
    for (let run = 0; run < this.size; run += 1) {
      const parts = [problem.places, competitor.places, seed ?? [], termination.places, nodes, this.outcomes].map((column) => column[run]);
      const key = [...parts, this.columns.at(-1).text(run)].join("\n");
      alike.set(key, [...(alike.get(key) ?? []), run]);
    }
    const median = (group) => [...group].sort((one, other) => times[one] - times[other])[Math.floor((group.length - 1) / 2)];
    return new Map([...alike.values()].map((group) => [median(group), group]));
  }

  numeric(key, head, text) {
    const values = this.runs[key];
    return { key, head, number: true, order: (run) => values[run] ?? -1, text: (run) => (values[run] === null ? "" : text(values[run])) };
  }

  prepare() {
    byId("run-heads").replaceChildren(...this.columns.map((column) => {
      const button = element("button", { type: "button" }, column.head);
      button.addEventListener("click", () => this.sort(column.key, this.sorted.key === column.key && !this.sorted.down));
      return element("th", { role: "columnheader", scope: "col", "data-key": column.key, "aria-sort": "none", class: column.number ? "number" : null }, button);
    }));
    byId("of-competitor").append(...this.runs.competitor.names.map((name, place) => element("option", { value: place }, name)));
    const present = new Set(this.outcomes);
    byId("of-status").append(...OUTCOMES.flatMap((name, place) => (present.has(place) ? [element("option", { value: place }, this.words[name])] : [])));
    byId("sort-by").append(element("option", { value: "" }, "plan"));
    byId("sort-by").append(...this.columns.flatMap(({ key, head }) => [
      element("option", { value: `${key} up` }, `${head}, ascending`), element("option", { value: `${key} down` }, `${head}, descending`)]));
    byId("sort-by").addEventListener("change", () => {
      const [key, way] = byId("sort-by").value.split(" ");
      this.sort(key || null, way === "down");
    });
    byId("find").addEventListener("input", () => this.filter());
    for (const id of ["of-competitor", "of-status"]) byId(id).addEventListener("change", () => this.filter());
    byId("previous").addEventListener("click", () => this.turn(-1));
    byId("next").addEventListener("click", () => this.turn(1));
  }

  filter() {
    const words = byId("find").value.toLowerCase().split(/\s+/).filter(Boolean);
    const [competitor, status] = [byId("of-competitor").value, byId("of-status").value];
    this.found = [];
    for (const run of this.alike.keys()) {
      const wanted = (competitor === "" || this.runs.competitor.places[run] === Number(competitor))
        && (status === "" || this.outcomes[run] === Number(status))
        && words.every((word) => this.haystack[run].includes(word));
      if (wanted) this.found.push(run);
    }
    this.arrange();
  }

  sort(key, down) {
    this.sorted = { key, down };
    byId("sort-by").value = key ? `${key} ${down ? "down" : "up"}` : "";
    for (const head of byId("run-heads").children) {
      head.setAttribute("aria-sort", head.dataset.key !== key ? "none" : down ? "descending" : "ascending");
    }
    this.arrange();
  }

  arrange() {
    const column = this.columns.find(({ key }) => key === this.sorted.key);
    const sign = this.sorted.down ? -1 : 1;
    // Equal runs have the order of the comparison.
    this.found.sort((one, other) => {
      const [left, right] = column ? [column.order(one), column.order(other)] : [one, other];
      return left < right ? -sign : left > right ? sign : one - other;
    });
    this.page = 0;
    this.show();
  }

  turn(pages) {
    this.page += pages;
    this.show();
    byId("runs").scrollIntoView();
  }

  show() {
    const pages = Math.max(1, Math.ceil(this.found.length / ROWS_A_PAGE));
    const first = this.page * ROWS_A_PAGE;
    byId("run-rows").replaceChildren(...this.found.slice(first, first + ROWS_A_PAGE).map((run) => this.row(run)));
    const found = this.found.reduce((sum, run) => sum + this.alike.get(run).length, 0);
    byId("count").textContent = found === this.size ? count(this.size, "run") : `${whole(found)} of ${count(this.size, "run")}`;
    byId("page-number").textContent = `${this.page + 1} of ${pages}`;
    byId("previous").disabled = this.page === 0;
    byId("next").disabled = this.page >= pages - 1;
    document.querySelector(".pages").hidden = pages === 1;
  }

  row(run) {
    return element("tr", { role: "row" }, ...this.columns.map((column) => {
      const text = column.text(run);
      const kind = column.number ? "number" : column.key;
      const cell = element("td", { role: "cell", class: kind, "data-label": column.number ? column.head : null });
      if (column.key === "problem" && this.drawn.has(run)) {
        const button = element("button", { type: "button", title: "Show it on the board" }, text);
        button.addEventListener("click", () => this.reveal(run));
        cell.append(button);
      } else if (column.key === "status") {
        cell.append(swatch(OUTCOMES[this.outcomes[run]]), text);
      } else if (column.key === "reason" && text) {
        cell.append(element("span", { class: "long", title: text }, text));
      } else {
        cell.append(text);
      }
      return cell;
    }));
  }
}

// Questions about a position. A web worker answers them with the solvers of this project; the first question loads it.

const SCRIPT = "core.js";

class Ask {
  constructor(play) {
    this.play = play;
    this.buttons = [...byId("ask").querySelectorAll("[data-ask]")];
    for (const button of this.buttons) button.addEventListener("click", () => this.ask(button.dataset.ask));
    byId("stop").addEventListener("click", () => this.stop("Stopped."));
    play.changed = (kind) => this.clear(kind);
    this.clear(new URLSearchParams(location.hash.slice(1)).get("ask"));
  }

  // Deletes the answer about the last position, and asks the question `kind`, if any.
  clear(kind) {
    if (this.waits) this.stop("");
    this.say();
    if (this.buttons.some((button) => button.dataset.ask === kind)) this.ask(kind);
  }

  async ask(kind) {
    const { play } = this;
    if (kind === "hint" && !play.path.length) {
      this.say("Choose a square to start.");
      return;
    }
    play.player.clear();
    play.draw();
    play.write(kind === "puzzle" ? null : kind);
    const asked = Symbol(kind);
    this.wait(asked);
    let reply;
    try {
      const archive = this.worker ? null : await this.archive();
      if (this.waits !== asked) return;
      reply = await this.send({ kind, ...this.game() }, archive);
    } catch (error) {
      if (this.waits !== asked) return;
      this.end();
      reply = { error: `There is no answer: ${error.message}. You can still play.` };
    }
    if (this.waits !== asked) return;
    this.wait(null);
    if (reply.error) this.say(reply.error);
    else this[kind](reply);
  }

  // Returns the position for Python, with squares as [row, column].
  game() {
    const { path, size: { rows, cols, holes, closed, givens, leaper } } = this.play;
    const pairs = (numbers) => numbers.map((number) => [Math.floor(number / cols), number % cols]);
    const [steps, squares] = [givens.map(([step]) => step), pairs(givens.map(([, number]) => number))];
    return { rows, cols, closed, holes: pairs(holes), leaper: leaper.split(",").map(Number), givens: steps.map((step, place) => [step, squares[place]]),
      path: pairs(path), moves: pairs(path.length ? this.play.moves : []), seed: Math.floor(Math.random() * 1e9) };
  }

  number([row, col]) {
    return row * this.play.size.cols + col;
  }

  // Sends a question to the web worker, which is started if necessary.
  send(question, archive) {
    if (archive) this.worker = new Worker(URL.createObjectURL(new Blob([page.worker], { type: "text/javascript" })));
    return new Promise((resolve, reject) => {
      this.worker.onmessage = ({ data }) => (data.failure ? reject(new Error(data.failure)) : resolve(data));
      this.worker.onerror = (event) => reject(new Error(event.message ?? "the worker does not start"));
      this.worker.postMessage({ address: new URL(page.pyodide, document.baseURI).href, archive, question });
    });
  }

  async archive() {
    if (!globalThis.core) {
      await new Promise((resolve, reject) => {
        const script = element("script", { src: SCRIPT });
        script.addEventListener("load", resolve);
        script.addEventListener("error", () => reject(new Error(`${SCRIPT} cannot be loaded`)));
        document.head.append(script);
      });
    }
    return Uint8Array.from(atob(globalThis.core), (letter) => letter.charCodeAt(0)).buffer;
  }

  wait(asked) {
    this.waits = asked;
    for (const button of this.buttons) button.disabled = Boolean(asked);
    byId("stop").hidden = !asked;
    if (asked) this.say(this.worker ? "Searching …" : "Loading Python and the solvers …");
  }

  stop(message) {
    this.end();
    this.wait(null);
    this.say(message);
  }

  end() {
    this.worker?.terminate();
    this.worker = null;
  }

  say(verdict, ...lines) {
    const said = verdict ? [element("p", { class: "verdict" }, ...[verdict].flat())] : [];
    byId("reply").replaceChildren(...said, ...lines.map((line) => (typeof line === "string" ? element("p", { class: "meaning" }, line) : line)));
  }

  spelled(text) {
    const words = spelled(text, this.play.size);
    return `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
  }

  get from() {
    const { path, size } = this.play;
    if (!path.length) return "of this board";
    return path.length > 1 ? "from here" : `from ${squareName(path[0], size)}`;
  }

  why({ exists, sentences, witness, visited }) {
    const kind = this.play.size.closed ? "closed tour" : "tour";
    const [look, verdict] = { true: ["found", `Yes, there is a ${kind} ${this.from}.`], false: ["impossible", `No, there is no ${kind} ${this.from}.`] }[exists]
      ?? ["unknown", "Unknown: the search took too long."];
    const lines = sentences.map((sentence) => this.spelled(sentence));
    if (witness) {
      this.play.showWitness(witness);
      if (witness.meaning) lines.splice(1, 0, element("p", { class: "meaning" }, swatch("witness"), ` ${witness.meaning}.`));
    }
    const undone = this.play.path.length - visited;
    if (visited) lines.push(`There was a tour up to square ${visited}, ${squareName(this.play.path[visited - 1], this.play.size)}: undo ${count(undone, "move")}.`);
    this.say([swatch(look), ` ${verdict}`], ...(exists ? [] : lines));
  }

  tour(reply) {
    if (!reply.tour) this.why(reply);
    else {
      this.say([swatch("found"), ` A ${this.play.size.closed ? "closed tour" : "tour"} ${this.from}.`], "Undo or move to go on playing.");
      this.play.watch(reply.tour.map((square) => this.number(square)));
    }
  }

  hint(reply) {
    const moves = reply.moves.map(([square, ...answer]) => [this.number(square), ...answer]);
    const words = { true: "a tour is still possible", null: "unknown" };
    const looks = { true: "found", false: "impossible", null: "unknown" };
    const said = new Map(); // moves with the same answer are listed together
    for (const [number, exists, reason] of moves) {
      const answer = words[exists] ?? this.fault(number, reason);
      said.set(answer, { look: looks[exists], numbers: [...(said.get(answer)?.numbers ?? []), number] });
    }
    const items = [...said].map(([answer, { look, numbers }]) =>
      element("li", {}, swatch(look), element("span", {}, `${this.play.names(numbers)}: ${answer}`)));
    this.play.showHints(moves);
    const good = moves.filter(([, exists]) => exists).length;
    const verdict = good ? `${count(good, "good move")} of ${moves.length}.` : "No move leads to a tour. Undo, or ask why.";
    this.say(verdict, element("ul", {}, ...items));
  }

  // Returns why a move is bad: a dead end, squares that become unreachable, or the solver's reason.
  fault(number, reason) {
    const path = [...this.play.path, number];
    const { stranded } = this.play.lost(path);
    if (!this.play.freeNear(number, path).length) return "a dead end";
    return stranded.length ? `this move strands ${this.play.names(stranded)}` : spelled(reason, this.play.size);
  }

  puzzle(reply) {
    const givens = reply.givens.map(([step, square]) => [step, this.number(square)]);
    this.play.setBoard({ ...this.play.size, givens });
    this.play.go([]);
    this.say(`A puzzle with ${count(givens.length, "given number")}. It has exactly one solution.`);
  }
}

new Ask(new Play());

"""The page to play in a real browser: by touch, by the keyboard alone, without a network; and its questions to Python."""

import json
import re
import shutil
import subprocess
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from solvers.pages.play import PYODIDE, core_script, play_page
from solvers.pages.rendering import read_assets
from solvers.solving.playing import answer_question
from tests.processes import PATIENCE
from tests.small import AROUND, KNIGHT_3X4
from tests.solvers.pages.browsing import (
    choose,
    click,
    contrasts_of_texts,
    count_of,
    find,
    is_shown,
    names_of_controls,
    press,
    sheets_of,
    text_of,
    texts,
    widths,
    wish,
)
from tests.solvers.solving.test_playing import GAME

FAKE = """
export async function loadPyodide({ indexURL }) {
  const ask = (question) => {
    const request = new XMLHttpRequest();
    request.open("POST", indexURL, false);
    request.send(question);
    return request.responseText;
  };
  return { unpackArchive() {}, runPython() {}, pyimport: () => ({ answer_question: ask }) };
}
"""


class Pyodide(SimpleHTTPRequestHandler):
    """Serves a folder to pages of any origin, or instead of Pyodide a script that sends the questions to this process."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | {".mjs": "text/javascript", ".wasm": "application/wasm"}

    def do_POST(self):
        self._reply(answer_question(self.rfile.read(int(self.headers["Content-Length"])).decode()), "application/json")

    def do_GET(self):
        if self.server.folder is None:
            self._reply(FAKE, "text/javascript")
        else:
            super().do_GET()

    def translate_path(self, path):
        return f"{self.server.folder}{path}"

    def _reply(self, text, kind):
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.end_headers()
        self.wfile.write(text.encode())

    def end_headers(self):
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_):
        pass


@pytest.fixture
def serve():
    """A function that serves a folder with Pyodide, or without a folder a replacement, and returns its address."""
    servers = []

    def start(folder=None):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Pyodide)
        server.folder = folder
        servers.append(server)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        return f"http://127.0.0.1:{server.server_port}/"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.fixture
def game(opened, tmp_path):
    """A function that opens the page at a position, as the address names it."""

    def open_game(address="", pyodide=PYODIDE, core="globalThis.core = '';"):
        if core is not None:
            (tmp_path / "core.js").write_text(core)
        page = opened(play_page(pyodide))
        go(page, address)
        return page

    return open_game


@pytest.fixture
def offline(browser):
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.execute_cdp_cmd("Network.enable", {})
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": True})
    yield
    browser.execute_cdp_cmd("Network.emulateNetworkConditions", network | {"offline": False})
    browser.execute_cdp_cmd("Network.disable", {})


def go(page, address):
    place = page.current_url.partition("#")[0]
    page.get("about:blank")
    page.get(f"{place}#{address}")


def address_of(page):
    return page.current_url.partition("#")[2]


def square(page, name):
    return find(page, f'#squares [aria-label="{name}"], #squares [aria-label^="{name},"]')


def tap(page, name):
    """Touch a square."""
    box = page.execute_script(
        "arguments[0].scrollIntoView({block: 'center'}); const {x, y, width, height} = arguments[0].getBoundingClientRect();"
        "return {x: x + width / 2, y: y + height / 2}",
        square(page, name),
    )
    page.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [box]})
    page.execute_cdp_cmd("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def reply(page, patience=60):
    """What Python answered."""
    WebDriverWait(page, patience, poll_frequency=0.05).until(
        lambda page: not is_shown(page, "#stop") and text_of(page, "#reply")
    )
    return text_of(page, "#reply")


def ask(page, kind):
    click(page, f'[data-ask="{kind}"]')
    return reply(page)


def test_a_whole_tour_by_the_keyboard_alone(game):
    page = game("board=3x4")
    page.execute_script("document.activeElement.blur()")
    for _ in range(20):
        press(page, Keys.TAB)
        if page.switch_to.active_element.get_attribute("role") == "gridcell":
            break
    at = (0, 0)
    for row, col in KNIGHT_3X4:
        vertical, horizontal = row - at[0], col - at[1]
        press(page, *([Keys.ARROW_DOWN if vertical > 0 else Keys.ARROW_UP] * abs(vertical)))
        press(page, *([Keys.ARROW_RIGHT if horizontal > 0 else Keys.ARROW_LEFT] * abs(horizontal)), Keys.ENTER)
        at = row, col
    assert text_of(page, "#answer").startswith("A tour of 12 squares.")
    press(page, Keys.BACKSPACE)
    assert text_of(page, "#answer").startswith("Square 11 of 12: ")
    assert address_of(page).count("-") == 10


def test_by_touch_on_a_phone_without_a_network(game, narrow, offline):
    narrow(375)
    page = game("board=8x8")
    for name in ("a1", "b3", "c5"):
        tap(page, name)
    assert address_of(page) == "board=8x8&path=a1-b3-c5"
    assert text_of(page, "#answer") == "Square 3 of 64: c5. 7 moves."
    assert count_of(page, "#stage .free") == 7
    tap(page, "h8")
    assert text_of(page, "#answer") == "No knight\u2019s move leads from c5 to h8."
    tap(page, "a1")
    assert text_of(page, "#answer") == "a1 is already visited, as square 1."
    assert max(widths(page)) <= 375
    assert square(page, "e4").size["width"] >= 38


def test_numbers_are_those_of_free_squares_and_can_be_hidden(game):
    page = game("board=5x5&path=a1")
    assert texts(page, "#stage .free") == ["5", "5"]
    assert "b3, a move, 5 free squares from there" in names_of_controls(page)
    click(page, "#numbers")
    assert (texts(page, "#stage .free"), count_of(page, "#stage .to-try")) == ([], 2)


def test_squares_that_can_no_longer_be_reached_are_marked_and_named(game):
    page = game("board=5x5&path=d3-b4-c2-a3")
    assert "e1 can no longer be reached.\nOnly one way leads to each of e5 and a1, but" in text_of(page, "#answer")
    assert count_of(page, "#stage .cross") == 1
    assert square(page, "e1").get_attribute("aria-label") == "e1, can no longer be reached"
    go(page, "board=5x6&closed=yes&path=c2-d4-b5")
    assert "Only one way leads to f5, but a closed tour needs two." in text_of(page, "#answer")
    go(page, "board=3x3&path=a1-b3-c1-a2-c3-b1-a3-c2")
    assert "Dead end" in text_of(page, "#answer")


def test_what_is_impossible_in_an_address_is_left_out(game):
    page = game("board=3x4&holes=a1-z9&path=b1-c3-c3-x-a2&given=5d9-x&leaper=one")
    assert address_of(page) == "board=3x4&holes=a1&path=b1-c3-a2"
    go(page, "board=99x0")
    assert address_of(page) == "board=20x8"


def test_size_piece_and_holes(game):
    page = game("board=5x5&path=a1-b3")
    page.execute_script("const rows = document.getElementById('rows'); rows.value = 4; rows.dispatchEvent(new Event('change'))")
    assert address_of(page) == "board=4x5"
    choose(page, "leaper", "zebra (2, 3)")
    square(page, "a1").click()
    assert "c4, a move, 1 free square from there" in names_of_controls(page)
    click(page, "#holes")
    square(page, "c2").send_keys(Keys.ENTER)
    assert page.switch_to.active_element.get_attribute("aria-label") == "c2, hole"
    press(page, Keys.ARROW_RIGHT, " ")
    assert address_of(page) == "board=4x5&leaper=2,3&holes=c2-d2"
    press(page, " ")
    assert address_of(page) == "board=4x5&leaper=2,3&holes=c2"


@pytest.mark.parametrize(
    "closed, said", [("", "A tour of 8 squares.\nOne more move"), ("closed=yes&", "A closed tour of 8 squares.")]
)
def test_a_tour_that_comes_back(game, closed, said):
    names = "-".join("abc"[col] + str(3 - row) for row, col in AROUND)
    page = game(f"board=3x3&{closed}holes=b2&path={names}")
    assert text_of(page, "#answer").startswith(said)
    assert find(page, "#closed").is_selected() == ("and then back to the start" in text_of(page, "#task")) == bool(closed)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_texts_have_contrast_and_all_controls_a_name(game, scheme):
    page = game("board=5x5&path=d3-b4-c2-a3")
    wish(page, scheme=scheme)
    assert min(contrasts_of_texts(page).values()) >= 4.5
    assert all(names_of_controls(page))


@pytest.mark.parametrize("address", ["board=8x8&path=a1-b3", "board=20x3", "board=3x20", "board=5x5&given=1a1-9c3"])
def test_the_page_is_printed_on_one_sheet(game, address):
    page = game(address)
    assert sheets_of(page, preferCSSPageSize=True, printBackground=True) == 1


def test_without_python_the_page_says_so_and_plays_on(game):
    page = game("board=5x5&path=a1", core=None)
    assert ask(page, "why") == "There is no answer: core.js cannot be loaded. You can still play."
    page.get_log("browser")
    tap(page, "b3")
    assert address_of(page) == "board=5x5&path=a1-b3"


def test_the_reason_is_drawn_and_the_address_asks(game, serve):
    page = game("board=5x5&path=b5&ask=why", serve())
    assert reply(page).startswith("No, there is no tour from b5.\nThere are 13 squares of one colour")
    assert count_of(page, "#stage .witness") == 13
    assert address_of(page) == "board=5x5&path=b5&ask=why"
    tap(page, "d4")
    assert (text_of(page, "#reply"), texts(page, "#stage .witness")) == ("", [])
    assert address_of(page) == "board=5x5&path=b5-d4"


def test_a_hint_names_the_squares_that_a_move_strands(game, serve):
    page = game("board=5x5&path=b4-c2-a3-c4-b2-d3", serve())
    said = ask(page, "hint")
    assert "c1 and c5: this move strands e5 and e1" in said
    assert count_of(page, "#stage .good") == count_of(page, "#stage .tick")
    assert count_of(page, "#stage .bad") == count_of(page, "#stage .cross")
    go(page, "board=5x5&path=b4-c2-a3-c4-b2-d3-c1")
    last, name, undone = re.search(r"There was a tour up to square (\d), (\w\d): undo (\d) moves?\.", ask(page, "why")).groups()
    assert (name, int(undone)) == (["b4", "c2", "a3", "c4", "b2", "d3"][int(last) - 1], 7 - int(last))


def test_another_position_stops_the_question_about_the_first(game, serve):
    page = game("board=5x5&path=b5&ask=why", serve())
    page.execute_script("location.hash = 'board=5x5&path=c5&ask=why'; dispatchEvent(new Event('hashchange'))")
    assert reply(page) == "Yes, there is a tour from c5."


def test_a_tour_from_here_is_played_on_the_board(game, serve):
    page = game("board=5x5&path=a1-b3", serve())
    assert ask(page, "tour").startswith("A tour from here.")
    assert text_of(page, "#visit").startswith("square 25 of 25: ")
    click(page, '[data-do="first"]')
    assert text_of(page, "#visit") == "square 1 of 25: a1"
    click(page, "#undo")
    assert (address_of(page), is_shown(page, "#player")) == ("board=5x5&path=a1", False)


def test_a_puzzle_is_put_on_the_board_and_its_numbers_bind(game, serve):
    page = game("board=5x5", serve())
    said = ask(page, "puzzle")
    count = int(re.match(r"A puzzle with (\d+) given", said)[1])
    assert address_of(page).count("-") == count - 1
    assert count_of(page, "#stage .given-number") == count
    step, name = re.search(r"given=(?:\d+\w\d-)*?([2-9]|\d\d)(\w\d)(?=-|$)", address_of(page)).groups()
    tap(page, name)
    assert text_of(page, "#answer") == f"{name} must be square {step}."
    assert ask(page, "tour").startswith("A tour of this board.")


@pytest.fixture(scope="module")
def pyodide(tmp_path_factory):
    """The folder of Pyodide, from the npm registry."""
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    folder = tmp_path_factory.mktemp("npm")
    version = re.search(r"pyodide@[\d.]+", PYODIDE)[0]
    done = subprocess.run(["npm", "install", "--prefix", folder, version], capture_output=True, text=True, timeout=PATIENCE)
    if done.returncode:
        pytest.skip(f"the npm registry does not answer: {done.stderr[-200:]}")
    return folder / "node_modules" / "pyodide"


NODE = """
import { readFileSync } from "node:fs";
const [folder, questions] = [process.argv[2], JSON.parse(process.argv[3])];
await import("./core.js");
await import("./worker.mjs");
const archive = Uint8Array.from(Buffer.from(globalThis.core, "base64")).buffer;
for (const question of questions) {
  const answer = new Promise((resolve) => { globalThis.postMessage = resolve; });
  globalThis.onmessage({ data: { address: folder, archive, question } });
  console.log(JSON.stringify(await answer));
}
process.exit(0);
"""


@pytest.mark.slow
def test_the_worker_answers_in_pyodide_under_node(pyodide, tmp_path):
    game = GAME | {"rows": 3, "cols": 8, "moves": [], "seed": 2}
    questions = [
        game | {"kind": "why", "path": [[1, 2]]},
        game | {"kind": "tour", "rows": 8},
        game | {"kind": "puzzle", "rows": 5, "cols": 5},
    ]
    for name, text in {"core.js": core_script(), "worker.mjs": read_assets(("play_worker.js",)), "ask.mjs": NODE}.items():
        (tmp_path / name).write_text(text)
    command = ["node", "ask.mjs", f"{pyodide}/", json.dumps(questions)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=PATIENCE)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [json.loads(answer_question(json.dumps(question))) for question in questions], done.stderr


@pytest.mark.slow
def test_pyodide_answers_on_a_page_from_a_disk(game, serve, pyodide):
    page = game("board=3x8&path=c2", serve(pyodide), core_script())
    click(page, '[data-ask="why"]')
    assert reply(page, PATIENCE).startswith("No, there is no tour from c2.")
    assert texts(page, "#stage .witness")
    go(page, "board=8x8&path=a1")
    assert ask(page, "tour").startswith("A tour from a1.")

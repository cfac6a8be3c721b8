// The page in a real browser, against the real server or with the engine inside.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { alone, ask, assert, base, click, color, count, edge, hash, hashHas, message, onPage, outplay, playsOwn, refusals, says, status, tab, two, vertex } from "./harness.mjs";

onPage("the page opens with a board that can be played", "", async (page) => {
  // The first game of the catalogue, with the newcomer on the side that can win.
  const { games: [game] } = await ask("/api/catalogue");
  assert.equal(game.example.board, "petersen");
  const [seat, other] = game.example.side === game.sides[0].word ? [0, 1] : [1, 0];
  await says(status(page), `${game.sides[seat].title} to move`);
  assert.equal(await count(page, ".board .vertex"), 10);
  assert.equal(await count(page, ".board .edge"), 15);
  const seats = await page.locator(".seat select").evaluateAll((list) => list.map((select) => select.value));
  assert.equal(seats[seat], "human");
  assert.notEqual(seats[other], "human");
  const before = await count(page, ".vertex.colored");
  await page.locator(".vertex.legal").first().click();
  await page.getByRole("dialog").locator("button:not([aria-disabled=true])").first().click();
  await page.waitForFunction((before) => document.querySelectorAll(".vertex.colored").length > before, before);
});

// ---- every game of the catalogue, by what it says about itself ----

/** The verdicts of all moves: one chip stands for all that are alike. */
async function verdicts(page, moves) {
  await page.waitForFunction((moves) => [...document.querySelectorAll(".move-chip[data-like]")].flatMap((chip) => (chip.dataset.verdict === "unknown" ? [] : JSON.parse(chip.dataset.like))).length === moves, moves);
  return page.locator(".move-chip[data-like]").evaluateAll((chips) => Object.fromEntries(chips.flatMap((chip) => JSON.parse(chip.dataset.like).map((text) => [text, chip.dataset.verdict]))));
}

/** The largest digraph that is looked at here. */
const MOST_NODES = 1500;

/** A game from its example to its lesson. */
async function walkThrough(page, game, players, levels) {
  const about = (text) => `${game.name}: ${text}`;
  const { board, parameters } = game.example;
  const setup = { game: game.name, ...(board !== null && { board: { family: board } }), ...parameters };
  const start = await ask("/api/position", { setup });

  await page.goto("about:blank");
  await page.goto(`${base}#game=${encodeURIComponent(game.name)}&${two}`);
  await says(status(page), /to move/);
  assert.equal(await page.getByTestId("rules").textContent(), game.rules);
  assert.equal(await page.getByTestId("goal").textContent(), game.goal);
  assert.ok(await page.getByTestId("rules").isVisible() && await page.getByTestId("goal").isVisible(), about("the rules are in sight"));
  assert.equal(await count(page, ".board"), board === null ? 0 : 1);
  assert.equal(await count(page, ".param"), game.parameters.length + 1, about("a field for every parameter, and the seed"));

  // Who may sit where.
  for (const seat of [0, 1]) {
    const all = await page.locator(".seat select").nth(seat).evaluate((select) => [...select.options].map((option) => option.value));
    // The engine inside has no files, so that nobody has to be kept from them.
    const offered = all.filter((name) => name === "human" || !alone || players.some((p) => p.name === name));
    const able = players.filter((p) => (p.games?.includes(game.name) ?? true) && (p.sides?.includes(game.sides[seat].word) ?? true));
    const others = able.map((p) => p.name).filter((name) => !levels.includes(name));
    assert.deepEqual(offered, ["human", ...levels, ...others], about(`seat ${seat}`));
  }

  // Verdicts of all moves, as the server gives them.
  await tab(page, "Why");
  await page.getByRole("switch").check();
  const judged = await ask("/api/moves", { setup });
  assert.equal(judged.moves.length, start.moves.length);
  assert.deepEqual(await verdicts(page, start.moves.length), Object.fromEntries(judged.moves.map((m) => [m.text, m.verdict])), about("verdicts"));
  assert.equal(await count(page, ".move-chip[data-like]"), new Set(judged.moves.map((m) => m.class)).size, about("moves that are alike are one"));

  // Who wins.
  await page.getByRole("button", { name: "Explain" }).click();
  const solved = await ask("/api/solve", { setup, position: start.position });
  const mover = game.sides.findIndex((side) => side.word === start.to_move);
  const wins = solved.winner ? solved.winner === solved.to_move : solved.outcome === "win";
  const winner = game.sides[wins ? mover : 1 - mover];
  await says(page.locator(".headline"), solved.outcome === "draw" ? "A draw" : `${winner.title} ${winner.many ? "win" : "wins"}`);
  assert.ok(judged.moves.some((m) => m.verdict === "win") === wins, about("a winning move is there if the mover wins"));
  assert.equal(winner.word, game.example.side, about("the newcomer's side can win"));
  await page.locator(".reason").waitFor();

  // A move by clicking.
  await tab(page, "Play");
  const move = start.moves.find((m) => Object.keys(m.touch).length > 0);
  const after = await ask("/api/play", { setup, mover: start.mover, move: move.text });
  await click(page, game, move);
  await hashHas(page, `moves=${move.text}`);
  assert.equal(await count(page, ".moves td button"), 1);
  if (!after.over) await says(status(page), new RegExp(`${game.sides.find((side) => side.word === after.to_move).title.replace("The ", "")} to move`, "i"));
  const marked = after.marks.colors?.filter((color) => color > 0).length;
  if (after.marks.colors && !game.mark) assert.equal(await count(page, ".vertex.chosen"), marked, about("a mark without a choice is no colour"));
  if (after.marks.colors) assert.equal(await count(page, ".vertex.colored"), marked, about("what is marked"));
  if (after.marks.arrows) assert.equal(await count(page, ".edge.directed"), 1);
  if (after.marks.heaps) assert.deepEqual(await page.locator(".count").allTextContents(), after.marks.heaps.map(String));
  if (after.marks.token !== undefined) assert.equal(await count(page, ".token"), 1);
  await page.getByRole("button", { name: "Undo the move" }).click();

  // All positions, and how they are labelled; on a small board where those of the example are too many.
  const nodes = (setup) => ask("/api/digraph", { setup, symmetry: true }).then(({ nodes }) => nodes?.length ?? Infinity, () => Infinity);
  const taught = await ask("/api/lesson", { setup }).then(({ steps }) => steps !== undefined, () => false);
  let expected = await nodes(setup);
  if ((expected > MOST_NODES || !taught) && board !== null) {
    await page.goto("about:blank");
    await page.goto(`${base}#game=${encodeURIComponent(game.name)}&board=cycle:3&${two}`);
    await says(status(page), /to move/);
    expected = await nodes({ ...setup, board: { family: "cycle:3" } });
  }
  await tab(page, "Digraph");
  await page.locator(".node").nth(expected - 1).waitFor();
  assert.equal(await count(page, ".node"), expected, about("the digraph"));
  assert.equal(await count(page, ".node.unknown"), 0, about("every label has its tone"));
  await page.getByRole("button", { name: "Start the lesson" }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await page.locator(".lesson-step .dot").waitFor();
}

onPage("every game is shown, played, judged, explained and taught from its description", "", async (page) => {
  const { games, players, levels } = await ask("/api/catalogue");
  assert.ok(games.length > 0);
  const failed = [];
  for (const game of games) await walkThrough(page, game, players, levels).catch((error) => failed.push(`${game.name}: ${error.stack}`));
  assert.deepEqual(failed, []);
}, { timeout: 300_000 });

if (!alone) onPage("a game can have any name", "#game=none", async (page) => {
  const { games } = await ask("/api/catalogue");
  const other = (name) => `as-${name}`;
  await page.route("**/api/catalogue", async (route) => {
    const catalogue = await (await route.fetch()).json();
    await route.fulfill({ json: { ...catalogue, games: catalogue.games.map((g) => ({ ...g, name: other(g.name) })) } });
  });
  await page.route(/\/api\/(position|play|moves|solve|digraph)$/, async (route) => {
    const asked = route.request().postDataJSON();
    await route.continue({ postData: JSON.stringify({ ...asked, setup: { ...asked.setup, game: asked.setup.game.replace(/^as-/, "") } }) });
  });
  for (const game of games) {
    const { board, parameters } = game.example;
    const start = await ask("/api/position", { setup: { game: game.name, ...(board !== null && { board: { family: board } }), ...parameters } });
    await page.goto("about:blank");
    await page.goto(`${base}#game=${other(game.name)}&${two}`);
    await says(page.getByTestId("rules"), game.rules);
    await says(status(page), /to move/);
    const move = start.moves.find((m) => Object.keys(m.touch).length > 0);
    await click(page, game, move);
    await hashHas(page, `moves=${move.text}`);
    await tab(page, "Why");
    await says(page.locator(".command code"), `outplay moves ${other(game.name)}`);
  }
});

onPage("a game is chosen, and its settings are said in a form", "", async (page) => {
  const { games } = await ask("/api/catalogue");
  const counted = games.find((g) => g.parameters.some((p) => p.computed && p.kind === "count"));
  await says(status(page), /to move/);
  // A few games are buttons, many are a list.
  const list = page.getByRole("combobox", { name: "Game", exact: true });
  if (await list.isVisible()) await list.selectOption(counted.name);
  else await page.getByRole("button", { name: counted.title.replace(/^The | game$/gi, ""), exact: true }).click();
  await says(message(page), counted.title);
  await hashHas(page, `game=${counted.name}&board=${counted.example.board}`);
  const parameter = counted.parameters.find((p) => p.computed && p.kind === "count");
  const field = page.locator(".param", { hasText: parameter.help }).locator("input");
  assert.equal(await field.inputValue(), "");
  assert.equal(await field.getAttribute("placeholder"), "λ");
  const { parameters } = await ask("/api/position", { setup: { game: counted.name, board: { family: counted.example.board } } });
  await says(page.locator(".panel p"), new RegExp(`${parameter.computed}: ${parameters[parameter.name]}`, "i"));
  await field.fill("7");
  await field.press("Enter");
  await hashHas(page, `${parameter.name}=7`);
  await says(page.locator(".command code"), `outplay play ${counted.name} ${counted.example.board} --${parameter.name} 7`);
  await field.fill("0");
  await field.press("Enter");
  await hashHas(page, `${parameter.name}=${parameter.least}`);
  await field.fill("");
  await field.press("Enter");
  await page.waitForFunction((name) => !location.hash.includes(`${name}=`), parameter.name);
});

// ---- whole games, by the rules ----

onPage("colouring: Alice wins when every vertex is coloured", `#game=coloring&board=path:3&k=2&${two}`, async (page) => {
  await says(status(page), "Alice to move");
  await color(page, 1, "A");
  await says(status(page), "Bob to move");
  await color(page, 0, "B");
  await color(page, 2, "B");
  await says(status(page), /Alice wins: every vertex is coloured/);
});

onPage("colouring: Bob wins as soon as a vertex has no colour left", `#game=coloring&board=path:3&k=2&${two}`, async (page) => {
  await color(page, 0, "A");
  await says(status(page), "Bob to move");
  await color(page, 2, "B");
  await says(status(page), /Bob wins: vertex 1 has no colour left/);
  assert.match(await vertex(page, 1).getAttribute("aria-label"), /dead: no colour is left/);
});

onPage("edges: no pair of colours twice, who cannot move loses", `#game=edge&board=path:3&k=2&${two}`, async (page) => {
  await says(status(page), "First player to move");
  await color(page, 1, "A");
  await says(status(page), "Second player to move");
  await color(page, 0, "A");
  await says(status(page), "First player to move");
  await color(page, 2, "B");
  await says(status(page), /The first player wins: the second player has no move left/);
});

onPage("cycles: who closes a cell wins", `#game=cycles&board=cycle:3&${two}`, async (page) => {
  await says(status(page), "First player to move");
  await edge(page, 0, 1).click();
  await page.getByRole("button", { name: "From 0 to 1" }).click();
  await says(status(page), "Second player to move");
  // An arrow dragged along an edge.
  const [from, to] = [await vertex(page, 1).boundingBox(), await vertex(page, 2).boundingBox()];
  const middle = (box) => [box.x + box.width / 2, box.y + box.height / 2];
  const [[ax, ay], [bx, by]] = [middle(from), middle(to)];
  await page.mouse.move(ax + (bx - ax) * 0.35, ay + (by - ay) * 0.35);
  await page.mouse.down();
  await page.mouse.move(ax + (bx - ax) * 0.6, ay + (by - ay) * 0.6, { steps: 4 });
  await page.mouse.up();
  await says(status(page), "First player to move");
  await edge(page, 0, 2).click();
  await page.getByRole("button", { name: "From 2 to 0" }).click();
  await says(status(page), /The first player wins: the cell .* is closed into a cycle/);
  assert.equal(await count(page, ".cell.closed"), 1);
});

onPage("token: who cannot move loses, and the token slides", "#game=token&board=edges:0-1", async (page) => {
  await tab(page, "Board");
  await page.getByRole("button", { name: "Paste…" }).click();
  await page.getByLabel("Content of a board file").fill("0 1\n1 2\n0 2\n");
  await page.getByRole("button", { name: "Use this board" }).click();
  await says(message(page), "3 vertices, 3 arcs");
  await tab(page, "Play");
  await page.getByLabel("Who plays Second").selectOption("human");
  await says(status(page), "First player to move");
  const where = () => page.locator(".token").evaluate((token) => token.getBoundingClientRect().x);
  const before = await where();
  await vertex(page, 1).click();
  await says(status(page), "Second player to move");
  await page.waitForFunction((before) => Math.abs(document.querySelector(".token").getBoundingClientRect().x - before) > 5, before);
  await vertex(page, 2).click();
  await says(status(page), /The second player wins: the first player has no move left/);
});

onPage("pebbles: who cannot take loses", `#game=subtraction&pebbles=3&take=1,2&${two}`, async (page) => {
  await says(status(page), "First player to move");
  await page.getByRole("button", { name: "Take 1", exact: true }).click();
  await says(status(page), "Second player to move");
  await page.getByRole("button", { name: "Take 2", exact: true }).click();
  await says(status(page), /The second player wins: the first player has no move left/);
});

onPage("a player of the program answers", "#game=subtraction&pebbles=5&take=1,2&p2=random", async (page) => {
  await page.getByRole("button", { name: "Take 2", exact: true }).click();
  await hashHas(page, "moves=2;");
  await page.waitForFunction(() => /moves=2;\d/.test(location.hash));
});

onPage("two players of the program can be watched", "#game=coloring&board=path:4&k=3&p1=random&p2=pseudo-smart", async (page) => {
  await page.getByRole("button", { name: "Watch" }).click();
  await says(status(page), /wins/);
  assert.equal(await count(page, ".moves td button"), 4);
});

onPage("the perfect player takes the win that is there", "#game=coloring&board=path:3&k=2&p1=perfect&p2=human", async (page) => {
  await page.getByRole("button", { name: "Let perfect move" }).click();
  await says(status(page), "Bob to move");
  // Two colours on a path of three: only the middle wins for Alice.
  assert.match(await vertex(page, 1).getAttribute("aria-label"), /colour [AB]/);
  const taken = /colour A/.test(await vertex(page, 1).getAttribute("aria-label")) ? "B" : "A";
  assert.match(await vertex(page, 0).getAttribute("aria-label"), new RegExp(`^vertex 0, no colour yet, free colour ${taken}`));
  await color(page, 0, taken);
  await says(status(page), "Alice wins");
  await page.getByRole("button", { name: "Undo the move" }).click();
  await says(status(page), "Bob to move");
  assert.equal(await count(page, ".vertex.colored"), 1, "undo goes back to the person's turn");
});

// ---- refusals ----

onPage("an illegal move is refused with its reason", `#game=coloring&board=path:3&k=2&${two}`, async (page) => {
  await color(page, 0, "A");
  await says(status(page), "Bob to move");
  await vertex(page, 1).click();
  await page.getByRole("button", { name: "Colour A, not allowed" }).click({ force: true });
  await says(message(page), /neighbour/i);
  await says(status(page), "Bob to move");
  assert.equal(await count(page, ".vertex.colored"), 1);
}, { allow: refusals });

onPage("junk is refused, and the board stays", "#game=coloring&board=petersen&k=3&view=board", async (page) => {
  await says(page.locator(".board-name"), "petersen");
  const junk = { name: "junk.dot", mimeType: "text/plain", buffer: Buffer.from([0, 159, 146, 150, 60, 115, 99, 114, 105, 112, 116, 62]) };
  await page.getByLabel("Open a board file").setInputFiles(junk);
  await page.locator(".message.error").waitFor();
  assert.equal(await count(page, ".board .vertex"), 10);
  await page.getByLabel("Open a board file").setInputFiles({ name: "bad.json", mimeType: "text/plain", buffer: Buffer.from('[{"adj":[1]},{"adj":[]}]') });
  await says(message(page), /vertex 0 lists 1/i);
  await page.getByLabel("Open a board file").setInputFiles({ name: "good.g6", mimeType: "text/plain", buffer: Buffer.from("Bw\n") });
  await says(message(page), "3 vertices, 3 edges");
  assert.equal(await count(page, ".board .vertex"), 3);
}, { allow: refusals });

onPage("a link to a board that is not one says so", "#game=coloring&board=nonsense:7", async (page) => {
  await says(message(page), /nonsense/i);
}, { allow: refusals });

// ---- undo, history, links ----

onPage("undo, redo and the move list", `#game=coloring&board=cycle:5&k=3&${two}`, async (page) => {
  for (const [v, letter] of [[0, "A"], [1, "B"], [2, "C"]]) {
    await color(page, v, letter);
    await page.locator(`.board [data-vertex="${v}"].colored`).waitFor();
  }
  const colored = () => count(page, ".vertex.colored");
  await page.getByRole("button", { name: "Undo the move" }).click();
  assert.equal(await colored(), 2);
  await page.keyboard.press("Control+z");
  assert.equal(await colored(), 1);
  await page.keyboard.press("Control+y");
  assert.equal(await colored(), 2);
  await page.getByRole("button", { name: "start" }).click();
  assert.equal(await colored(), 0);
  await page.locator(".moves td").getByRole("button", { name: "2 = C" }).click();
  assert.equal(await colored(), 3);
  await page.getByRole("button", { name: "Undo the move" }).click();
  await color(page, 3, "A");
  await hashHas(page, "moves=0=1;1=2;3=1");
});

onPage("a link opens the same board, game, position and settings", `#game=coloring&board=grid:2x3&k=3&first=bob&${two}`, async (page) => {
  await says(status(page), "Bob to move");
  await color(page, 0, "A");
  await says(status(page), "Alice to move");
  await color(page, 4, "B");
  await hashHas(page, "moves=0=1;4=2");
  const link = page.url();
  const other = await page.context().newPage();
  try {
    await other.goto(link);
    await says(status(other), "Bob to move");
    for (const [v, letter] of [[0, "A"], [4, "B"]]) assert.match(await vertex(other, v).getAttribute("aria-label"), new RegExp(`colour ${letter}`));
    assert.equal(await count(other, ".vertex.colored"), 2);
    assert.equal(await other.evaluate(() => location.hash), await hash(page));
  } finally {
    await other.close();
  }
  await page.goBack();
  await says(status(page), "Alice to move");
  await page.goForward();
  await says(status(page), "Bob to move");
});

// ---- drawing ----

async function drawAt(page, points) {
  const box = await page.locator("svg.board").boundingBox();
  for (const [x, y] of points) await page.mouse.click(box.x + x, box.y + y);
  return (x, y) => [box.x + x, box.y + y];
}

onPage("a board is drawn, undone, tidied and reopened from its link", `#game=coloring&board=path:2&k=3&view=board&${two}`, async (page) => {
  await says(page.locator(".board-name"), "path:2");
  await page.getByRole("button", { name: "Clear" }).click();
  const at = await drawAt(page, [[200, 150], [400, 150], [300, 350]]);
  await says(message(page), "Vertex 2 added");
  const join = async (a, b) => {
    await page.mouse.move(...at(...a));
    await page.mouse.down();
    await page.mouse.move(...at(...b), { steps: 3 });
    await page.mouse.up();
  };
  await join([200, 150], [400, 150]);
  await join([400, 150], [300, 350]);
  await vertex(page, 2).click();
  await vertex(page, 0).click();
  await page.waitForFunction(() => document.querySelectorAll(".board .edge").length === 3);
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  assert.equal(await count(page, ".board .edge"), 2);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  assert.equal(await count(page, ".board .edge"), 3);
  await page.getByRole("radio", { name: "Delete" }).click();
  await edge(page, 0, 1).click({ force: true });
  assert.equal(await count(page, ".board .edge"), 2);
  await page.getByRole("radio", { name: "Move" }).click();
  const before = await vertex(page, 2).boundingBox();
  await page.mouse.move(...at(300, 350));
  await page.mouse.down();
  await page.mouse.move(...at(420, 380), { steps: 4 });
  await page.mouse.up();
  assert.ok((await vertex(page, 2).boundingBox()).x - before.x > 60);
  await hashHas(page, "drawn=");
  await page.waitForTimeout(400);
  await page.reload();
  await page.locator(".board .vertex").nth(2).waitFor();
  assert.equal(await count(page, ".board .edge"), 2);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "graph6", exact: true }).click();
  const file = await (await download).path();
  const drawn = readFileSync(file, "utf8").trim();
  assert.equal(outplay("number", "chromatic", `graph6:${drawn}`, "--json").includes('"value":2'), true);
  await page.getByRole("button", { name: "Tidy" }).click();
  await says(message(page), "Tidied");
  await tab(page, "Play");
  await color(page, 2, "A");
  await says(status(page), "Bob to move");
});

onPage("in the Game of Cycles edges may not cross, cells are shaded, the table can be edited", `#game=cycles&board=cycle:4&view=board&${two}`, async (page) => {
  await page.locator(".board .vertex").nth(3).waitFor();
  await page.locator(".cell").first().waitFor();
  const join = async (a, b) => {
    await vertex(page, a).click();
    await vertex(page, b).click();
  };
  await join(0, 2);
  await page.waitForFunction(() => document.querySelectorAll(".cell").length === 2);
  await join(1, 3);
  await says(message(page), /Edges 0–2 and 1–3 would cross/);
  assert.equal(await count(page, ".board .edge"), 5);
  const area = page.locator("textarea.table-text");
  await page.waitForFunction(() => document.querySelector("textarea.table-text").value.split("\n").length === 4);
  await area.fill("2 3\n3 1\n1 2");
  await page.getByRole("button", { name: "Use this table" }).click();
  await says(message(page), "3 vertices, 3 edges");
  await area.fill("2 3\n3 1\n1 7");
  await page.getByRole("button", { name: "Use this table" }).click();
  await page.locator(".message.error").waitFor();
  assert.equal(await count(page, ".board .vertex"), 3);
}, { allow: refusals });

onPage("a board is drawn with the keyboard alone", `#game=coloring&board=path:2&k=3&view=board&${two}`, async (page) => {
  await says(page.locator(".board-name"), "path:2");
  await vertex(page, 1).focus();
  await page.keyboard.press("n");
  await page.waitForFunction(() => document.activeElement?.getAttribute("data-vertex") === "2");
  await page.keyboard.press("Enter");
  await vertex(page, 0).focus();
  await page.keyboard.press("Enter");
  await edge(page, 0, 2).waitFor({ state: "attached" });
  assert.match(await vertex(page, 0).getAttribute("aria-label"), /joined with 1 and 2/);
  const before = await vertex(page, 0).boundingBox();
  await page.keyboard.press("Shift+ArrowDown");
  await page.waitForFunction((y) => document.querySelector('[data-vertex="0"]').getBoundingClientRect().y > y + 5, before.y);
  await vertex(page, 1).focus();
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelectorAll(".board .vertex").length === 2);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelectorAll(".board .vertex").length === 3);
});

onPage("a file is dropped, a picture is saved", `#game=coloring&board=path:2&k=3&view=board&${two}`, async (page) => {
  await says(page.locator(".board-name"), "path:2");
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.items.add(new File(["graph { a -- b -- c -- a }"], "triangle.dot"));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  });
  await says(message(page), "3 vertices, 3 edges");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "picture (svg)" }).click();
  const svg = readFileSync(await (await download).path(), "utf8");
  assert.match(svg, /^<svg [^]*<\/svg>\s*$/);
  // Looks are said once for all that look alike, and what is not seen is not there.
  assert.doesNotMatch(svg, /style=|<script|aria-|data-/);
  assert.equal(svg.match(/<circle/g).length, 3, "a disc for every vertex");
  assert.ok(svg.length < 2000, `${svg.length} bytes`);
});

onPage("directed edges for token games", "#game=token&board=edges:0-1&view=board", async (page) => {
  await page.getByRole("button", { name: "Clear" }).click();
  const directed = page.getByLabel("directed edges");
  if (!(await directed.isChecked())) await directed.check();
  await drawAt(page, [[200, 200], [400, 200]]);
  await vertex(page, 0).click();
  await vertex(page, 1).click();
  await page.waitForFunction(() => document.querySelectorAll(".board .edge .head").length === 1);
  await vertex(page, 1).click();
  await vertex(page, 1).click();
  await page.waitForFunction(() => document.querySelectorAll(".board .edge .head").length === 2);
  await hashHas(page, "drawn=");
  await says(page.locator(".command code"), /outplay convert board.dot/);
});

// ---- why ----

const hinted = [
  ["coloring path:4 -k 2", "#game=coloring&board=path:4&k=2", ["coloring", "path:4", "--colors", "2"]],
  ["coloring petersen later", "#game=coloring&board=petersen&k=3&at=1,-,2,-,-,-,-,-,-,-", ["coloring", "petersen", "--colors", "3", "--at", "1,-,2,-,-,-,-,-,-,-"]],
  ["edge path:4", "#game=edge&board=path:4", ["edge", "path:4"]],
  ["cycles prism:3", "#game=cycles&board=prism:3", ["cycles", "prism:3"]],
  ["subtraction 3,4,5", "#game=subtraction&pebbles=3,4,5&take=1,2,3", ["subtraction", "--pebbles", "3,4,5", "--take", "1,2,3"]],
  ["token", "#game=token&board=cycle:4&start=1", ["token", "cycle:4", "--start", "1"]],
];
for (const [name, link, args] of hinted)
  onPage(`hints say what the program says: ${name}`, `${link}&${two}&hints=1&view=why`, async (page) => {
    const said = JSON.parse(outplay("moves", ...args, "--json"));
    const expected = Object.fromEntries(said.moves.map((m) => [m.text, m.verdict]));
    assert.deepEqual(await verdicts(page, said.moves.length), expected);
    // On the board a vertex shows the best of its moves.
    if (args[0] === "coloring") {
      const best = new Map();
      for (const m of said.moves) if (best.get(m.move.vertex) !== "win") best.set(m.move.vertex, m.verdict);
      for (const [v, verdict] of best) await page.locator(`.board [data-vertex="${v}"] .verdict.${verdict}`).waitFor({ state: "attached" });
    }
  });

onPage("moves that are alike are one, and shown together", `#game=coloring&board=petersen&k=3&view=why&hints=1&${two}`, async (page) => {
  // Ten vertices and three colours, all alike.
  assert.equal(Object.keys(await verdicts(page, 30)).length, 30);
  assert.equal(await count(page, ".move-chip"), 1);
  await says(page.locator(".like"), "and 29 symmetric");
  await page.locator(".like").focus();
  assert.equal(await count(page, ".board .vertex.alike"), 10);
  await page.getByRole("switch").focus();
  assert.equal(await count(page, ".board .vertex.alike"), 0);
  await page.locator(".like").click();
  await page.mouse.move(5, 5);
  await page.getByRole("switch").focus();
  assert.equal(await count(page, ".board .vertex.alike"), 10, "they stay where one asked for them");
});

onPage("threats and refutations are drawn and said", `#game=coloring&board=edges:0-1,1-2,2-3,3-4,4-5,2-6&k=2&view=why&hints=1&${two}`, async (page) => {
  const setup = { game: "coloring", board: { family: "edges:0-1,1-2,2-3,3-4,4-5,2-6" }, colors: 2 };
  // With two colours Bob kills a vertex with his next move, whatever Alice does; no mirror helps, because nothing is symmetric.
  await page.getByRole("button", { name: "Explain" }).click();
  const rows = page.getByTestId("refutations").locator("button");
  const { answers } = await ask("/api/explain", { setup });
  await rows.nth(answers.length - 1).waitFor();
  assert.equal(await rows.count(), answers.length);
  await rows.first().focus();
  assert.equal(await count(page, ".numbered"), 2, "the move and its answer");
});

onPage("a fork is drawn: what is threatened, and by what", `#game=coloring&board=grid:3x3&k=3&view=why&hints=1&${two}`, async (page) => {
  const setup = { game: "coloring", board: { family: "grid:3x3" }, colors: 3 };
  const { moves } = await ask("/api/moves", { setup });
  let fork;
  for (const { text } of moves.filter((m) => m.verdict === "lose")) {
    const told = await ask("/api/why", { setup, move: text });
    if (told.threats?.length > 1 && told.threatened?.length > 1) fork = { text, told };
  }
  assert.ok(fork, "a losing first move that ends in a fork");
  await verdicts(page, moves.length);
  const chip = page.locator("li", { has: page.locator(`.move-chip[data-like*='"${fork.text}"']`) });
  await chip.locator(".why-button").click();
  await page.getByTestId("threats").waitFor();
  assert.ok(await count(page, ".threat") >= 2);
  assert.ok(await count(page, ".vertex.about") >= 2);
});

onPage("strategies are taken apart on the board, and narrate", `#game=coloring&board=petersen&k=18&view=why&${two}&moves=0=1;7=2`, async (page) => {
  const parts = await ask("/api/strategy", { board: { family: "petersen" }, strategy: "s1" });
  await page.getByRole("button", { name: "S1" }).click();
  await says(page.getByTestId("strategies"), `never loses with ${parts.colors} colours or more`);
  const arrows = parts.order.reduce((sum, { backward }) => sum + backward.length, 0);
  assert.equal(await count(page, ".overlay .head"), arrows);
  assert.deepEqual(await page.locator(".badge").count(), 10);
  assert.equal(await count(page, ".class-ring"), 10);
  await says(page.getByTestId("narrates"), /Bob coloured 7.*so Alice colours/);
  await page.getByTestId("strategies").getByRole("button", { name: "Next" }).click();
  await says(page.getByTestId("sheet"), "loose backward neighbours");
  await page.getByRole("button", { name: "Play it" }).click();
  await says(status(page), "Bob to move");
  await says(page.getByTestId("strategies"), "When it is Alice’s turn");
  // Petersen's graph is not planar, and S4 says so.
  await page.getByRole("button", { name: "S4" }).click();
  await says(page.getByTestId("strategies").locator(".notice"), "not planar");
}, { allow: refusals });

onPage("who wins and why: the verdict, the mirror, the line", `#game=cycles&board=cycle:8&view=why&${two}`, async (page) => {
  await says(status(page), "to move");
  await page.getByRole("button", { name: "Explain" }).click();
  // C_n: the first player wins iff n is odd.
  await says(page.locator(".headline"), "The second player wins");
  await says(page.locator(".reason"), "mirror image");
  assert.equal(await count(page, ".board .mirror"), 3);
  const steps = await count(page, ".line li");
  assert.ok(steps > 0);
  await page.getByRole("button", { name: "Next" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".edge.directed").length === 1);
  await page.getByRole("button", { name: "Back to the game" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".edge.directed").length === 0);
});

onPage("a search is cancelled, on the server too", `#game=coloring&board=grid:9x9&k=4&view=why&${two}`, async (page) => {
  await says(status(page), "Alice to move");
  await page.getByRole("button", { name: "Explain" }).click();
  await says(page.locator(".progress"), /[\d,]+ positions/);
  await page.getByRole("button", { name: "Cancel" }).click();
  await says(page.locator(".notice"), "Cancelled");
  if (!alone) await page.waitForFunction(async () => (await (await fetch("/healthz")).json()).running === 0);
});

onPage("what sampling thinks of every move, and where it is wrong", `#game=coloring&board=grid:2x4&k=3&view=why&${two}`, async (page) => {
  await page.getByRole("button", { name: "Sample" }).click();
  const rows = page.getByTestId("sampled").locator("tbody tr");
  await rows.nth(23).waitFor();
  // χ_g is 4: with three colours Bob wins after every move, also after those that win most of a thousand games.
  for (const row of await rows.allTextContents()) {
    const [, share, wrong] = /([\d.]+) %.* lose(, estimated wrong)?$/.exec(row);
    assert.equal(wrong !== undefined, share > 50, row);
  }
  await says(rows.first(), "estimated wrong");
  await says(page.locator(".panel"), /It would play \d = [ABC]\./);
  await page.getByText("Its first simulations").click();
  await page.waitForFunction(() => document.querySelector("details img").naturalWidth > 0);
});

onPage("a player says what its tree holds", `#game=coloring&board=path:4&k=2&p1=mcts:300,solver=off,tree=2&p2=human`, async (page) => {
  await page.getByRole("button", { name: /^Let mcts/ }).click();
  await says(page.locator(".panel"), /sampled 300 games: \S+ \d+ games, [\d.]+ % won, bound [\d.]+; /);
});

// ---- the digraph and the lesson ----

onPage("the state digraph: labels, zoom, a position opened on the board", `#game=subtraction&pebbles=6&take=1,2&view=digraph&${two}`, async (page) => {
  await page.locator(".node").nth(6).waitFor();
  const labels = await page.locator(".node").evaluateAll((nodes) => Object.fromEntries(nodes.map((node) => [node.dataset.position, node.querySelector(".letter").textContent])));
  // With {1,2} the lost positions are the multiples of 3.
  assert.deepEqual(labels, { 0: "P", 1: "N", 2: "N", 3: "P", 4: "N", 5: "N", 6: "P" });
  const scale = () => page.locator(".digraph > svg > g").getAttribute("transform");
  const before = await scale();
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.notEqual(await scale(), before);
  await page.getByRole("button", { name: "Show all" }).click();
  assert.equal(await scale(), before);
  await page.locator('.node[data-position="4"]').focus();
  await page.keyboard.press("Enter");
  await says(page.locator(".facts"), "4");
  await page.getByRole("button", { name: "Open on the board" }).click();
  await says(page.locator(".count"), "4");
  await hashHas(page, "at=4");
});

onPage("the lesson labels step by step", `#game=token&board=path:2&view=board&${two}`, async (page) => {
  await page.getByRole("button", { name: "Paste…" }).click();
  await page.getByLabel("Content of a board file").fill("0 1\n1 2\n2 0\n2 3\n4 4\n4 0\n");
  await page.getByRole("button", { name: "Use this board" }).click();
  await says(message(page), "5 vertices, 6 arcs");
  await tab(page, "Digraph");
  await page.getByRole("button", { name: "Start the lesson" }).click();
  const next = page.getByRole("button", { name: "Next" });
  // No way out: lost; a move to it wins; …; 4 can stay for ever.
  for (const [position, label] of [["3", "L"], ["2", "W"], ["1", "L"], ["0", "W"], ["4", "D"]]) {
    await next.click();
    await says(page.locator(".lesson-step"), new RegExp(`^\\s*${label}\\s*${position} `));
  }
  assert.ok(await next.isDisabled());
  // On one's own digraph, each with the round in which it was found.
  const onBoard = () => page.locator(".mini .vertex").evaluateAll((list) => list.map((v) => v.querySelector(".letter")?.textContent ?? ""));
  assert.deepEqual(await onBoard(), ["W3", "L2", "W1", "L0", "D"]);
  await page.getByRole("button", { name: "Previous" }).click();
  await says(page.locator(".lesson-step"), /0 moves to 1, which is L/);
  // By itself, without anything that slides or fades for those who ask for that; and it can be held.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.getByRole("button", { name: "Previous" }).click();
  assert.deepEqual(await onBoard(), ["", "L2", "W1", "L0", ""]);
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await page.locator(".mini .label-win").nth(1).waitFor();
  await page.getByRole("button", { name: "Pause" }).click();
  assert.deepEqual(await onBoard(), ["W3", "L2", "W1", "L0", ""]);
  assert.equal(await page.locator(".mini .disc").first().evaluate((disc) => getComputedStyle(disc).transitionDuration), "0s");
});

// ---- numbers and experiments ----

onPage("numbers come in, an experiment runs with its curve", `#game=coloring&board=petersen&k=3&view=numbers&${two}`, async (page) => {
  for (const [name, value] of [["game-chromatic", 4], ["col2", 5], ["acyclic", 4], ["edcn", 5]])
    await says(page.locator(`[data-number="${name}"] .value`), `= ${value}`);
  await page.getByLabel("Games").fill("50");
  await page.getByRole("button", { name: "Run" }).click();
  await page.locator(".cells tbody tr").nth(3).waitFor();
  await says(page.locator(".cells tbody tr").nth(1), "Bob wins");
  await says(page.locator(".cells tbody tr").nth(2), /of 50.*Alice wins/);
  assert.equal(await count(page, ".curve .point"), 4);
  assert.equal(await count(page, ".curve .exact"), 4);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "CSV" }).click();
  assert.match(readFileSync(await (await download).path(), "utf8"), /^board,vertices,edges,colors,first,alice,bob,games,alice_wins,.*\n/);
});

onPage("an experiment is cancelled", `#game=coloring&board=grid:6x6&k=3&view=numbers&${two}`, async (page) => {
  await page.getByLabel("Games").fill("100000");
  await page.getByRole("button", { name: "Run" }).click();
  const form = page.locator("section", { hasText: "Experiment" }).last();
  await form.getByRole("button", { name: "Cancel" }).click();
  await says(form.locator(".notice"), "Cancelled");
});

// ---- keyboard, phone, dark ----

onPage("a game with the keyboard alone", `#game=coloring&board=path:3&k=2&${two}`, async (page) => {
  await says(status(page), "Alice to move");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(await focused(), /^vertex 0, no colour yet, free colours A and B/);
  await page.keyboard.press("ArrowRight");
  assert.match(await focused(), /^vertex 1/);
  await page.keyboard.press("b");
  await says(status(page), "Bob to move");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  assert.match(await focused(), /^Colour A/);
  await page.keyboard.press("Enter");
  await says(status(page), "Alice to move");
  assert.match(await focused(), /^vertex 0, colour A/);
  await page.keyboard.press("End");
  await page.keyboard.press("1");
  await says(status(page), "Alice wins");
});

onPage("cycles with the keyboard alone", `#game=cycles&board=cycle:3&${two}`, async (page) => {
  await says(status(page), "to move");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const name = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  assert.match(await name(), /^edge \d–\d, no direction yet/);
  await page.keyboard.press("Enter");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  assert.match(await name(), /^edge/);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await says(status(page), "Second player to move");
  assert.match(await name(), /directed from/);
});

for (const [width, height] of [[360, 740], [390, 844]])
  onPage(`a phone of ${width} pixels`, `#game=coloring&board=petersen&k=3&${two}`, async (page) => {
    await says(status(page), "Alice to move");
    for (const view of ["Board", "Play", "Why", "Digraph", "Numbers", "Learn"]) {
      await tab(page, view);
      await page.waitForTimeout(150);
      const [scroll, client] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
      assert.ok(scroll <= client, `${view} scrolls sideways: ${scroll} > ${client}`);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, select, input:not([type=checkbox], [type=file]), label.check, label.switch")]
          .filter((e) => e.checkVisibility() && e.getBoundingClientRect().height < 39.5)
          .map((e) => `${e.tagName} ${e.textContent} ${e.getBoundingClientRect().height}`));
      assert.deepEqual(small, [], `${view}: too small for a finger`);
    }
    await tab(page, "Play");
    await vertex(page, 0).tap().catch(() => vertex(page, 0).click());
    const grip = await page.locator('.board [data-vertex="0"] .grip').boundingBox();
    assert.ok(grip.width >= 40, `a vertex of ${grip.width} pixels`);
    await page.getByRole("dialog").getByRole("button", { name: "Colour A" }).click();
    await says(status(page), "Bob to move");
  }, { width, height });

onPage("light and dark", `#game=coloring&board=petersen&k=3&${two}`, async (page) => {
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await paper();
  await page.emulateMedia({ colorScheme: "dark" });
  assert.notEqual(await paper(), light);
  await page.getByRole("button", { name: "Switch to light colours" }).click();
  assert.equal(await paper(), light);
  await page.getByRole("button", { name: "Switch to dark colours" }).click();
  assert.notEqual(await paper(), light);
  await page.evaluate(() => localStorage.clear());
});

onPage("the command on the screen is one that the program takes", `#game=coloring&board=path:4&k=2&at=1,-,-,-&view=why&${two}`, async (page) => {
  await says(page.locator(".command code"), "outplay moves coloring path:4 --colors 2 --at 1,-,-,-");
  const words = (await page.locator(".command code").textContent()).split(" ").slice(1);
  assert.equal(JSON.parse(outplay(...words, "--json")).position, "1,-,-,-");
});

test("every answer forbids what the page does not need", async () => {
  const answer = await fetch(base);
  const html = await answer.text();
  assert.match(alone ? html : answer.headers.get("content-security-policy"), /default-src 'none'/);
  assert.doesNotMatch(html, /<style|<script(?![^>]*src=)|style=|\son\w+=/);
});

onPage("a game of one's own is written, corrected, played and shared", `#game=coloring&board=path:4&k=3&view=board&${two}`, async (page) => {
  await page.getByRole("button", { name: "Write rules…" }).click();
  const rules = page.getByLabel("Rule file");
  await rules.fill('name = "loners"\nsites = "vertices"\nmarks = 1\nlegal = "size(sen) == 0"\n');
  await says(page.locator(".rules-problem"), /sen/);
  assert.ok(await page.getByRole("button", { name: "Play this game" }).isDisabled());
  await rules.fill('name = "loners"\nsites = "vertices"\nmarks = 1\nlegal = "size(seen) == 0"\n');
  await page.getByRole("button", { name: "Play this game" }).click();
  await playsOwn(page);
  const link = await hash(page);
  assert.match(link, /game=loners\.toml/);
  assert.match(await page.locator(".command code").textContent(), /loners\.toml/);
  // Somebody else opens the link and plays.
  await page.goto("about:blank");
  await page.goto(`${base}${link}`);
  await says(page.getByTestId("rules"), /vertex/);
  await says(status(page), /to move/);
  await vertex(page, 1).click();
  await hashHas(page, "moves=1");
}, { allow: refusals });

// ---- the first minute ----

onPage("a newcomer knows the rules, the goal, the side, and can win", "", async (page) => {
  const { games: [game], levels } = await ask("/api/catalogue");
  const side = game.sides.find((side) => side.word === game.example.side);
  await says(page.getByTestId("you"), `You are ${side.title}`);
  for (const view of ["Board", "Why", "Digraph", "Numbers", "Play"]) {
    await tab(page, view);
    assert.equal(await page.getByTestId("rules").textContent(), game.rules);
    assert.ok(await page.getByTestId("goal").isVisible());
  }
  const seats = await page.locator(".seat select").evaluateAll((list) => list.map((select) => select.value));
  assert.ok(seats.includes(levels[0]), "the weakest level sits opposite");
});

onPage("the end: who won, why, the losing move, and another try", "#game=coloring&board=path:3&k=2&p1=human&p2=perfect", async (page) => {
  await says(status(page), "Alice to move: your turn");
  await color(page, 0, "A");
  const ending = page.getByTestId("ending");
  await says(ending, /You lost: vertex 1 has no colour left/);
  await says(ending, /Your losing move was 0 = A \(move 1\)/);
  assert.equal(await count(page, ".worth.mistake"), 1);
  assert.equal(await count(page, ".moves .blunder"), 1);
  await ending.getByRole("button", { name: "Try to win from there" }).click();
  await says(status(page), "Alice to move: your turn");
  await color(page, 1, "A");
  await page.waitForFunction(() => document.querySelectorAll(".vertex.colored").length === 2);
  const [left] = await page.locator(".vertex.legal").evaluateAll((list) => list.map((vertex) => vertex.dataset.vertex));
  await color(page, left, "B");
  await says(page.getByTestId("ending"), /You won!/);
  // The line that lost is kept, in the link too.
  await says(page.locator(".variation"), "or from move 1: 0 = A");
  await hashHas(page, "lines=");
  await page.reload();
  await page.locator(".variation .move").first().click();
  await says(page.locator(".moves td .move").first(), "0 = A");
  await page.getByRole("button", { name: "New game" }).click();
  await page.getByRole("button", { name: "Back to the former game" }).click();
  await says(page.locator(".moves td .move").first(), "0 = A");
});

onPage("sides are swapped after the game", "#game=coloring&board=path:3&k=2&p1=human&p2=perfect", async (page) => {
  await color(page, 0, "A");
  await page.getByTestId("ending").getByRole("button", { name: "Swap sides" }).click();
  await says(page.getByTestId("you"), "You are Bob");
  await says(status(page), "Bob to move: your turn");
});

onPage("changing a setting in a game can be undone", `#game=coloring&board=path:4&k=3&${two}`, async (page) => {
  await color(page, 0, "A");
  await hashHas(page, "moves=");
  const field = page.locator(".param", { hasText: "how many colours" }).locator("input");
  await field.fill("4");
  await field.press("Enter");
  await page.waitForFunction(() => !location.hash.includes("moves="));
  await page.getByRole("button", { name: "Back to the former game" }).click();
  await hashHas(page, "moves=");
  assert.equal(await count(page, ".vertex.colored"), 1);
  assert.equal(await field.inputValue(), "3");
});

onPage("a drawing is not lost when another board is opened", `#game=coloring&board=path:3&k=2&view=board&${two}`, async (page) => {
  await vertex(page, 0).focus();
  await page.keyboard.press("n");
  await page.locator('.board [data-vertex="3"]').waitFor();
  await hashHas(page, "drawn=");
  await page.getByLabel("Name").selectOption("petersen");
  await page.locator('.board [data-vertex="9"]').waitFor();
  await page.getByRole("button", { name: "Back to the former game" }).click();
  await page.waitForFunction(() => document.querySelectorAll(".board .vertex").length === 4);
});

onPage("a token that runs in circles is a draw", "#game=token&board=path:2&view=board&p1=human&p2=human", async (page) => {
  await page.getByRole("button", { name: "Paste…" }).click();
  await page.getByLabel("Content of a board file").fill("0 1\n1 0\n");
  await page.getByRole("button", { name: "Use this board" }).click();
  await tab(page, "Play");
  for (const v of [1, 0, 1, 0]) {
    await vertex(page, v).click();
    await page.locator(`.board [data-vertex="${v}"][aria-label*="the token is here"]`).waitFor();
  }
  await says(status(page), /A draw: play can go on for ever.*moves 0, 2 and 4/);
  assert.equal(await count(page, ".step .head"), 2, "the way round is drawn");
});

// ---- analysis ----

onPage("values over the game, arrow keys, the last move, reasons for moves", `#game=coloring&board=path:4&k=2&view=why&hints=1&${two}&moves=1=1;3=2`, async (page) => {
  // RULES: P4 needs three colours; with two, whatever Alice does first loses.
  await page.locator(".worth.lose").nth(2).waitFor();
  assert.equal(await count(page, ".worth"), 3);
  assert.match(await vertex(page, 3).getAttribute("aria-label"), /the last move/);
  await page.locator("body").press("ArrowLeft");
  assert.equal(await count(page, ".vertex.colored"), 1);
  await page.locator("body").press("ArrowRight");
  assert.equal(await count(page, ".vertex.colored"), 2);
  await page.locator("body").press("ArrowLeft");
  await page.locator(".why-button").first().click();
  await page.getByTestId("why").waitFor();
  const judged = await page.locator(".move-chip[data-verdict=lose], .move-chip[data-verdict=win]").first().getAttribute("data-move");
  const setup = { game: "coloring", board: { family: "path:4" }, colors: 2 };
  const { reason } = await ask("/api/why", { setup, position: "-,1,-,-", mover: "second", move: judged });
  const letters = (text) => text.replace(/=(\d)/g, (_, c) => ` = ${"ABC"[c - 1]}`).toLowerCase();
  assert.equal((await page.getByTestId("why").textContent()).toLowerCase(), letters(reason));
  assert.ok(await count(page, ".numbered") > 0, "the line is drawn");
});

onPage("variations are a tree", `#game=subtraction&pebbles=9&take=1,2&${two}`, async (page) => {
  const take = async (n, moves) => {
    await page.getByRole("button", { name: `Take ${n}`, exact: true }).click();
    await hashHas(page, `moves=${moves}`);
  };
  const back = async () => {
    await page.getByRole("button", { name: "Undo the move" }).click();
  };
  await take(1, "1");
  await take(1, "1;1");
  await take(1, "1;1;1");
  await back();
  await take(2, "1;1;2");
  await back();
  await back();
  await take(2, "1;2");
  await take(2, "1;2;2");
  // From the present line 1;2;2 two lines leave together, and part a move later.
  const told = await page.locator(".variation").evaluateAll((list) => list.map((line) => [line.dataset.depth, line.querySelector("span").textContent, line.querySelectorAll("button").length]));
  assert.deepEqual(told.map(([depth, from]) => [depth, from]), [["1", "or from move 2:"], ["2", "or from move 3:"]]);
  assert.deepEqual(told.map(([, , moves]) => moves), [2, 1]);
  await page.locator('.variation[data-depth="2"] .move').click();
  await hashHas(page, "moves=1;1;");
});

onPage("large boards are refused in words for people, with what to do", `#game=coloring&board=grid:30x30&k=3&p1=perfect&p2=human`, async (page) => {
  await page.getByRole("button", { name: "Let perfect move" }).click();
  await says(message(page), "This board has 900 vertices; that is too large for Perfect. Choose Medium.");
  await page.getByLabel("Who plays Alice").selectOption("medium");
  await says(message(page), /Alice: \d+ = [ABC]/);
  await tab(page, "Why");
  await page.getByRole("switch").check();
  await says(page.locator(".panel .notice"), "This board has 1,740 edges and 2,700 moves, which is too much to compute with here. Easy and Medium play on it.");
  await tab(page, "Board");
  await page.goto(`${base}#game=coloring&board=path:5000&k=3`);
  await says(message(page), "This board has 5,000 vertices; the page takes up to 1,000.");
}, { allow: refusals });

onPage("what could not be settled is called so, and judging goes on", `#game=coloring&board=grid:7x7&k=4&${two}&view=why&hints=1`, async (page) => {
  await says(page.locator(".verdict-heading.unknown"), "Not settled yet");
  await page.locator(".panel").getByRole("button", { name: "Cancel" }).click();
  await says(page.locator(".notice"), "Cancelled");
  await page.getByRole("button", { name: "Go on judging" }).click();
  await page.locator(".progress").waitFor();
});

onPage("a board of a thousand vertices: only what is dragged moves", `#game=coloring&board=grid:25x40&k=3&view=board&${two}`, async (page) => {
  await page.getByRole("radio", { name: "Move" }).click();
  const box = await vertex(page, 500).boundingBox();
  const at = [box.x + box.width / 2, box.y + box.height / 2];
  await page.evaluate(() => {
    window.changed = 0;
    new MutationObserver((list) => (window.changed += list.length)).observe(document.querySelector("svg.board"), { subtree: true, attributes: true, childList: true });
  });
  await page.mouse.move(...at);
  await page.mouse.down();
  await page.mouse.move(at[0] + 12, at[1] + 9);
  await page.locator(".drag-layer .line").nth(3).waitFor({ state: "attached" });
  const first = await page.evaluate(() => window.changed);
  for (let i = 0; i < 20; i++) await page.mouse.move(at[0] + 12 + i, at[1] + 9 + i);
  assert.equal(await page.evaluate(() => window.changed), first, "a drag changes nothing of the board below");
  assert.equal(await count(page, ".drag-layer .line"), 4);
  await page.mouse.up();
  await page.locator(".drag-layer").waitFor({ state: "detached" });
  assert.ok(Math.abs((await vertex(page, 500).boundingBox()).x - box.x - 31) < 4);
});

onPage("the board zooms and is shown whole again", `#game=coloring&board=grid:6x6&k=3&${two}`, async (page) => {
  await says(status(page), "Alice to move");
  const distance = async () => (await vertex(page, 1).boundingBox()).x - (await vertex(page, 0).boundingBox()).x;
  const before = await distance();
  await page.getByRole("button", { name: "Zoom in" }).click();
  assert.ok(Math.abs((await distance()) / before - 1.4) < 0.02);
  await page.getByRole("button", { name: "Show all" }).click();
  assert.ok(Math.abs((await distance()) - before) < 1);
});

onPage("used pairs stand on the edges and in a table", `#game=edge&board=path:4&k=3&view=why&${two}&moves=0=1;1=2`, async (page) => {
  await says(page.locator(".board text.pair"), "AB");
  assert.equal(await count(page, ".pairs td.used"), 1);
});

onPage("cells say how near they are", `#game=cycles&board=grid:2x3&${two}&moves=0->1`, async (page) => {
  await says(page.locator("text.togo").first(), "3 to go");
});

onPage("a number line of pebbles with its period", `#game=subtraction&pebbles=12&take=1,3,4&view=why&${two}`, async (page) => {
  await page.locator(".number-line li").nth(12).waitFor();
  // The theory of subtraction games: {1, 3, 4} has P at 0 and 2 modulo 7.
  const lost = await page.locator(".number-line li.lose span").allTextContents();
  assert.deepEqual(lost, ["0", "2", "7", "9"]);
  await says(page.locator(".heap"), "From 0 on, the labels repeat with period 7.");
});

// ---- the digraph of any size ----

onPage("a digraph of any size begins here and grows on click", `#game=coloring&board=grid:5x5&k=4&view=digraph&${two}&moves=0=1`, async (page) => {
  await page.locator(".node.here").waitFor();
  // The start, the position on the table, and its best moves, one of each kind.
  const at = { setup: { game: "coloring", board: { family: "grid:5x5" }, colors: 4 }, position: ["1", ...Array(24).fill("-")].join() };
  const { moves } = await ask("/api/moves", { ...at, limits: { seconds: 0.5 } });
  const kinds = new Set(moves.map((m) => m.class)).size;
  assert.ok(kinds > 24 && kinds < moves.length);
  await page.locator(".node").nth(25).waitFor();
  assert.equal(await count(page, ".node"), 26);
  await says(page.locator("text.more").first(), `+${kinds - 24}`);
  assert.match(await page.locator(".node.here").getAttribute("aria-label"), /you are here/);
  // By the list, as a keyboard does.
  await page.locator(".panel .verdicts .move-chip").first().click();
  await page.waitForFunction(() => document.querySelectorAll(".node").length > 26);
  // Every move by itself.
  await page.getByLabel("one position for all symmetric ones").uncheck();
  await says(page.locator("text.more").first(), `+${moves.length - 24}`);
}, { timeout: 120_000 });

onPage("thousands of positions: dots from afar, boards close by, keys and a list for everybody", `#game=node-kayles&board=path:17&view=digraph&${two}`, async (page) => {
  const setup = { game: "node-kayles", board: { family: "path:17" } };
  // As many as independent sets of the path: the Fibonacci number F(19).
  await page.getByLabel("one position for all symmetric ones").uncheck();
  await says(page.locator(".panel"), "4,181 positions");
  await page.locator(".digraph > canvas").waitFor();
  assert.ok(await count(page, ".node") < 10, "what is far is painted, not an element");
  const painted = await page.locator(".digraph > canvas").evaluate((canvas) => {
    const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
    let seen = 0;
    for (let i = 3; i < data.length; i += 4) seen += data[i] > 0;
    return seen;
  });
  assert.ok(painted > 4181, "every position leaves a dot");
  // From the start down to a first move, by keys alone.
  await page.locator(".node.here").focus();
  await page.keyboard.press("ArrowDown");
  await page.waitForFunction(() => document.activeElement?.getAttribute("data-position")?.includes("x"));
  const position = await page.evaluate(() => document.activeElement.getAttribute("data-position"));
  await page.keyboard.press("Enter");
  await says(page.locator(".facts"), position);
  const { moves } = await ask("/api/moves", { setup, position });
  assert.equal(await count(page, ".panel .verdicts .move-chip"), moves.length);
  // Closer, positions are boards.
  for (let i = 0; i < 14; i++) await page.keyboard.press("+");
  await page.locator(".mini-board").first().waitFor({ state: "attached" });
  assert.ok(await count(page, ".node") < 300);
  // A click far out finds the position under it.
  await page.getByRole("button", { name: "Show all" }).click();
  const start = await page.locator(".node.here").boundingBox();
  await page.mouse.click(start.x + start.width / 2, start.y + start.height - 2);
  await says(page.locator(".facts"), Array(17).fill("-").join());
  await page.getByText("All positions as a list").click();
  await page.locator("details .move-chip").nth(199).waitFor();
  await page.getByRole("button", { name: "200 more" }).click();
  await page.locator("details .move-chip").nth(399).waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "SVG", exact: true }).click();
  const svg = readFileSync(await (await download).path(), "utf8");
  assert.equal(svg.match(/h0/g).length, 4181);
}, { timeout: 120_000 });

onPage("positions are small boards, and every move leads down if one wants", `#game=coloring&board=petersen&k=2&view=digraph&${two}`, async (page) => {
  await page.locator(".mini-board").nth(20).waitFor();
  // One colour on one vertex, in the second row.
  const second = page.locator('.mini-board[data-of*="1"]').first();
  assert.equal(await second.locator(".mini-letter").count(), (await second.getAttribute("data-of")).match(/[12]/g).length);
  const rows = async () => {
    const { arcs, nodes } = await ask("/api/digraph", { setup: { game: "coloring", board: { family: "petersen" }, colors: 2 }, symmetry: true });
    const y = await page.locator(".node").evaluateAll((list) => Object.fromEntries(list.map((node) => [node.dataset.position, Number(/ (\S+)\)/.exec(node.getAttribute("transform"))[1])])));
    return arcs.map(([a, b]) => y[nodes[b].position] - y[nodes[a].position]);
  };
  await page.getByRole("radio", { name: "downwards" }).click();
  await says(page.locator(".command code"), "--layout topological");
  await page.locator(".node.card").nth(20).waitFor();
  assert.ok((await rows()).every((down) => down > 0));
  // A position that another stands for is found, too.
  await tab(page, "Play");
  await color(page, 3, "B");
  await says(status(page), "Bob to move");
  await tab(page, "Digraph");
  await page.locator('.node.here[data-position*="1"]').waitFor();
});

onPage("pebbles stand along a line of numbers", `#game=subtraction&pebbles=9&take=1,2&view=digraph&${two}`, async (page) => {
  await page.getByRole("radio", { name: "by moves" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.waitForFunction(() => document.activeElement?.textContent === "number line");
  await page.locator(".node").nth(9).waitFor();
  const x = await page.locator(".node").evaluateAll((list) => list.map((node) => [Number(node.dataset.position), Number(/\((\S+) /.exec(node.getAttribute("transform"))[1])]));
  x.sort(([a], [b]) => a - b);
  assert.deepEqual(x.map(([pebbles]) => pebbles), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.ok(x.every(([, at], i) => i === 0 || at > x[i - 1][1]));
});

onPage("a winning strategy stands out in the digraph", `#game=subtraction&pebbles=7&take=1,2&view=digraph&${two}`, async (page) => {
  await page.locator(".node").nth(7).waitFor();
  await page.getByLabel("a winning strategy").check();
  await page.getByLabel("moves on the arrows").check();
  // From 7 to 6, to 5 and 4, from each to 3, to 2 and 1, from each to 0.
  assert.equal(await count(page, ".arc.wins"), 9);
  assert.equal(await count(page, ".arc.wins .arc-move"), 9);
});

// ---- inside other pages, and without a server ----

onPage("embedded: the board and one line", `?embed=1#game=coloring&board=path:3&k=2&${two}`, async (page) => {
  await says(status(page), "Alice to move");
  assert.equal(await count(page, "header, aside, [role=tab]"), 0);
  await color(page, 1, "A");
  await says(status(page), "Bob to move");
});

if (alone) {
  test("the whole site has at most a megabyte, compressed", () => {
    const files = readdirSync(process.env.OUTPLAY_SITE);
    const bytes = files.map((file) => gzipSync(readFileSync(join(process.env.OUTPLAY_SITE, file))).length);
    assert.ok(bytes.reduce((a, b) => a + b) <= 1_000_000, `${bytes}`);
  });

  onPage("after the first visit it works without a network, and asks nobody", `#game=coloring&board=path:3&k=2&p2=perfect`, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(async () => (await caches.match("engine.bin")) !== undefined && navigator.serviceWorker.controller !== null);
    await page.context().setOffline(true);
    try {
      await page.reload();
      await color(page, 0, "A");
      await says(page.getByTestId("ending"), "You lost");
    } finally {
      await page.context().setOffline(false);
    }
  });

  onPage("work is stopped by ending its worker, and the next question is answered", `#game=coloring&board=torus:7x7&k=4&view=why&${two}`, async (page) => {
    await page.getByRole("button", { name: "Explain" }).click();
    await page.getByRole("button", { name: "Cancel" }).click();
    await says(page.locator(".notice"), "Cancelled");
    await tab(page, "Play");
    await color(page, 0, "A");
    await says(status(page), "Bob to move");
  });
}

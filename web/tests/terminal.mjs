// "Same in the terminal": every command that the page shows is run, and what the program says is what the page shows.
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, assert, base, count, hash, hashHas, onPage, outplayIn, says, status, tab, two } from "./harness.mjs";

/** The words of the command on the page. */
async function shown(page) {
  const text = await page.locator(".command code").textContent();
  const words = text.match(/'[^']*'|\S+/g).map((word) => word.replaceAll("'", ""));
  assert.equal(words.shift(), "outplay");
  return words;
}

/** What a chip says of its move and of those that are alike. */
const verdictsOf = (page, moves) =>
  page.waitForFunction((moves) => {
    const chips = [...document.querySelectorAll(".move-chip[data-verdict]:not([data-verdict=unknown])")];
    const all = chips.flatMap(({ dataset }) => (dataset.like ? JSON.parse(dataset.like) : [dataset.move]).map((text) => [text, dataset.verdict]));
    return all.length >= moves && Object.fromEntries(all);
  }, moves).then((handle) => handle.jsonValue());

const sorted = (object) => Object.fromEntries(Object.entries(object).sort());
/** More are not written into a file here. */
const MOST_NODES = 1500;

/** Runs the command of every view, and compares. */
async function compare(page, game, place, folder, failed) {
  const { board, parameters } = game.example;
  await page.goto("about:blank");
  await page.goto(`${base}#${place}`);
  await says(status(page), /to move/);
  const run = (words) => outplayIn(folder, words);
  const json = (words) => JSON.parse(run([...words, "--json"]).trim().split("\n").at(-1));
  const at = async (view, check) => {
    await tab(page, view);
    const words = await shown(page);
    try {
      await check(words, run(words));
    } catch (error) {
      failed.push(`${place} ${view}: outplay ${words.join(" ")}\n${error.stack}`);
    }
  };
  const fields = new URLSearchParams((await hash(page)).slice(1).replaceAll("+", "%2B"));
  const given = Object.fromEntries(game.parameters.flatMap(({ name }) => {
    const key = fields.has(`with-${name}`) || name === "moves" ? `with-${name}` : name;
    return fields.has(key) ? [[name, fields.get(key)]] : [];
  }));
  const bare = Object.keys(given).length === 0 && !fields.has("board");
  const setup = { game: game.name, ...(board !== null && { board: { family: fields.get("board") ?? board } }), ...(bare ? parameters : given) };
  let position = await ask("/api/position", { setup });
  for (const move of fields.get("moves")?.split(";") ?? []) position = await ask("/api/play", { setup, position: position.position, mover: position.mover, move });

  await at("Play", (_, said) => assert.ok(said.includes(`Position: ${position.position}\n`), said));
  await at("Board", async (words, said) => {
    if (words[0] === "solve") return;
    const [vertices, lines] = [await count(page, ".board .vertex"), await count(page, ".board .edge")];
    const entries = { json: () => JSON.parse(said).reduce((sum, { adj }) => sum + adj.length, 0) / 2, table: () => said.trim().split(/\s+/).filter((entry) => entry !== "0").length / 2, dot: () => said.match(/->|--/g).length };
    if (words.at(-1) === "json") assert.equal(JSON.parse(said).length, vertices);
    assert.equal(entries[words.at(-1)](), lines);
  });
  let headline = "";
  await at("Why", async (words) => {
    const expected = json(words);
    assert.equal(expected.position, position.position);
    await page.getByRole("switch").check();
    const verdicts = Object.fromEntries(expected.moves.map(({ text, verdict }) => [text, verdict]));
    assert.deepEqual(sorted(await verdictsOf(page, expected.moves.length)), sorted(verdicts));
    await page.getByRole("button", { name: "Explain" }).click();
    headline = await page.locator(".headline").textContent();
  });
  /** Who wins is what the page said. */
  const wins = (solved) => {
    const { winner, outcome } = json(solved);
    if (outcome === "draw") return assert.match(headline, /draw/i);
    // In games by turn the player to move is called first.
    const byTurn = game.starter === null && game.sides[0].word === "first";
    const mover = outcome ? outcome === "win" : winner === (byTurn ? "first" : position.to_move);
    const { title } = game.sides.find(({ word }) => (word === position.to_move) === mover);
    assert.ok(headline.startsWith(title), `${title}: ${headline}`);
  };
  if (game.board === "none") await at("Board", (words) => wins(words));
  await at("Numbers", async (words) => {
    if (words[0] === "solve") return wins(words);
    const expected = json(words);
    const rows = Object.entries(expected).filter(([, row]) => row?.kind);
    await page.locator(".numbers-table tr").nth(rows.length - 1).waitFor();
    for (const [name, row] of rows) {
      if (!row.exact || row.value === null) continue;
      const sign = { number: "=", lower: "≥", upper: "≤" }[row.kind];
      assert.equal(await page.locator(`tr[data-number="${name}"] .value`).textContent(), `${sign} ${row.value}`, name);
    }
  });
  const nodes = await ask("/api/digraph", { setup, symmetry: true }).then(({ nodes }) => nodes?.length ?? Infinity, () => Infinity);
  if (nodes <= MOST_NODES) {
    await tab(page, "Digraph");
    await page.locator(".node").first().waitFor();
    await page.waitForFunction(() => /\d positions/.test(document.querySelector(".panel").textContent));
    await at("Digraph", async (words) => {
      if (words[0] === "moves") return assert.equal(json(words).position, position.position);
      const drawn = readFileSync(join(folder, words.at(-1)), "utf8");
      const counted = /<desc>([\d,]+) positions?/.exec(drawn)[1];
      assert.equal(/([\d,]+) positions/.exec(await page.locator(".panel").textContent())[1], counted);
    });
  }
  await tab(page, "Learn");
  await page.getByRole("button", { name: "Make puzzles" }).click();
  await page.locator("[data-testid=task], .message.error").first().waitFor();
  await at("Learn", async (words) => {
    assert.equal(words[0], "puzzles");
    const found = /puzzles=([^&]*)/.exec(await hash(page))?.[1].split(";").map(decodeURIComponent) ?? [];
    assert.deepEqual(json(words).puzzles.map(({ position }) => position), found);
  });
  for (const { name, title } of game.lessons) {
    if (name === "labels") continue;
    if (await page.getByTestId("task").isVisible()) await page.getByRole("button", { name: "End" }).click();
    await page.getByRole("button", { name: `Start: ${title}` }).click();
    const question = page.getByTestId("question");
    await question.or(page.getByText("could be settled soon enough")).first().waitFor();
    await at("Learn", async (words) => {
      const { questions = [] } = json(words);
      if (questions.length === 0) return;
      assert.equal(await question.textContent(), questions[0].question.replace(/(\S)=(\d)\b/g, (_, v, c) => `${v} = ${"ABCDEFGH"[c - 1]}`));
    });
    if (await question.isVisible()) await page.locator(".lesson").getByRole("button", { name: "End" }).click();
    await says(status(page), /to move/);
  }
}

/** The same place with another setting of the game, where it has one. */
function settings(game) {
  const { board, parameters } = game.example;
  const text = (said) => Object.entries(said).map(([name, value]) => `&${name}=${value}`).join("");
  const start = `game=${encodeURIComponent(game.name)}${board === null ? "" : `&board=${board}`}`;
  const other = game.parameters.find((p) => p.kind === "choice" && p.choices.length > 1);
  return [
    `game=${encodeURIComponent(game.name)}&${two}`,
    ...(other ? [`${start}${text({ ...parameters, [other.name]: other.choices.find((choice) => choice !== other.default) })}&${two}`] : []),
  ];
}

onPage("every command of every view of every game says what the page shows", "", async (page) => {
  const { games } = await ask("/api/catalogue");
  const folder = mkdtempSync(join(tmpdir(), "outplay-commands-"));
  const failed = [];
  for (const game of games) {
    const { board, parameters } = game.example;
    const start = await ask("/api/position", { setup: { game: game.name, ...(board !== null && { board: { family: board } }), ...parameters } });
    const places = settings(game);
    // After a move that does not end the game.
    const setup = { game: game.name, ...(board !== null && { board: { family: board } }), ...parameters };
    for (const { text } of start.moves) {
      const next = await ask("/api/play", { setup, mover: start.mover, move: text });
      if (next.over) continue;
      places.push(`${places[0]}&moves=${encodeURIComponent(text)}`);
      break;
    }
    for (const place of places) await compare(page, game, place, folder, failed).catch((error) => failed.push(`${place}: ${error.stack}`));
  }
  rmSync(folder, { recursive: true });
  assert.deepEqual(failed, []);
}, { timeout: 900_000 });

onPage("the players of a command play as those of the page", "#game=coloring&board=cycle:5&k=3&p1=random&p2=human&seed=7", async (page) => {
  await says(status(page), "Alice to move");
  const words = await shown(page);
  assert.deepEqual(words.slice(-6), ["--against", "random", "--as", "bob", "--seed", "7"]);
  const said = outplayIn(tmpdir(), words);
  await page.getByRole("button", { name: "Let random move" }).click();
  await hashHas(page, `moves=${/Alice plays (\S+)/.exec(said)[1]}`);
});

onPage("a command about a drawing takes the file that the page saves", `#game=coloring&board=path:4&k=2&view=board&${two}`, async (page) => {
  await says(status(page), "Alice to move");
  const folder = mkdtempSync(join(tmpdir(), "outplay-drawn-"));
  await page.getByRole("button", { name: "Tidy" }).click();
  await says(page.locator(".command code"), "board.json");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "json", exact: true }).click();
  await (await download).saveAs(join(folder, "board.json"));
  await tab(page, "Why");
  const words = await shown(page);
  assert.equal(words[2], "board.json");
  const { moves } = JSON.parse(outplayIn(folder, [...words, "--json"]));
  await page.getByRole("switch").check();
  const verdicts = await verdictsOf(page, moves.length);
  assert.deepEqual(sorted(verdicts), sorted(Object.fromEntries(moves.map(({ text, verdict }) => [text, verdict]))));
  rmSync(folder, { recursive: true });
});

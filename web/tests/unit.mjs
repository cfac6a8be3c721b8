// The page's plain logic: addresses, crossings, arrow keys, commands.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "svelte/compiler";
import { test } from "node:test";
import { runnerImport } from "vite";
import { catalogue, games } from "./catalogue.mjs";

const load = async (name) => (await runnerImport(`./src/lib/${name}.ts`)).module;
const { exampleOf, fromAddress: opened, home, toAddress: written } = await load("address");
const { command: commandOf, shellWord } = await load("command");
const catalogues = await load("catalogue");
const { branches, learn, read, touches, write } = await load("notation");
const { kindly } = await load("kindly");
const { placesOf } = await load("places");
const { addVertex, moveVertex, newCrossing, removeVertex, textOf, toggleEdge, withDirections } = await load("drawing");
const { edgesCross, firstCrossing, fitPoints, neighborInDirection, toBoard, toScreen } = await load("geometry");
const { opponent, playersOf, seatsFor, seatsIn, usual, word } = await load("players");
const { invariantsOf } = await load("invariants");
const { periodOf } = await load("period");
const { colorOfKey, letter, listed, paint } = await load("palette");

const HOME = home(catalogue);
const toAddress = (place) => written(place, games[place.game]);
const fromAddress = (address) => opened(address, catalogue);
const command = (place, file, position) => commandOf(place, games[place.game], file, position);

const square = [[0, 0], [1, 0], [1, 1], [0, 1]];

test("segments that cross, touch and share ends", () => {
  assert.ok(edgesCross(square, [0, 2], [1, 3]));
  assert.ok(!edgesCross(square, [0, 1], [2, 3]));
  assert.ok(!edgesCross(square, [0, 1], [1, 2]), "a common end is no crossing");
  const line = [[0, 0], [1, 0], [2, 0], [1, 1]];
  assert.ok(edgesCross(line, [0, 2], [1, 3]), "an end on the other edge");
  assert.ok(edgesCross(line, [0, 2], [0, 1]), "overlapping edges with a common end");
  assert.ok(!edgesCross(line, [0, 1], [1, 2]), "one edge goes on where the other ends");
  assert.deepEqual(firstCrossing(square, [[0, 1], [0, 2], [1, 3]]), [[0, 2], [1, 3]]);
  assert.equal(firstCrossing(square, [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]]), null);
});

test("only new crossings are refused", () => {
  const k4 = { directed: false, names: null, points: square, edges: [[0, 1], [1, 2], [2, 3], [0, 3], [0, 2]] };
  assert.deepEqual(newCrossing(k4, toggleEdge(k4, 1, 3)), [[0, 2], [1, 3]]);
  assert.equal(newCrossing(k4, moveVertex(k4, 3, [0.2, 1])), null);
  assert.deepEqual(newCrossing(k4, moveVertex(k4, 3, [2, 0.5])), [[1, 2], [0, 3]]);
  const crossed = toggleEdge(k4, 1, 3);
  assert.equal(newCrossing(crossed, moveVertex(crossed, 3, [0, 1.1])), null, "what crossed may stay so");
});

test("drawing", () => {
  let d = { directed: false, names: null, points: [], edges: [] };
  for (const p of square) d = addVertex(d, p);
  d = toggleEdge(toggleEdge(toggleEdge(d, 0, 1), 2, 1), 3, 0);
  assert.deepEqual(d.edges, [[0, 1], [1, 2], [0, 3]]);
  assert.deepEqual(toggleEdge(d, 1, 0).edges, [[1, 2], [0, 3]], "once more takes the edge away");
  assert.equal(toggleEdge(d, 2, 2), d, "no loops without directions");
  assert.deepEqual(removeVertex(d, 1).edges, [[0, 2]]);
  const json = JSON.parse(textOf(d).text);
  assert.deepEqual(json.map((v) => v.adj), [[1, 3], [0, 2], [1], [0]]);
  const arcs = toggleEdge(withDirections(d, true), 2, 2);
  assert.deepEqual(arcs.edges.length, 7);
  assert.match(textOf(arcs).text, /^digraph \{[^]*"2" -> "2";/);
  assert.deepEqual(withDirections(arcs, false).edges, d.edges);
});

test("arrow keys lead to the nearest place in that direction", () => {
  const grid = [[0, 0], [1, 0], [2, 0], [0, 1], [1, 1], [2, 1]];
  assert.equal(neighborInDirection(grid, 0, [1, 0]), 1);
  assert.equal(neighborInDirection(grid, 4, [-1, 0]), 3);
  assert.equal(neighborInDirection(grid, 4, [0, -1]), 1);
  assert.equal(neighborInDirection(grid, 2, [1, 0]), 2, "nothing there");
});

test("a drawing fits its frame", () => {
  const fit = fitPoints(square, 500, 300, 50, 1000);
  assert.equal(fit.scale, 200);
  assert.deepEqual(toScreen(fit, [0, 0]), [150, 250]);
  assert.deepEqual(toBoard(fit, toScreen(fit, [0.25, 0.75])), [0.25, 0.75]);
  assert.ok(Number.isFinite(fitPoints([], 10, 10, 50, 90).scale));
  assert.ok(Number.isFinite(fitPoints([[3, 3]], 10, 10, 50, 90).scale));
});

const sources = [
  { kind: "family", text: "complete-multipartite:2,2,3" },
  { kind: "family", text: "edges:0-1,1-2" },
  { kind: "text", text: 'graph { "a & b" -- c }\n', format: "dot", name: "x y.dot", directed: false },
  { kind: "drawn", drawing: { directed: true, points: [[0.5, -1], [2, 3]], edges: [[0, 1], [1, 1]], names: ["ä;=&#", "1"] } },
];
for (const source of sources)
  test(`an address keeps ${source.kind} ${source.text ?? ""}`, async () => {
    const params = { coloring: { colors: "4", first: "bob", pass: "" }, edge: { colors: "" }, cycles: { outer: "0,1" }, token: { start: "ä;=&#" }, limited: { moves: "7" } };
    for (const game of Object.keys(params)) {
      const place = {
        ...HOME, game, source, params: params[game],
        at: game === "token" ? "ä;=&#" : "1,-,-;bob", moves: ["0=1", "2->1", "a;b&c", "pass"], ply: 2,
        seats: ["mcts:1000", "human"], seed: 7, hints: true, view: "why",
      };
      const address = await toAddress(place);
      assert.doesNotMatch(address, /[\s#"<>`]/);
      assert.deepEqual(await fromAddress("#" + address), place);
    }
  });

test("addresses are readable, and junk is no accident", async () => {
  assert.equal(await toAddress({ ...HOME, moves: ["0=1", "4=2"], ply: 2 }), "game=coloring&board=petersen&colors=3&p1=perfect&p2=human&moves=0=1;4=2");
  const pebbles = { ...HOME, game: "subtraction", params: { pebbles: "3,4,5", take: "1,2,3" }, seats: ["human", "perfect"] };
  assert.equal(await toAddress(pebbles), "game=subtraction&pebbles=3,4,5&take=1,2,3");
  assert.deepEqual(await fromAddress(""), HOME);
  assert.deepEqual(await fromAddress("#game=chess&k=-1&ply=9&first=carol&view=%"), HOME);
  await assert.rejects(fromAddress("#game=coloring&drawn=AAAA"), /cannot be read/);
  await assert.rejects(fromAddress("#game=coloring&drawn=*"), /cannot be read/);
});

test("older links, and links by hand", async () => {
  const old = await fromAddress("#game=coloring&board=path:3&k=2&first=bob");
  assert.deepEqual(old.params, { colors: "2", first: "bob", pass: "" });
  assert.deepEqual(old.seats, ["human", "perfect"]);
  assert.deepEqual((await fromAddress("#game=edge&board=path:3")).params, { colors: "" });
  assert.deepEqual((await fromAddress("#game=edge&board=path:3&k=4")).params, { colors: "4" });
  assert.deepEqual((await fromAddress("#game=token&board=path:3")).params, { start: "0" });
  const wrong = await fromAddress("#game=coloring&board=path:3&k=-1&first=carol");
  assert.deepEqual(wrong.params, { colors: "3", first: "", pass: "" });
  assert.deepEqual(await fromAddress("#game=cycles"), exampleOf(catalogue, games.cycles));
});

test("a newcomer begins with the first game, on the side that can win", () => {
  assert.deepEqual([HOME.game, HOME.source, HOME.params.colors], ["coloring", { kind: "family", text: "petersen" }, "3"]);
  assert.deepEqual(HOME.seats, ["perfect", "human"]);
  assert.deepEqual(exampleOf(catalogue, games.subtraction).params, { pebbles: "10", take: "1,2" });
  assert.deepEqual(exampleOf(catalogue, games.subtraction).seats, ["human", "perfect"]);
});

test("a parameter named like a key of the address keeps apart", async () => {
  const place = { ...exampleOf(catalogue, games.limited), moves: ["3"], ply: 1 };
  const address = await toAddress(place);
  assert.match(address, /with-moves=4&.*moves=3/);
  assert.deepEqual(await fromAddress(address), place);
});

test("commands", () => {
  const place = { ...HOME, view: "why" };
  assert.equal(command(place, "board.json", null), "outplay moves coloring petersen --colors 3");
  assert.equal(command({ ...place, params: { colors: "3", first: "alice", pass: "bob" } }, "", null), "outplay moves coloring petersen --colors 3 --pass bob", "defaults are left out");
  const drawn = { ...place, source: sources[3], game: "cycles", params: { outer: "0,1" } };
  assert.equal(command(drawn, "board.json", "0,-1"), "outplay moves cycles board.json --outer 0,1 --at 0,-1");
  const pebbles = { ...exampleOf(catalogue, games.subtraction) };
  assert.equal(command(pebbles, "", null), "outplay play subtraction --pebbles 10 --take 1,2 --against perfect --as first");
  assert.equal(command({ ...pebbles, view: "numbers" }, "", null), "outplay solve subtraction --pebbles 10 --take 1,2 --grundy");
  assert.equal(command({ ...HOME, view: "play" }, "", null), "outplay play coloring petersen --colors 3 --against perfect --as bob");
  assert.equal(command({ ...drawn, view: "board" }, "board.json", null), "outplay convert board.json --to table");
  assert.equal(shellWord("it's; rm"), `'it'\\''s; rm'`);
});

test("titles in few words", () => {
  const { shortTitle, shortSide, inside } = catalogues;
  assert.deepEqual(catalogue.games.map((g) => shortTitle(g.title)), ["Colouring", "Edge-Distinguishing", "Cycles", "Token", "Take-away", "Limited"]);
  assert.deepEqual(["Alice", "The first player", "Dominator"].map(shortSide), ["Alice", "First", "Dominator"]);
  assert.deepEqual(["The Game of Cycles", "A token game", "Node Kayles"].map(inside), ["the Game of Cycles", "a token game", "Node Kayles"]);
});

test("parameters take what fits their kind", () => {
  const { completed, experimental, fitting, offBoard, onBoard } = catalogues;
  const [colors, first] = games.coloring.parameters;
  assert.deepEqual(["3", "0", "256", "x", "", " 7 "].map((text) => fitting(colors, text)), ["3", null, null, null, null, "7"]);
  assert.deepEqual(["bob", "carol"].map((text) => fitting(first, text)), ["bob", null]);
  assert.deepEqual(["3, 4,5", "3 4", " "].map((text) => fitting(games.subtraction.parameters[0], text)), ["3,4,5", "3,4", null]);
  assert.deepEqual(completed(games.coloring, {}), { colors: "3", first: "", pass: "" });
  const board = { directed: true, points: [[0, 0], [1, 0]], names: ["a", "b"], edges: [] };
  assert.deepEqual(onBoard(games.token, { start: "0" }, board), { start: "a" });
  assert.deepEqual(onBoard(games.token, { start: "b" }, board), { start: "b" });
  assert.deepEqual(offBoard(games.token, { start: "b" }), { start: "" });
  assert.equal(experimental(catalogue.games), games.coloring);
  assert.equal(experimental(catalogue.games.slice(1)), undefined);
});

test("how moves are written is learnt from the legal ones", () => {
  const list = ["0", "1", "a=b", "3"];
  const names = { name: (v) => list[v], vertex: (name) => (list.includes(name) ? list.indexOf(name) : undefined) };
  const colors = learn([{ text: "pass", touch: {} }, { text: "a=b=2", touch: { vertex: 2, mark: 2 } }, { text: "1=1", touch: { vertex: 1, mark: 1 } }], names);
  assert.equal(write(colors, { vertex: 0, mark: 3 }, names), "0=3");
  assert.deepEqual(read(colors, "a=b=7", names), { vertex: 2, mark: 7 });
  assert.equal(read(colors, "pass", names), null);
  const arrows = learn([{ text: "1->0", touch: { from: 1, to: 0 } }], names);
  assert.equal(write(arrows, { from: 3, to: 2 }, names), "3->a=b");
  assert.deepEqual(read(arrows, "3->1", names), { from: 3, to: 1 });
  const chosen = learn([{ text: "1", touch: { vertex: 1, mark: 1 } }], names);
  assert.equal(write(chosen, { vertex: 3, mark: 1 }, names), "3");
  const one = learn([{ text: "2", touch: { heap: 0, take: 2 } }], names);
  assert.equal(write(one, { heap: 0, take: 5 }, names), "5");
  const heaps = learn([{ text: "1-2", touch: { heap: 1, take: 2 } }], names);
  assert.equal(write(heaps, { heap: 0, take: 5 }, names), "0-5");
  assert.equal(learn([{ text: "north", touch: { vertex: 1, mark: 1 } }], names), null, "what cannot be seen is not guessed");
  assert.equal(learn([], names), null);
  assert.ok(touches({ text: "", touch: { vertex: 1, mark: 1 } }, { vertex: 1 }));
  assert.ok(!touches({ text: "", touch: { vertex: 1, mark: 1 } }, { vertex: 1, mark: 2 }));
});

test("letters and colours", () => {
  assert.deepEqual([1, 2, 26, 27, 52, 53].map(letter), ["A", "B", "Z", "AA", "AZ", "BA"]);
  assert.deepEqual(["1", "a", "C", "9", "?", "Enter"].map(colorOfKey), [1, 1, 3, 9, 0, 0]);
  assert.equal(new Set(Array.from({ length: 40 }, (_, i) => paint(i + 1))).size, 40);
  assert.equal(listed(["A", "B", "C"]), "A, B and C");
});

test("players sit where they can play", () => {
  const { coloring, cycles } = games;
  const names = (game, seat) => playersOf(catalogue, game, seat).map((p) => p.name);
  assert.deepEqual(catalogue.players.map((p) => usual(p)), ["random", "perfect", "mcts:1000", "s1"]);
  assert.deepEqual(names(coloring, 0), ["random", "perfect", "mcts", "s1"]);
  assert.deepEqual(names(coloring, 1), ["random", "perfect", "mcts"], "a strategy for one side only");
  assert.deepEqual(names(cycles, 0), ["random", "perfect", "mcts"]);
  assert.deepEqual(playersOf(null, cycles, 0), []);
  assert.equal(opponent(catalogue, cycles, 1), "perfect");
  assert.equal(opponent({ ...catalogue, players: [] }, cycles, 1), "human");
  assert.deepEqual(seatsFor(catalogue, coloring, 1), ["perfect", "human"]);
  assert.deepEqual(seatsIn(catalogue, cycles, ["s1", "mcts:20"]), ["perfect", "mcts:20"]);
  assert.deepEqual(seatsIn(catalogue, coloring, ["s1", "human"]), ["s1", "human"]);
  assert.equal(word("mcts:500,c=2"), "mcts");
});

/** The texts that somebody sees in a part of the page and that stand there, not in the file of texts. */
function literals(source) {
  const found = [];
  const words = /\p{L}{2,}/u;
  const sentence = /\p{L}{2,} \p{L}|^\p{Lu}\p{Ll}+$/u;
  const strings = (node) => {
    if (!node || typeof node !== "object") return;
    if (node.type === "Literal" && typeof node.value === "string" && sentence.test(node.value)) found.push(node.value);
    if (node.type === "TemplateElement" && sentence.test(node.value.raw)) found.push(node.value.raw);
    for (const [key, child] of Object.entries(node)) if (key !== "parent") [child].flat().forEach(strings);
  };
  const walk = (node) => {
    if (!node || typeof node !== "object") return;
    if (node.type === "Text" && words.test(node.data)) found.push(node.data.trim());
    if (node.type === "StyleDirective") return;
    if (node.type === "ExpressionTag") return strings(node.expression);
    if (node.type === "Attribute") {
      if (/^(title|aria-label|placeholder|alt|label|what)$/.test(node.name)) [node.value].flat().forEach(walk);
      return;
    }
    for (const [key, child] of Object.entries(node)) if (!["parent", "expression", "test", "metadata"].includes(key)) [child].flat().forEach(walk);
  };
  walk(parse(source, { modern: true }).fragment);
  return found;
}

test("all texts of the page are in one file", () => {
  assert.deepEqual(literals(`<p title="A title">Some {open ? "Close it" : x} <b class="of some">{n}</b></p>`), ["A title", "Some", "Close it"]);
  const parts = join(import.meta.dirname, "../src");
  for (const file of readdirSync(parts, { recursive: true }).filter((name) => name.endsWith(".svelte")))
    assert.deepEqual(literals(readFileSync(join(parts, file), "utf8")), [], file);
});

test("no source knows a game by its name", () => {
  const src = join(import.meta.dirname, "../src");
  const named = new RegExp(`["'\`](${[...Object.keys(games), "node-kayles"].join("|")})["'\`]`);
  for (const file of readdirSync(src, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()))
    assert.doesNotMatch(readFileSync(join(file.parentPath ?? file.path, file.name), "utf8"), named, file.name);
});

test("labels that repeat for ever", () => {
  // {1, 2}: P, N, N, …; a window as long as the largest move proves it.
  assert.deepEqual(periodOf([..."PNNPNN"], 2), { from: 0, length: 3 });
  assert.equal(periodOf([..."PNNP"], 2), null, "not seen often enough");
  // {2, 3} after an exception at the beginning.
  assert.deepEqual(periodOf([..."XPPNNNPPNNNPPN"], 3), { from: 1, length: 5 });
  assert.equal(periodOf(["P", undefined, "P", undefined], 1), null, "gaps prove nothing");
});

test("what can be read off a board", () => {
  const board = (n, edges) => invariantsOf({ points: Array.from({ length: n }, () => [0, 0]), edges });
  assert.deepEqual(board(4, [[0, 1], [1, 2], [2, 3], [0, 3]]), { vertices: 4, edges: 4, components: 1, least: 2, most: 2, bipartite: true });
  assert.deepEqual(board(5, [[0, 1], [1, 2], [0, 2], [3, 4]]), { vertices: 5, edges: 4, components: 2, least: 1, most: 2, bipartite: false });
});

test("messages of the program in words for people", () => {
  assert.equal(kindly("the board has 5000 vertices, expected at most 1000"), "This board has 5,000 vertices; the page takes up to 1,000. The program takes more in the terminal");
  assert.equal(kindly("found a board that is not planar, expected a planar graph"), "here is a board that is not planar, but it takes a planar graph");
  assert.equal(kindly("the edge-distinguishing number could not be settled in time (say colors)"), "the edge-distinguishing number could not be found in time: say “Colors” in the settings");
  assert.equal(kindly("vertex 0 has 1 neighbour"), "vertex 0 has 1 neighbour");
});

test("lines of play make a tree", () => {
  const main = ["a", "b", "c"];
  const [one, two, three] = [["a", "x", "y"], ["a", "x", "z"], ["q"]];
  assert.deepEqual(branches(main, [one, two, three]), [
    { line: one, from: 1, depth: 1 },
    { line: two, from: 2, depth: 2 },
    { line: three, from: 0, depth: 1 },
  ]);
  assert.deepEqual(branches(main, []), []);
});

test("positions stand in rows, long rows are broken, numbers make a line", () => {
  const row = (n, y) => Array.from({ length: n }, (_, i) => ({ position: String(i), x: i - (n - 1) / 2, y }));
  const few = placesOf([...row(1, 0), ...row(3, 1)], false);
  assert.equal(new Set(few.map(([, y]) => y)).size, 2);
  const many = placesOf([...row(1, 0), ...row(2000, 1)], false);
  const rows = new Map();
  for (const [, y] of many) rows.set(y, (rows.get(y) ?? 0) + 1);
  assert.ok(rows.size > 10 && Math.max(...rows.values()) < 200);
  assert.equal(new Set(many.map(String)).size, 2001, "no two in one place");
  assert.deepEqual(placesOf(row(3, 0), true).map(([, y]) => y), [0, 0, 0]);
});

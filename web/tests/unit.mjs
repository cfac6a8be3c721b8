// The page's plain logic: addresses, crossings, arrow keys, commands.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runnerImport } from "vite";

const load = async (name) => (await runnerImport(`./src/lib/${name}.ts`)).module;
const { HOME, fromAddress, toAddress } = await load("address");
const { command, shellWord } = await load("command");
const { addVertex, moveVertex, newCrossing, removeVertex, textOf, toggleEdge, withDirections } = await load("drawing");
const { edgesCross, firstCrossing, fitPoints, neighborInDirection, toBoard, toScreen } = await load("geometry");
const { playersOf, usual, word } = await load("players");
const { colorOfKey, letter, listed, paint } = await load("palette");

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
    for (const game of ["coloring", "edge", "cycles", "token"]) {
      const place = {
        ...HOME, game, source, colors: game === "coloring" ? 4 : game === "edge" ? null : 3,
        at: game === "token" ? "ä;=&#" : "1,-,-;bob", moves: ["0=1", "2->1", "a;b&c", "pass"], ply: 2,
        seats: ["mcts:1000", "human"], seed: 7, hints: true, view: "why",
      };
      const address = await toAddress(place);
      assert.doesNotMatch(address, /[\s#"<>`]/);
      assert.deepEqual(await fromAddress("#" + address), place);
    }
  });

test("addresses are readable, and junk is no accident", async () => {
  assert.equal(await toAddress({ ...HOME, moves: ["0=1", "4=2"], ply: 2 }), "game=coloring&board=petersen&k=3&moves=0=1;4=2");
  const pebbles = { ...HOME, game: "subtraction", pebbles: "3,4,5", take: "1,2,3" };
  assert.equal(await toAddress(pebbles), "game=subtraction&pebbles=3,4,5&take=1,2,3");
  assert.deepEqual(await fromAddress(""), HOME);
  assert.deepEqual(await fromAddress("#game=chess&k=-1&ply=9&first=carol&view=%"), HOME);
  await assert.rejects(fromAddress("#game=coloring&drawn=AAAA"), /cannot be read/);
  await assert.rejects(fromAddress("#game=coloring&drawn=*"), /cannot be read/);
});

test("commands", () => {
  const place = { ...HOME, view: "why" };
  assert.equal(command(place, "board.json", null), "outplay moves coloring petersen --colors 3");
  const drawn = { ...place, source: sources[3], game: "cycles", outer: "0,1" };
  assert.equal(command(drawn, "board.json", "0,-1"), "outplay moves cycles board.json --outer 0,1 --at 0,-1");
  assert.equal(command({ ...place, game: "subtraction", view: "play" }, "", null),
    "outplay play subtraction --pebbles 10 --take 1,2 --against perfect --as first");
  assert.equal(shellWord("it's; rm"), `'it'\\''s; rm'`);
});

test("letters and colours", () => {
  assert.deepEqual([1, 2, 26, 27, 52, 53].map(letter), ["A", "B", "Z", "AA", "AZ", "BA"]);
  assert.deepEqual(["1", "a", "C", "9", "?", "Enter"].map(colorOfKey), [1, 1, 3, 9, 0, 0]);
  assert.equal(new Set(Array.from({ length: 40 }, (_, i) => paint(i + 1))).size, 40);
  assert.equal(listed(["A", "B", "C"]), "A, B and C");
});

test("players", () => {
  const players = [
    { name: "perfect", usage: "perfect[:positions=N]", about: "the quickest win" },
    { name: "mcts", usage: "mcts:SIMULATIONS[,OPTION=VALUE…]", about: "Monte-Carlo tree search" },
    { name: "s1", usage: "s1", about: "coloring, Alice: palettes" },
  ];
  const catalogue = { players, games: [{ name: "coloring" }, { name: "cycles" }] };
  assert.deepEqual(players.map((p) => usual(p)), ["perfect", "mcts:1000", "s1"]);
  assert.deepEqual(playersOf(catalogue, "coloring").map((p) => p.name), ["perfect", "mcts", "s1"]);
  assert.deepEqual(playersOf(catalogue, "cycles").map((p) => p.name), ["perfect", "mcts"]);
  assert.deepEqual(playersOf(null, "cycles"), []);
  assert.equal(word("mcts:500,c=2"), "mcts");
});

// A catalogue for the tests of plain logic: games of several kinds, as a server describes them.

const game = (facts) => ({
  title: facts.name, about: "", rules: "", goal: "Who cannot move loses.",
  sides: [{ word: "first", title: "The first player" }, { word: "second", title: "The second player" }],
  starter: null, labels: "pn", board: "undirected", connected: false, impartial: true, records_turn: true, draws: false,
  sites: "vertices", mark: "", parameters: [], lessons: [], ...facts,
  example: { board: "path:5", parameters: {}, side: "first", ...facts.example },
});
const parameter = (facts) => ({ help: "", required: false, expected: "", ...facts });
const colors = { name: "colors", kind: "count", least: 1, most: 255, short: "k" };

export const catalogue = {
  version: "0",
  games: [
    game({
      name: "coloring", title: "The colouring game", labels: "sides", impartial: false, mark: "colour", starter: "first",
      sides: [{ word: "alice", title: "Alice" }, { word: "bob", title: "Bob" }],
      parameters: [
        parameter({ ...colors, required: true }),
        parameter({ name: "first", kind: "choice", choices: ["alice", "bob"], default: "alice" }),
        parameter({ name: "pass", kind: "choice", choices: ["none", "alice", "bob"], default: "none" }),
      ],
      example: { board: "petersen", parameters: { colors: 3 }, side: "bob" },
    }),
    game({ name: "edge", title: "The Edge-Distinguishing Game", mark: "colour", parameters: [parameter({ ...colors, computed: "λ, the least number" })] }),
    game({
      name: "cycles", title: "The Game of Cycles", board: "plane", sites: "edges", mark: "direction",
      parameters: [parameter({ name: "outer", kind: "vertices", computed: "as drawn" })],
    }),
    game({
      name: "token", title: "A token game", board: "directed", sites: "arcs", labels: "wld", draws: true, records_turn: false,
      parameters: [parameter({ name: "start", kind: "vertex", required: true })],
      example: { board: "arcs:0-1", parameters: { start: "0" } },
    }),
    game({
      name: "subtraction", title: "A take-away game", board: "none", sites: "heaps", mark: "pebbles", records_turn: false,
      parameters: [
        parameter({ name: "pebbles", kind: "counts", least: 0, required: true }),
        parameter({ name: "take", kind: "counts", least: 1, required: true }),
      ],
      example: { board: null, parameters: { pebbles: 10, take: [1, 2] } },
    }),
    game({ name: "limited", title: "Limited", parameters: [parameter({ name: "moves", kind: "count", least: 1, most: null, required: true })], example: { parameters: { moves: 4 }, side: "second" } }),
  ],
  families: [],
  formats: [],
  players: [
    { name: "random", usage: "random", about: "any move", games: null, sides: null },
    { name: "perfect", usage: "perfect[:positions=N]", about: "the quickest win", games: null, sides: null },
    { name: "mcts", usage: "mcts:SIMULATIONS[,OPTION=VALUE…]", about: "Monte-Carlo tree search", games: null, sides: null },
    { name: "s1", usage: "s1", about: "palettes", games: ["coloring"], sides: ["alice"] },
  ],
  limits: { vertices: 1000, edges: 1000, seconds: 60 },
};

export const games = Object.fromEntries(catalogue.games.map((g) => [g.name, g]));

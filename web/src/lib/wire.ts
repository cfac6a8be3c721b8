// Made from the types of the service: see crates/server/tests/api/types.rs.

import type { Game, Marks, Notes, Setup, Touch, Value } from "./types.ts";

/** The auxiliary graph at one step. */
export interface Auxiliary {
  /** The vertex that is chosen, the last of those that are left. */
  chosen: string;
  /** What it gets; less than 6. */
  gets: number;
  /** The edges of the graph. */
  edges: [string, string][];
}

/** The least upper bound of χ_g, and the lines that give it. */
export interface BestUpper {
  /** The bound. */
  value: number;
  /** The names of the lines. */
  by: string[];
}

/** A board with everything that a page draws. */
export interface BoardAnswer {
  /** What it is called. */
  name: string;
  /** Are its edges arcs? */
  directed: boolean;
  /** The vertices. */
  vertices: Vertex[];
  /** The edges or arcs, by indices of vertices. */
  edges: [number, number][];
  /** The embedding; null if it has none. */
  plane: Plane | null;
  /** In graph6, if it is undirected. */
  graph6?: string | null;
  /** Why it is not plane. */
  reason?: string | null;
  /** Two edges that cross in the drawing. */
  crossing?: [number, number][] | null;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** A file. */
export interface BoardExportAnswer {
  /** What to call it. */
  filename: string;
  /** Its content. */
  text: string;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** A number that a formula gives. */
export interface Bound {
  /** What it counts. */
  of: string;
  /** As a formula. */
  formula: string;
  /** The decimal logarithm of its value. */
  log10: number;
}

/** What there is, and how much of it may be asked. */
export interface CatalogueAnswer {
  /** The version of the program. */
  version: string;
  /** What every game says about itself. */
  games: Game[];
  /** The families of boards. */
  families: FamilyInfo[];
  /** The formats of board files. */
  formats: FormatInfo[];
  /** The players. */
  players: PlayerCard[];
  /** Those whom people meet first, from the weakest to the strongest. */
  levels: string[];
  /** How much may be asked. */
  limits: Sizes;
}

/** A board and a number of colours, and how the games went. */
export interface Cell {
  /** The board. */
  board: string;
  /** How many colours. */
  colors: number;
  /** How many games were played. */
  games: number;
  /** How many of them Alice won. */
  wins: number;
  /** Her share. */
  share: number;
  /** The lower end of its 95 % interval. */
  low: number;
  /** The upper end. */
  high: number;
  /** Who wins under perfect play, if that is known. */
  exact: Player | null;
}

/** A certificate that holds. */
export interface CheckAnswer {
  /** It holds. */
  valid: boolean;
  /** What it proves, in a sentence. */
  statement: string;
  /** The number that it proves, if it proves one. */
  number?: string | null;
  /** Its value. */
  value?: number | null;
  /** The number in short, where the board is the one that the certificate calls it by name. */
  short?: string | null;
  /** The SHA-256 of the full statement. */
  fingerprint: string;
  /** The full statement, line by line. */
  full: string[];
  /** The game. */
  game: string;
  /** How many vertices the board has. */
  vertices: number;
  /** How many edges or arcs. */
  edges: number;
  /** The parameters. */
  parameters: Record<string, unknown>;
  /** Who wins. */
  winner: string;
  /** How many positions were checked. */
  positions: number;
  /** How many symmetries it uses. */
  symmetries: number;
  /** The lemmas that it uses. */
  lemmas: string[];
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What a player chose. */
export interface ChooseAnswer {
  /** The move; null if a limit ran out. */
  move: NamedMove | null;
  /** Why there is none. */
  reason?: string | null;
  /** The position after it. */
  view?: View | null;
  /** What the player says about the move. */
  remark?: string | null;
  /** What the player computed beforehand. */
  remarks?: string[];
  /** How long it took. */
  seconds: number;
}

/** A number, exact or estimated. */
export type Count = {
  exact: string;
} | "infinite" | {
  estimated: {
  /** The estimate. */
  about: number;
  /** Its standard error over the estimate, where it was sampled. */
  error?: number | null;
};
};

/** What there is to count. */
export interface CountAnswer {
  /** The game. */
  game: string;
  /** The board as given; null in games without one. */
  board: string | null;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The board of a list in graph6. */
  graph6?: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges (arcs, if it is directed) it has. */
  edges: number;
  /** The position asked about, if it is not the start. */
  position?: string | null;
  /** The side to move there; where no parameter says who starts, the side to move is `first`. */
  to_move?: string | null;
  /** Positions that can follow. */
  positions: Count;
  /** The same with symmetric ones counted once. */
  up_to_symmetry: Count;
  /** Plays from here to the end of the game. */
  plays: Count;
  /** Legal positions, also those that play cannot reach, where they are few enough to count. */
  legal?: Legal | null;
  /** What formulas say of boards and plays. */
  bounds?: Bound[];
  /** How long it took. */
  seconds: number;
  /** What was decided for the asker. */
  remarks?: string[];
  [key: string]: unknown;
}

/** How far one has to see. */
export type Difficulty = "easy" | "medium" | "hard";

/** All positions that can follow, with labels and places. */
export interface DigraphAnswer {
  /** The number of the position to begin with. */
  start: number;
  /** The positions. */
  nodes: Node[];
  /** From, to, and the move. */
  arcs: [number, number, string][];
  /** What was decided for the asker. */
  remarks?: string[];
}

/** An embedding. */
export interface EmbeddingView {
  /** Its number, from 1; the first is the board as it was given. */
  number: number;
  /** The vertices around the outer face. */
  outer: string[];
  /** How many edges every cell has, the fewest first. */
  cells: number[];
  /** How many embeddings it stands for, itself included; null if that is not known. */
  stands_for: number | null;
  /** The game table. */
  table: string;
}

/** The embeddings of a board in the plane, with every choice of the outer face. */
export interface EmbeddingsAnswer {
  /** The board as given. */
  board: string;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges it has. */
  edges: number;
  /** How many embeddings there are up to reflection; null if that is not known. */
  count: number | null;
  /** One for all that differ from it by symmetries of the graph. */
  embeddings: EmbeddingView[];
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What was found out. */
export interface ExperimentAnswer {
  /** Board by board, from few colours to many. */
  cells: Cell[];
  /** Was every game played? */
  complete: boolean;
  /** The cells as a table. */
  csv: string;
  /** And as a chart. */
  svg: string;
  /** How long it took. */
  seconds: number;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** Why somebody wins a position. */
export interface ExplainAnswer {
  /** The game. */
  game: string;
  /** The board as given; null in games without one. */
  board: string | null;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The board of a list in graph6. */
  graph6?: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges (arcs, if it is directed) it has. */
  edges: number;
  /** The position asked about, if it is not the start. */
  position?: string | null;
  /** The side to move there; where no parameter says who starts, the side to move is `first`. */
  to_move?: string | null;
  /** The side that wins, in games that cannot be drawn; null where it is not settled. */
  winner?: string | null;
  /** For the player to move, in games that can be drawn; null where it is not settled. */
  outcome?: Verdict | null;
  /** What sort of reason, in a word: `mirror`, `search`, …; `unknown` where a limit ran out. */
  kind: string;
  /** Was the reason verified? */
  verified: boolean;
  /** How many positions were looked at. On several threads it differs from run to run. */
  positions: number;
  /** How long it took. */
  seconds: number;
  /** Is the answer settled? */
  exact: boolean;
  /** Why it is not. */
  reason?: string | null;
  /** What was decided for the asker. */
  remarks?: string[];
  [key: string]: unknown;
}

/** A face. */
export interface FaceView {
  /** The vertices around it. */
  walk: number[];
  /** Is it the outer face? */
  outer: boolean;
  /** Can it become a cycle? */
  cell: boolean;
}

/** A family of boards. */
export interface FamilyInfo {
  /** Its name. */
  name: string;
  /** How it is written. */
  usage: string;
  /** What comes after the colon. */
  arguments: string;
  /** What it is. */
  about: string;
  /** One board of it. */
  example: string;
}

/** The forest of two classes. */
export interface ForestView {
  /** The classes, from 1. */
  classes: number[];
  /** From every vertex to the next one on the way to the root. */
  arcs: [string, string][];
}

/** A format of board files. */
export interface FormatInfo {
  /** Its name. */
  name: string;
  /** The usual endings of file names. */
  endings: string[];
}

/** A legal move with what is known about it. */
export interface JudgedMove {
  /** For programs. */
  move: unknown;
  /** For people. */
  text: string;
  /** The place that it touches, by index: a vertex and its mark, an edge, a heap. */
  touch: Touch;
  /** What it comes to for the player who makes it. */
  verdict: Verdict;
  /** How many moves the game lasts with it. */
  remoteness?: number | null;
  /** The position that it leads to. */
  to: string;
  /** Moves with the same number lead to symmetric positions: such as differ by a symmetry of the board and by names of colours. Only among all moves of a position, and there where symmetries are few enough to be tried. */
  class?: number | null;
  /** What random games say of it, if asked for. */
  sampled?: Sampled | null;
  /** The Grundy value of that position, if asked for. */
  grundy?: number | null;
}

/** What is known of a number. */
export interface KnownNumber {
  /** The number; null if only bounds are known. */
  value: number | null;
  /** Is it settled? */
  exact: boolean;
  /** It is at least this. */
  lower?: number | null;
  /** It is at most this. */
  upper?: number | null;
  /** Why it is not settled. */
  reason?: string | null;
}

/** A position and why it has its label. */
export interface Labelled {
  /** The position. */
  position: string;
  /** The label, in the words that were asked for: P or N; W, L or D; or the winner. */
  label: string;
  /** The reason. */
  because: string;
}

/** How many positions are legal. */
export interface Legal {
  /** With a move left. */
  playable: number;
  /** Without one: play is over. */
  over: number;
}

/** The lesson: what is labelled in every round, and why. */
export interface LessonAnswer {
  /** The rounds, in the lesson about labels. */
  steps: Round[];
  /** The questions of other lessons. */
  questions?: Question[];
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What stands on the board. */
export interface MarksAnswer {
  /** For every position, as asked. */
  marks: Marks[];
  /** The positions that stand for these and all that are symmetric to them. */
  representatives: string[];
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What came of those who met. */
export interface MatchAnswer {
  /** One for each pair that can meet. */
  meetings: Meeting[];
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What came of two players. */
export interface Meeting {
  game: string;
  board: string;
  /** How many games were played. */
  games: number;
  /** Where chance came from. */
  seed: number;
  alice: Score;
  bob: Score;
  /** How many games nobody won. */
  draws: number;
  average_length: number | null;
  /** What players said of their moves, and how often. */
  said: Record<string, number>;
  sampled: boolean;
  complete: boolean;
  [key: string]: unknown;
}

/** Every legal move, best first. */
export interface MovesAnswer {
  /** The position. */
  position: string;
  /** The side to move there. */
  to_move: string;
  /** The moves. */
  moves: JudgedMove[];
  /** How many positions were looked at. On several threads it differs from run to run. */
  positions: number;
  /** How long it took. */
  seconds: number;
  /** Is the answer settled? */
  exact: boolean;
  /** Why it is not. */
  reason?: string | null;
  /** The move that sampling would play, if asked for. */
  sampling_plays?: string | null;
  /** The first simulations, as SVG, if asked for. */
  picture?: string | null;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** A move in its written forms. */
export interface NamedMove {
  /** For programs. */
  move: unknown;
  /** For people. */
  text: string;
  /** The place that it touches, by index: a vertex and its mark, an edge, a heap. */
  touch: Touch;
}

/** A position. */
export interface Node {
  /** The position. */
  position: string;
  /** How many moves were made; null if play does not lead there. */
  layer: number | null;
  /** The label in the words of the game: P or N; W, L or D; or the winner. */
  label: string;
  /** What it comes to for the player to move. */
  outcome: Verdict;
  /** The side to move. */
  to_move: string;
  /** The side that wins; null in a draw. */
  winner: string | null;
  /** How many moves the game lasts; null in a draw. */
  remoteness: number | null;
  /** The Grundy value, where there is one. */
  grundy?: number | null;
  /** Where to draw it. */
  x: number;
  /** Where to draw it. */
  y: number;
}

/** A number of a graph. */
export interface NumberAnswer {
  /** Which number. */
  name: string;
  /** The board as given. */
  board: string;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The board of a list in graph6. */
  graph6?: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges. */
  edges: number;
  /** Who starts, in numbers that depend on it. */
  first?: string | null;
  /** Who may pass, in numbers that depend on it. */
  pass?: string | null;
  /** How many vertices are coloured already, if some are and it matters. */
  colored?: number | null;
  /** Who is to move on a board that carries colours: the players took turns on it. */
  to_move?: string | null;
  /** The number; null if only bounds are known. */
  value: number | null;
  /** Is it settled? */
  exact: boolean;
  /** It is at least this. */
  lower?: number | null;
  /** It is at most this. */
  upper?: number | null;
  /** Why it is not settled. */
  reason?: string | null;
  /** What shows the value, or the upper bound, if asked for. */
  witness?: Witness | null;
  /** How long it took. */
  seconds: number;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** Every number and bound of the colouring game on a board. */
export interface NumbersAnswer {
  /** The board as given. */
  board: string;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The board of a list in graph6. */
  graph6?: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges. */
  edges: number;
  /** Is it planar? */
  planar: boolean;
  /** Said if the board carries colours: what is left out then, and why. */
  remark?: string | null;
  /** The least upper bound of χ_g that needs no search of the game. */
  best_upper: BestUpper;
  /** How long it took. */
  seconds: number;
  /** What was decided for the asker. */
  remarks?: string[];
  [key: string]: unknown;
}

/** How a game ended. */
export interface Over {
  /** The side that won; null in a draw. */
  winner: string | null;
  /** Why, in words. */
  reason: string;
}

/** A class with its palette. */
export interface Palette {
  /** The vertices. */
  vertices: string[];
  /** The first and the last colour that Alice gives them. */
  colors: [number, number];
}

/** A vertex in its place. */
export interface Placed {
  /** The vertex. */
  vertex: string;
  /** Its backward neighbours. */
  backward: string[];
  /** Its loose backward neighbours, which are not adjacent to it. */
  loose: string[];
}

/** An embedding in the plane. */
export interface Plane {
  /** The game table. */
  table: string;
  /** The faces, the outer one last. */
  faces: FaceView[];
  /** The edges in the order of the game table. */
  edges: [number, number][];
  /** `given`, `drawn` or `computed`. */
  origin: string;
}

/** A position with everything that a player sees of it. */
export interface PlayAnswer {
  /** The position. */
  position: string;
  /** The side to move. */
  to_move: string;
  /** `first` or `second`: whose turn it is, by who began. */
  mover: string;
  /** Who won, and why; null while the game goes on. */
  over: Over | null;
  /** What stands on the board. */
  marks: Marks;
  /** The legal moves. */
  moves: NamedMove[];
  /** How a move is typed. */
  move_help: string;
  /** What to point out. */
  notes: Notes;
  /** The parameters of the game, those found out included. */
  parameters: Record<string, Value>;
  /** The move that led here, if one was played. */
  played?: NamedMove | null;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** Alice or Bob. */
export type Player = "alice" | "bob";

/** A player. */
export interface PlayerCard {
  /** Its name. */
  name: string;
  /** How it is written, with its options. */
  usage: string;
  /** What it does. */
  about: string;
  /** One way to write it. */
  example: string;
  /** The games that it plays; null for all. */
  games: string[] | null;
  /** The sides that it can take; null for both. */
  sides: string[] | null;
  /** Is it a strategy that can be taken apart? */
  strategy: boolean;
}

/** A move of a line. */
export interface Ply {
  /** The side that makes it. */
  by: string;
  /** For programs. */
  move: unknown;
  /** For people. */
  text: string;
  /** The place that it touches, by index: a vertex and its mark, an edge, a heap. */
  touch: Touch;
  /** The position after it. */
  to: string;
}

/** A position with everything that a player sees of it. */
export interface PositionAnswer {
  /** The position. */
  position: string;
  /** The side to move. */
  to_move: string;
  /** `first` or `second`: whose turn it is, by who began. */
  mover: string;
  /** Who won, and why; null while the game goes on. */
  over: Over | null;
  /** What stands on the board. */
  marks: Marks;
  /** The legal moves. */
  moves: NamedMove[];
  /** How a move is typed. */
  move_help: string;
  /** What to point out. */
  notes: Notes;
  /** The parameters of the game, those found out included. */
  parameters: Record<string, Value>;
  /** The move that led here, if one was played. */
  played?: NamedMove | null;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** A certificate, and what it proves. */
export interface ProveAnswer {
  /** The game. */
  game: string;
  /** The board as given; null in games without one. */
  board: string | null;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The board of a list in graph6. */
  graph6?: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges (arcs, if it is directed) it has. */
  edges: number;
  /** The position asked about, if it is not the start. */
  position?: string | null;
  /** The side to move there; where no parameter says who starts, the side to move is `first`. */
  to_move?: string | null;
  /** The side that wins, in games that cannot be drawn; null where it is not settled. */
  winner?: string | null;
  /** For the player to move, in games that can be drawn; null where it is not settled. */
  outcome?: Verdict | null;
  /** How many positions it settles. */
  positions: number;
  /** How many bytes it has. */
  bytes: number;
  /** How long it took. */
  seconds: number;
  /** The Grundy value, if that is proved. */
  grundy?: number | null;
  /** The certificate. */
  certificate: string;
  /** What was decided for the asker. */
  remarks?: string[];
  [key: string]: unknown;
}

/** A certificate, and what it proves. */
export interface ProveNumberAnswer {
  /** Which number. */
  name: string;
  /** The board as given. */
  board: string;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges. */
  edges: number;
  /** Who starts, in numbers that depend on it. */
  first?: string | null;
  /** Who may pass, in numbers that depend on it. */
  pass?: string | null;
  /** The number. */
  value: number;
  /** How many positions the certificate settles. */
  positions: number;
  /** How many bytes it has. */
  bytes: number;
  /** How long it took. */
  seconds: number;
  /** The certificate. */
  certificate: string;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** A position with one winning move. */
export interface Puzzle {
  /** The position. */
  position: string;
  /** The side that is to find the move. */
  to_move: string;
  /** The move; where symmetries give others, they win as well. */
  solution: NamedMove;
  /** How many legal moves there are. */
  moves: number;
  /** `easy` if the move wins at once, `medium` if the game is won with the next move whatever the answer is, else `hard`. */
  difficulty: Difficulty;
  /** The position as SVG, if asked for. */
  picture?: string | null;
}

/** Puzzles of a game on a board, the easiest first. */
export interface PuzzlesAnswer {
  /** The game. */
  game: string;
  /** The board as given; null in games without one. */
  board: string | null;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The board of a list in graph6. */
  graph6?: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges (arcs, if it is directed) it has. */
  edges: number;
  /** The position asked about, if it is not the start. */
  position?: string | null;
  /** The side to move there; where no parameter says who starts, the side to move is `first`. */
  to_move?: string | null;
  /** The puzzles; fewer than were wanted where no more were met. */
  puzzles: Puzzle[];
  /** How long it took. */
  seconds: number;
  /** What was decided for the asker. */
  remarks?: string[];
  [key: string]: unknown;
}

/** A question of a lesson, and what is right. */
export interface Question {
  /** The game with its board and parameters, where it is not the one that was asked about. */
  setup?: Setup;
  /** The position on the board. */
  position: string;
  /** The side to move there. */
  to_move: string;
  /** The question. */
  question: string;
  /** What one can choose from; nothing where the answer is a move. */
  choices: string[];
  /** What is right: a choice, or moves. */
  answers: string[];
  /** Why. */
  because: string;
}

/** A board as it was read. */
export interface ReadAnswer {
  /** What it is called. */
  board: string;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The format; null for a named family. */
  format: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges (arcs, if it is directed) it has. */
  edges: number;
  /** Was the first line of an edge list a header? */
  header: boolean;
  /** Are its edges arcs? */
  directed: boolean;
  /** The names of the vertices; null if they are the numbers from 0. */
  names: string[] | null;
  /** Does it say where its vertices are? */
  coordinates: boolean;
  /** Where its embedding in the plane comes from, `given` or `drawn`; null if it says none. */
  embedding: string | null;
  /** The colours that stand on it, 0 for none. */
  colors?: number[] | null;
  /** The arrows that stand on its edges, from and to. */
  arrows?: [string, string][] | null;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** The positions that one round of peeling labels. */
export interface Round {
  /** The rule that this round applies. */
  rule: string;
  /** What it labels. */
  positions: Labelled[];
}

/** What a game says about itself, as in the catalogue. */
export interface RulesAnswer {
  game: Game;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What Monte-Carlo tree search says of a move. */
export interface Sampled {
  /** How many simulations began with it. */
  games: number;
  /** The share of them that the player who makes it won, draws counted half. */
  share: number;
  /** The bound by which the next simulation would choose it; null for a move without games. */
  bound: number | null;
  /** Is it called better than even and loses, or worse and wins? */
  wrong: boolean;
}

/** How a player fared. */
export interface Score {
  player: string;
  wins: number;
  share: number | null;
  low: number;
  high: number;
  seconds_per_move: number | null;
}

/** The sizes that clients should know. */
export interface Sizes {
  /** The most vertices of a board. */
  vertices: number;
  /** The most edges. */
  edges: number;
  /** The longest computation. */
  seconds: number;
  /** The largest body of a request. */
  bytes: number;
}

/** Who wins a position. */
export interface SolveAnswer {
  /** The game. */
  game: string;
  /** The board as given; null in games without one. */
  board: string | null;
  /** Which board of a list, from 1. */
  index?: number | null;
  /** The board of a list in graph6. */
  graph6?: string | null;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges (arcs, if it is directed) it has. */
  edges: number;
  /** The position asked about, if it is not the start. */
  position?: string | null;
  /** The side to move there; where no parameter says who starts, the side to move is `first`. */
  to_move?: string | null;
  /** The side that wins, in games that cannot be drawn; null where it is not settled. */
  winner?: string | null;
  /** For the player to move, in games that can be drawn; null where it is not settled. */
  outcome?: Verdict | null;
  /** How many moves the game lasts; null in a draw. */
  remoteness?: number | null;
  /** The Grundy value, if asked for; null if there is none. */
  grundy?: number | null;
  /** The moves that win, if all moves are settled. */
  winning_moves?: unknown[] | null;
  /** The moves that are settled, where not all are. */
  known_moves?: JudgedMove[] | null;
  /** How the labels are found, if asked for. */
  steps?: Round[] | null;
  /** A line in which the winner always plays a winning move, if asked for. */
  line?: Step[] | null;
  /** How many positions were looked at. On several threads it differs from run to run. */
  positions: number;
  /** How long it took. */
  seconds: number;
  /** Is the answer settled? */
  exact: boolean;
  /** Why it is not. */
  reason?: string | null;
  /** What was decided for the asker. */
  remarks?: string[];
  [key: string]: unknown;
}

/** A move of a line of play. */
export interface Step {
  /** For programs. */
  move: unknown;
  /** For people. */
  text: string;
  /** The place that it touches, by index: a vertex and its mark, an edge, a heap. */
  touch: Touch;
  /** The position that it leads to. */
  to: string;
}

/** What a strategy uses. */
export interface StrategyAnswer {
  /** The strategy. */
  strategy: string;
  /** The board as given. */
  board: string;
  /** How many vertices it has. */
  vertices: number;
  /** How many edges it has. */
  edges: number;
  /** With so many colours Alice never loses. */
  colors: number;
  /** Its numbers, in words. */
  made_of: string[];
  /** The vertices in their order, with what comes before each; empty where no order is used. */
  order?: Placed[];
  /** The classes of a colouring, each with its palette. */
  palettes?: Palette[];
  /** The forests of every two classes. */
  forests?: ForestView[];
  /** The auxiliary graphs from which the order was built, from its end. */
  auxiliary?: Auxiliary[];
  /** Everything on one sheet, as SVG, if asked for. */
  picture?: string | null;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What something comes to for a player. */
export type Verdict = "win" | "lose" | "draw" | "unknown";

/** A vertex. */
export interface Vertex {
  /** Its name, if the board names its vertices. */
  name?: string | null;
  /** Where it is. */
  x: number;
  /** Where it is, upward. */
  y: number;
  /** The colour that it has on the board; 0 for none. */
  color?: number | null;
}

/** A position with everything that a player sees of it. */
export interface View {
  /** The position. */
  position: string;
  /** The side to move. */
  to_move: string;
  /** `first` or `second`: whose turn it is, by who began. */
  mover: string;
  /** Who won, and why; null while the game goes on. */
  over: Over | null;
  /** What stands on the board. */
  marks: Marks;
  /** The legal moves. */
  moves: NamedMove[];
  /** How a move is typed. */
  move_help: string;
  /** What to point out. */
  notes: Notes;
  /** The parameters of the game, those found out included. */
  parameters: Record<string, Value>;
  /** The move that led here, if one was played. */
  played?: NamedMove | null;
}

/** Why a move comes to what it comes to. */
export interface WhyAnswer {
  /** The position before the move. */
  position: string;
  /** For programs. */
  move: unknown;
  /** For people. */
  text: string;
  /** The place that it touches, by index: a vertex and its mark, an edge, a heap. */
  touch: Touch;
  /** What it comes to for the player who makes it. */
  verdict: Verdict;
  /** How many moves the game lasts with it. */
  remoteness?: number | null;
  /** The position that it leads to. */
  to: string;
  /** Moves with the same number lead to symmetric positions: such as differ by a symmetry of the board and by names of colours. Only among all moves of a position, and there where symmetries are few enough to be tried. */
  class?: number | null;
  /** What random games say of it, if asked for. */
  sampled?: Sampled | null;
  /** The Grundy value of that position, if asked for. */
  grundy?: number | null;
  /** What follows it under best play. */
  line: Ply[];
  /** Moves of the winner that end the game after the line, at least one of them whatever the loser does. */
  threats?: NamedMove[];
  /** The vertices that are in danger there, by index. */
  threatened?: number[];
  /** Is the end of the game, or a position in which it is decided by the next move, shown? */
  shown: boolean;
  /** How many positions were looked at. On several threads it differs from run to run. */
  positions: number;
  /** How long it took. */
  seconds: number;
  /** Is the answer settled? */
  exact: boolean;
  /** Why it is not. */
  reason?: string | null;
  /** What was decided for the asker. */
  remarks?: string[];
}

/** What shows that a number is at most its value; any program can verify it. */
export type Witness = {
  coloring: Record<string, unknown>;
} | {
  order: string[];
};

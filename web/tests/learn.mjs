// Learning and teaching on the page: puzzles, lessons, what is printed, experiments.
import { writeFileSync } from "node:fs";
import { ask, assert, base, click, color, count, hash, hashHas, onPage, playsOwn, says, status, tab, two, vertex } from "./harness.mjs";


onPage("puzzles are made, missed, solved, linked, and streaks are kept here", `#game=coloring&board=petersen&k=3&view=learn&${two}`, async (page) => {
  await page.getByRole("button", { name: "Make puzzles" }).click();
  await says(page.getByTestId("task"), /(Alice|Bob) to move: find the only move that wins/);
  await page.waitForFunction(() => location.hash.includes("puzzles="));
  const link = await hash(page);
  // Somebody else opens the link: the same positions.
  await page.goto("about:blank");
  await page.goto(base + link);
  await says(page.getByTestId("task"), /find the only move that wins/);
  const position = decodeURIComponent(/puzzles=([^;&]*)/.exec(link)[1]);
  const judged = await ask("/api/moves", { setup: { game: "coloring", board: { family: "petersen" }, colors: 3 }, position });
  const play = async ({ touch }) => {
    await vertex(page, touch.vertex).click();
    await page.getByRole("dialog").locator(".swatch-button").nth(touch.mark - 1).click();
  };
  const wrong = judged.moves.find((m) => m.verdict === "lose");
  const best = judged.moves.find((m) => m.verdict === "win");
  await play(wrong);
  await says(page.getByTestId("answer"), "No:");
  await says(page.getByTestId("streak"), "0 in a row");
  await page.getByRole("button", { name: "Try again" }).click();
  await play(best);
  await says(page.getByTestId("answer"), "Right!");
  assert.equal(await count(page, ".puzzle-steps .solved"), 1);
  await tab(page, "Play");
  assert.equal(await count(page, ".vertex.colored"), 0, "the game on the table is as it was");
});

onPage("the lesson asks before it answers", `#game=subtraction&pebbles=3&take=1,2&view=learn&${two}`, async (page) => {
  await page.getByRole("button", { name: "Start: How labels are found" }).click();
  // 0 and 3 are lost, so P; 1 and 2 are N.
  const labels = { 0: "P", 1: "N", 2: "N", 3: "P" };
  for (let i = 0; i < 4; i++) {
    const position = /What is the label of (\d)/.exec(await page.getByTestId("question").textContent())[1];
    const guess = i === 1 ? (labels[position] === "P" ? "N" : "P") : labels[position];
    await page.getByRole("button", { name: guess, exact: true }).click();
    await says(page.getByTestId("answer"), i === 1 ? "No:" : "Right!");
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await says(page.getByTestId("question"), "3 of 4 right.");
});

onPage("projector: large letters", `#game=coloring&board=path:4&k=3&${two}`, async (page) => {
  const size = () => page.locator(".status-text").evaluate((text) => parseFloat(getComputedStyle(text).fontSize));
  const before = await size();
  await page.getByRole("button", { name: "Projector" }).click();
  assert.ok((await size()) > before * 1.3);
});

onPage("an experiment goes on while one looks elsewhere, and has a link", `#game=coloring&board=path:5&k=3&view=numbers&${two}`, async (page) => {
  await says(page.getByTestId("invariants"), "5 vertices, 4 edges, degrees 1 to 2, connected, bipartite");
  await page.getByLabel("Games").fill("300");
  await page.getByRole("button", { name: "Run" }).click();
  await tab(page, "Play");
  await tab(page, "Numbers");
  await page.locator(".cells tbody tr").nth(3).waitFor();
  await hashHas(page, "experiment=2|5|300|random|random|1|");
  const cells = await page.locator(".cells tbody").textContent();
  await page.goto("about:blank");
  await page.goto(base + "#game=coloring&board=path:5&k=3&view=numbers&experiment=2|5|300|random|random|1|");
  await page.locator(".cells tbody tr").nth(3).waitFor();
  assert.equal(await page.locator(".cells tbody").textContent(), cells, "the same seed, the same games");
});


/** A lesson from its first question to its last: the first answer wrong, the others right, each on the page as it is asked. */
async function take(page, game, name, setup) {
  const { questions } = await ask("/api/lesson", { setup, lesson: name });
  assert.ok(questions.length > 0, `${game.name} ${name}`);
  const { title } = game.lessons.find((lesson) => lesson.name === name);
  await page.getByRole("button", { name: `Start: ${title}` }).click();
  let missed = 0;
  for (const [i, question] of questions.entries()) {
    await says(page.locator(".lesson"), new RegExp(`\\b${i + 1} of ${questions.length}\\.`));
    if (question.choices.length > 0) {
      const wrong = i === 0 ? question.choices.find((choice) => !question.answers.includes(choice)) : undefined;
      await page.locator(".lesson").getByRole("button", { name: wrong ?? question.answers[0], exact: true }).click();
      await says(page.getByTestId("answer"), wrong ? `No, it is ${question.answers[0]}.` : "Right!");
      if (wrong) missed++;
    } else {
      await page.locator(".board, .heap").first().waitFor();
      const at = await ask("/api/position", { setup: question.setup ?? setup, position: question.position });
      const played = at.moves.find(({ text }) => question.answers.includes(text));
      await click(page, game, played);
      await says(page.getByTestId("answer"), "Right!");
    }
    await page.getByRole("button", { name: "Next", exact: true }).click();
  }
  await says(page.getByTestId("question"), `${questions.length - missed} of ${questions.length} right.`);
}

onPage("every lesson of every game asks, hears, and says why", "", async (page) => {
  const { games } = await ask("/api/catalogue");
  const failed = [];
  for (const game of games) {
    assert.ok(game.lessons.length >= 2, game.name);
    const { board, parameters } = game.example;
    const setup = { game: game.name, ...(board !== null && { board: { family: board } }), ...parameters };
    for (const { name, own_boards } of game.lessons) {
      if (name === "labels") continue;
      try {
        await page.goto("about:blank");
        await page.goto(`${base}#game=${encodeURIComponent(game.name)}&${two}&view=learn`);
        await says(status(page), /to move/);
        const before = await page.locator(".board-name").first().textContent();
        await take(page, game, name, own_boards ? { game: game.name } : setup);
        await page.locator(".lesson").getByRole("button", { name: "End" }).click();
        await says(status(page), /to move/);
        await page.waitForFunction((name) => document.querySelector(".board-name").textContent === name, before);
      } catch (error) {
        failed.push(`${game.name} ${name}: ${error.stack}`);
      }
    }
  }
  assert.deepEqual(failed, []);
}, { timeout: 400_000 });

onPage("a lesson asks when its board is there, and takes no move for another one", `#game=node-kayles&view=learn&${two}`, async (page) => {
  // A slow server: what was clicked on the board before was asked about the next one.
  const asked = [];
  await page.route("**/api/{board,position,play,why}", async (route) => {
    asked.push(route.request().url());
    await new Promise((done) => setTimeout(done, 300));
    await route.continue();
  });
  await says(status(page), /to move/);
  await page.getByRole("button", { name: "Start: Mirror strategies" }).click();
  await page.getByText("Question 1 of").waitFor();
  await vertex(page, 0).click();
  await says(page.getByTestId("question"), /./);
  assert.ok(asked.every((path) => !path.endsWith("/play")), "no move for a board that is not there yet");
});

onPage("a lesson has a link, a wrong move is answered, and leaving brings the game back", `#game=coloring&board=petersen&k=3&${two}&moves=0=1`, async (page) => {
  await says(status(page), "Bob to move");
  await tab(page, "Learn");
  await page.getByRole("button", { name: "Start: Threats" }).click();
  await says(page.getByTestId("question"), "How many vertices are threatened?");
  await hashHas(page, "lesson=threats");
  await page.getByRole("button", { name: "1", exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  // A path of three with one end coloured: taking the last colour of the middle wins, colouring the middle does not.
  await says(page.getByTestId("question"), "Bob to move. Find a move that wins.");
  await color(page, 1, "B");
  await says(page.getByTestId("answer"), /No: 1 = B loses/);
  await says(status(page), "Question 2 of 7");
  assert.doesNotMatch(await page.getByTestId("answer").textContent(), /2 = B/, "the answer is not given away");
  await page.getByRole("button", { name: "Show the answer" }).click();
  await says(page.getByTestId("answer"), "Bob wins at once with 2 = B");
  await page.getByRole("button", { name: "Try again" }).click();
  await color(page, 2, "B");
  await says(page.getByTestId("answer"), "Right!");
  await says(page.locator(".lesson"), "1 of 2 right.");
  const link = await hash(page);
  await tab(page, "Play");
  await hashHas(page, "board=petersen");
  assert.equal(await count(page, ".vertex.colored"), 1, "the game on the table is as it was");
  await page.goto("about:blank");
  await page.goto(base + link);
  await says(page.getByTestId("question"), "How many vertices are threatened?");
});

onPage("why sampling was wrong in 2013", `#game=coloring&board=path:3&k=2&view=learn&lesson=sampling&${two}`, async (page) => {
  const { questions } = await ask("/api/lesson", { setup: { game: "coloring" }, lesson: "sampling" });
  // The player of that year loses where the same search, choosing otherwise, wins; both are settled exactly.
  const [played] = questions.filter(({ choices }) => choices.length === 0);
  const chosen = /plays (\S+)\./.exec(played.question)[1];
  const judged = await ask("/api/moves", { setup: played.setup, position: played.position });
  assert.equal(judged.moves.find(({ text }) => text === chosen).verdict, "lose");
  await says(page.getByTestId("question"), "The program of 2013 sampled 4 on petersen.");
  await page.getByRole("button", { name: "4", exact: true }).click();
  await page.getByRole("button", { name: "Next", exact: true }).click();
  await says(page.getByTestId("question"), "The program of 2013 sampled 3 on grid:2x5.");
  await page.getByRole("button", { name: "3", exact: true }).click();
  await says(page.getByTestId("answer"), "No, it is 4. With 3 colours Bob wins");
});

// ---- printed ----

/** What a printer would show. */
const seen = (page, selector) => page.locator(selector).evaluateAll((list) => list.some((e) => e.checkVisibility()));

onPage("a set of puzzles is printed as a sheet with solutions", `#game=coloring&board=petersen&k=3&view=learn&${two}`, async (page) => {
  await page.evaluate(() => { window.print = () => { window.printed = true; }; });
  await page.getByRole("button", { name: "Make puzzles" }).click();
  await page.getByRole("button", { name: "Print these puzzles" }).click();
  await page.waitForFunction(() => window.printed);
  const made = await page.locator(".puzzle-steps li").count();
  assert.equal(await count(page, ".sheet figure"), made);
  assert.equal(await seen(page, ".sheet"), false, "not on the screen");
  await page.emulateMedia({ media: "print" });
  for (const hidden of ["header", ".tabs", ".command", ".board", ".puzzle-steps"]) assert.equal(await seen(page, hidden), false, hidden);
  assert.equal(await seen(page, ".sheet img"), true);
  await page.waitForFunction(() => [...document.querySelectorAll(".sheet img")].every((img) => img.complete && img.naturalWidth > 0));
  await says(page.locator(".sheet"), "colors 3");
  // The solutions are those of the program.
  const positions = decodeURIComponent(/puzzles=([^&]*)/.exec(await hash(page))[1]).split(";");
  const solved = await page.locator(".solutions li").allTextContents();
  for (const [i, position] of positions.entries()) {
    const { moves } = await ask("/api/moves", { setup: { game: "coloring", board: { family: "petersen" }, colors: 3 }, position });
    assert.equal(moves.find(({ text }) => text === solved[i]).verdict, "win");
  }
  const pdf = await page.pdf({ format: "A4" });
  assert.equal(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length, 2, "six puzzles on a page, the solutions on one of their own");
  if (process.env.OUTPLAY_SHOTS) writeFileSync(`${process.env.OUTPLAY_SHOTS}/sheet.pdf`, pdf);
});

for (const view of ["board", "play", "why", "numbers"])
  onPage(`printed: the board and what is said of it, in the view ${view}`, `#game=coloring&board=petersen&k=3&view=${view}&${two}&moves=0=1`, async (page) => {
    await says(status(page), "Bob to move");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    for (const hidden of ["header", ".tabs", ".command"]) assert.equal(await seen(page, hidden), false, hidden);
    for (const shown of [".board .vertex", ".status-text", ".brief"]) assert.equal(await seen(page, shown), true, shown);
    // What the panel says, without what one does there.
    assert.equal(await seen(page, ".panel section"), view !== "board");
    for (const hidden of [".panel .button", ".panel form", ".status .icon"]) assert.equal(await seen(page, hidden), false, hidden);
    assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
    // Nothing is cut off at the side of a sheet of A4.
    await page.setViewportSize({ width: 718, height: 1000 });
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    if (process.env.OUTPLAY_SHOTS) await page.screenshot({ path: `${process.env.OUTPLAY_SHOTS}/print-${view}.png`, fullPage: true });
  });

// ---- games of one's own ----

onPage("rules begin with an example, say what is wrong, are played at once and shared by a link", `#game=coloring&board=path:4&k=3&view=board&${two}`, async (page) => {
  await page.getByRole("button", { name: "Write rules…" }).click();
  const file = page.getByLabel("Rule file");
  const { games } = await ask("/api/catalogue");
  const example = games.find(({ name }) => name === "snort");
  await page.getByLabel("Begin with").selectOption("snort");
  assert.match(await file.inputValue(), /^name\s*= "snort"$/m);
  await says(page.locator(".panel [role=status]"), example.rules);
  // Wrong while one types: the line is named.
  const right = (await file.inputValue()).replace(/^name.*$/m, 'name = "mine"');
  await file.fill(right.replace(/^legal.*$/m, 'legal = "seen.all(m, m =="'));
  await says(page.locator(".rules-problem"), new RegExp(`line ${right.split("\n").findIndex((line) => line.startsWith("legal")) + 1}`, "i"));
  await file.fill(right);
  // An example does not take away what was typed.
  await page.getByLabel("Begin with").selectOption("col");
  await page.getByLabel("Begin with").selectOption({ label: "what you wrote" });
  assert.equal(await file.inputValue(), right);
  await page.getByRole("button", { name: "Play this game" }).click();
  await says(status(page), /to move/);
  await playsOwn(page);
  const link = await hash(page);
  await page.goto("about:blank");
  await page.goto(base + link);
  await says(page.getByTestId("rules"), example.rules);
  await says(status(page), /to move/);
  await vertex(page, 1).click();
  await hashHas(page, "moves=1");
  await tab(page, "Learn");
  // Lessons that every game has, for this one, too.
  await page.getByRole("button", { name: "Start: P and N" }).click();
  await says(page.getByTestId("question"), "Which label has this position?");
}, { allow: [/status of 4\d\d/] });

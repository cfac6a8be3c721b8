// For those who do not see, do not point, or sit far away: axe-core on every view, a whole game by keys, the projector.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { ask, assert, base, count, onPage, says, status, two } from "./harness.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
const VIEWS = ["board", "play", "why", "digraph", "numbers", "learn"];

/** The serious findings on what is on the screen. */
async function findings(page, what) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).map(({ id, nodes }) => `${what}: ${id}: ${nodes[0].html.slice(0, 160)}`);
}

/** Places of every sort of game, each with something to see. */
const PLACES = ["game=coloring&board=petersen&k=3&hints=1&moves=0=1;1=2", "game=cycles&board=grid:2x3&moves=0->1", "game=token", "game=subtraction&pebbles=12&take=1,2&hints=1", "game=edge&board=path:3&k=2&moves=1=1;0=1;2=2"];

// A static site has the same page with other answers: once is enough there.
const [schemes, devices] = [["light", "dark"], [["desktop", 1280, 800], ["phone", 390, 844]]].map((all) => (process.env.OUTPLAY_SITE ? all.slice(-1) : all));
for (const scheme of schemes)
  for (const [device, width, height] of devices)
    onPage(`no serious finding of axe in any view: ${device}, ${scheme}`, "", async (page) => {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const found = [];
      const open = async (place) => {
        await page.goto("about:blank");
        await page.goto(`${base}#${place}&${two}`);
        // A lesson that is linked asks at once.
        await says(status(page), /to move|wins|Question/);
      };
      for (const place of PLACES)
        for (const view of VIEWS) {
          await open(`${place}&view=${view}`);
          if (view === "why") await page.getByRole("button", { name: "Explain" }).click();
          if (view === "digraph") await page.locator(".node").first().waitFor();
          await page.waitForTimeout(200);
          found.push(...(await findings(page, `${place} ${view}`)));
        }
      // Inside a puzzle, a lesson, the editor of rules, an experiment, and for a projector.
      await open("game=coloring&board=petersen&k=3&view=learn");
      await page.getByRole("button", { name: "Make puzzles" }).click();
      await page.getByTestId("task").waitFor();
      found.push(...(await findings(page, "puzzle")));
      await open("game=coloring&board=petersen&k=3&view=learn&lesson=threats");
      await page.getByRole("button", { name: "2", exact: true }).click();
      found.push(...(await findings(page, "lesson")));
      await open("game=coloring&board=path:4&k=3&view=board");
      await page.getByRole("button", { name: "Write rules…" }).click();
      await page.getByLabel("Rule file").fill("name = 3\n");
      await page.locator(".rules-problem").waitFor();
      found.push(...(await findings(page, "rules")));
      await open("game=coloring&board=path:4&k=3&view=numbers&experiment=2|3|20|random|random|1|");
      await page.locator(".cells tbody tr").nth(1).waitFor();
      found.push(...(await findings(page, "experiment")));
      for (const view of VIEWS) {
        await open(`${PLACES[0]}&view=${view}`);
        await page.getByRole("button", { name: "Projector" }).click();
        found.push(...(await findings(page, `projector ${view}`)));
      }
      assert.deepEqual(found, []);
      // The wrong rule file is answered with an error status, which browsers write to the console.
    }, { width, height, timeout: 300_000, allow: [/status of 4\d\d/] });

onPage("a whole game with the keyboard alone: chosen, played to its end, and again", "", async (page) => {
  await says(status(page), /to move/);
  const press = (key) => page.keyboard.press(key);
  /** By Tab, to the first thing for which this holds. */
  const tabTo = async (wanted, argument) => {
    for (let i = 0; i < 120; i++) {
      await press("Tab");
      if (await page.evaluate(wanted, argument)) return;
    }
    assert.fail(`no way by Tab to ${wanted}`);
  };
  // Who cannot see where the focus is cannot play.
  const outlined = () => page.evaluate(() => getComputedStyle(document.activeElement.querySelector(".halo")).stroke !== "none" && document.activeElement.matches(":focus-visible"));
  await tabTo(() => document.activeElement.matches(".game-select") || (document.activeElement.closest(".game-buttons") && document.activeElement.textContent.includes("Node Kayles")));
  if (await page.evaluate(() => document.activeElement.matches("select"))) await page.keyboard.type("Node Kayles");
  else await press("Enter");
  await page.waitForFunction(() => location.hash.includes("game=node-kayles"));
  await says(status(page), /to move/);
  // On a path of five the middle wins, and then the mirror.
  const setup = { game: "node-kayles", board: { family: "path:5" } };
  let position = "-,-,-,-,-";
  for (let turn = 0; turn < 3; turn++) {
    const { moves } = await ask("/api/moves", { setup, position });
    const best = moves.find(({ verdict }) => verdict === "win").touch.vertex;
    await tabTo((v) => document.activeElement.closest(`[data-vertex="${v}"]`) !== null || document.activeElement.matches(".stage [tabindex='0']"), best);
    for (let i = 0; i < 12 && !(await page.evaluate((v) => document.activeElement.closest(`[data-vertex="${v}"]`) !== null, best)); i++) {
      const box = (v) => page.locator(`.board [data-vertex="${v}"]`).boundingBox();
      const here = await page.evaluate(() => { const { x, y, width, height } = document.activeElement.getBoundingClientRect(); return [x + width / 2, y + height / 2]; });
      const there = await box(best);
      const [dx, dy] = [there.x + there.width / 2 - here[0], there.y + there.height / 2 - here[1]];
      await press(Math.abs(dx) > Math.abs(dy) ? (dx > 0 ? "ArrowRight" : "ArrowLeft") : dy > 0 ? "ArrowDown" : "ArrowUp");
    }
    assert.ok(await outlined(), "the focus is seen");
    await press("Enter");
    await page.waitForFunction((moves) => (new URLSearchParams(location.hash.slice(1)).get("moves") ?? "").split(";").length >= moves || document.querySelector("[data-testid=ending]"), 2 * turn + 2);
    if (await page.getByTestId("ending").isVisible()) break;
    position = (await ask("/api/position", { setup })).position;
    let view = { position, mover: "first" };
    for (const move of (await page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("moves"))).split(";")) view = await ask("/api/play", { setup, position: view.position, mover: view.mover, move });
    position = view.position;
  }
  await says(page.getByTestId("ending"), "You won");
  await tabTo(() => /play again/i.test(document.activeElement.textContent));
  await press("Enter");
  await says(status(page), /your turn/);
  assert.equal(await count(page, ".vertex.chosen"), 0);
}, { timeout: 120_000 });

onPage("the first paint and the first board come soon", "", async (page) => {
  await says(status(page), /to move/);
  const paint = await page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime);
  assert.ok(paint > 0, "the browser says when it painted first");
  if (process.env.OUTPLAY_SHOTS) console.log(`first contentful paint: ${Math.round(paint)} ms`);
});

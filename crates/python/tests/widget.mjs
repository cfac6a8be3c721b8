// The widget in a real JupyterLab in a real browser: played by hand, read and driven by Python.
// PYTHON is the interpreter that has JupyterLab and the package; the browser is the one of the page's tests.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";

const { chromium } = createRequire(join(import.meta.dirname, "../../../web/package.json"))("playwright-core");
const PATIENCE = 120_000;

const CELLS = [
  `import networkx, outplay
widget = outplay.show(networkx.path_graph(["a", "b", "c", "d", "e"]), "node-kayles", players=("human", "human"))
widget`,
  `print("played", widget.moves)`,
  `widget.moves = [{"vertex": "c"}, {"vertex": "e"}]
print("set", widget.position)`,
];

/** Played on before the frame can listen, as "Run All" does. */
const AT_ONCE = [CELLS[0], `widget.moves = [{"vertex": "c"}]`];

function notebook(list) {
  const cells = list.map((source, i) => ({ cell_type: "code", id: `cell-${i}`, execution_count: null, metadata: {}, outputs: [], source }));
  const metadata = { kernelspec: { display_name: "Python 3", language: "python", name: "python3" } };
  return JSON.stringify({ cells, metadata, nbformat: 4, nbformat_minor: 5 });
}

/** Starts JupyterLab in a folder; its address. */
function lab(folder) {
  const settings = ["--no-browser", "--allow-root", "--ServerApp.ip=127.0.0.1", "--ServerApp.port=0", "--IdentityProvider.token=", "--ServerApp.password=", `--ServerApp.root_dir=${folder}`, "--LabApp.news_url=", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"];
  const server = spawn(process.env.PYTHON, ["-m", "jupyter", "lab", ...settings], { cwd: folder, env: { ...process.env, HOME: folder, JUPYTER_RUNTIME_DIR: folder }, stdio: ["ignore", "ignore", "pipe"] });
  return new Promise((done, fail) => {
    let said = "";
    server.stderr.on("data", (data) => {
      said += data;
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(said);
      if (found) done({ server, base: found[0] });
    });
    server.on("exit", (code) => fail(new Error(`JupyterLab ended with ${code}: ${said}`)));
  });
}

/** Opens a notebook with these cells in a browser, and hands over the page. */
async function inLab(list, play) {
  const folder = mkdtempSync(join(tmpdir(), "outplay-lab-"));
  writeFileSync(join(folder, "widget.ipynb"), notebook(list));
  const { server, base } = await lab(folder);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1300, height: 1200 } });
    page.setDefaultTimeout(PATIENCE);
    const errors = [];
    page.on("pageerror", (error) => errors.push(String(error)));
    await page.goto(`${base}/lab/tree/widget.ipynb?reset`);
    await play(page, page.frameLocator("iframe[title=Outplay]"));
    assert.deepEqual(errors, []);
  } finally {
    await browser.close();
    server.removeAllListeners("exit");
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

test("the widget is played by hand and driven by Python", { timeout: 5 * PATIENCE }, () => inLab(CELLS, async (page, frame) => {
  const cell = (i) => page.locator(".jp-CodeCell").nth(i);
  const run = async (i) => {
    await cell(i).locator(".cm-content").click();
    await page.keyboard.press("Shift+Enter");
  };
  /** Runs a cell until it has led to something: a kernel that is not there yet runs nothing, and what is
   *  played takes its time to travel. */
  const until = async (i, locator) => {
    for (let tries = 0; ; tries++) {
      await run(i);
      try {
        return await locator.waitFor({ timeout: 10_000 });
      } catch (error) {
        if (tries > 12) throw error;
      }
    }
  };
  const says = (i, words) => until(i, cell(i).locator(".jp-OutputArea-output").filter({ hasText: words }));
  const vertex = (name) => frame.locator(".board .vertex").filter({ hasText: name });
  await until(0, frame.locator(".board .vertex.legal").nth(4));
  await vertex("b").click();
  await frame.locator(".vertex.colored").first().waitFor();
  await vertex("d").click();
  await frame.locator(".vertex.colored").nth(1).waitFor();
  await says(1, "played [{'vertex': 'b'}, {'vertex': 'd'}]");
  await says(2, "set -,-,x,-,x");
  await frame.locator(".vertex.colored").filter({ hasText: "c" }).waitFor();
  await frame.locator(".vertex.colored").filter({ hasText: "e" }).waitFor();
  assert.equal(await frame.locator(".vertex.colored").count(), 2);
}));

test("what is said before the frame listens is not lost, and the page is as dark as the notebook", { timeout: 5 * PATIENCE }, () => inLab(AT_ONCE, async (page, frame) => {
  await page.locator(".jp-CodeCell").nth(1).waitFor();
  await page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").waitFor();
  await page.getByRole("menuitem", { name: "Run", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run All Cells", exact: true }).click();
  await frame.locator(".vertex.colored").filter({ hasText: "c" }).waitFor();
  // What JupyterLab says of its theme.
  for (const [light, theme] of [["true", "light"], ["false", "dark"]]) {
    await page.evaluate((light) => (document.body.dataset.jpThemeLight = light), light);
    await frame.locator(`:root[data-theme=${theme}]`).waitFor();
  }
}));

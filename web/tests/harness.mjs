// Starts the program's server and a browser, once for each file of tests. With OUTPLAY_SITE, the folder that `./site`
// wrote, the page comes from there with the engine inside, and the server only says what is right. Every page is watched:
// a console error, a page error or a request to another host fails its test.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const program = resolve(process.env.OUTPLAY ?? join(import.meta.dirname, "../../target/debug/outplay"));
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export let base = "";
/** Is the engine inside the page? */
export const alone = process.env.OUTPLAY_SITE !== undefined;
let api = "";
let server;
let front;
let context;
let folder;

async function serve() {
  server = spawn(program, ["serve", "--port", "0", "--no-open"], { stdio: ["ignore", "pipe", "inherit"] });
  return new Promise((done, fail) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const found = /http:\/\/\S+\//.exec(said);
      if (found) done(found[0]);
    });
    server.on("exit", (code) => fail(new Error(`the server ended with ${code}: ${said}`)));
  });
}

/** The program's server with the page as it was built last instead of its own. */
async function serveDist(inner) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
  front = createServer((asked, answer) => {
    const path = new URL(asked.url, inner).pathname;
    const file = join(import.meta.dirname, "../../crates/server/page", path === "/" ? "index.html" : path);
    const own = types[extname(file)] && existsSync(file);
    const headers = { ...asked.headers, host: new URL(inner).host, ...(asked.headers.origin && { origin: inner.replace(/\/$/, "") }) };
    const forward = request(new URL(own ? "/" : asked.url, inner), { method: asked.method, headers }, (came) => {
      const { "content-length": _, "content-encoding": __, etag: ___, ...kept } = came.headers;
      if (!own) return answer.writeHead(came.statusCode, came.headers) && came.pipe(answer);
      came.resume();
      answer.writeHead(200, { ...kept, "content-type": types[extname(file)] }).end(readFileSync(file));
    });
    forward.on("error", () => answer.destroy());
    answer.on("close", () => forward.destroy());
    asked.pipe(forward);
  });
  await new Promise((done) => front.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${front.address().port}/`;
}

/** A folder, as any static host serves it. */
async function serveFolder(root) {
  const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };
  front = createServer((asked, answer) => {
    const path = new URL(asked.url, "http://localhost").pathname;
    const file = join(root, path === "/" ? "index.html" : path);
    if (!existsSync(file)) return answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((done) => front.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${front.address().port}/`;
}

before(async () => {
  // A page under development instead of the one in the program: "dist" as it was built last, or an address such as Vite's.
  const page = process.env.OUTPLAY_PAGE;
  api = page === "dist" ? await serveDist(await serve()) : (page ?? (await serve()));
  base = alone ? await serveFolder(process.env.OUTPLAY_SITE) : api;
  folder = mkdtempSync(join(tmpdir(), "outplay-page-"));
  context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath,
    args: flags,
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(30_000);
});

after(async () => {
  await context?.close();
  front?.close();
  front?.closeAllConnections();
  server?.removeAllListeners("exit");
  server?.kill("SIGINT");
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The program itself, for what the page must agree with. */
export function outplay(...args) {
  return execFileSync(program, args, { encoding: "utf8" });
}

/** The same inside a folder, with nobody at the keyboard. */
export function outplayIn(folder, args) {
  return execFileSync(program, args, { encoding: "utf8", cwd: folder, input: "", stdio: ["pipe", "pipe", "ignore"] });
}

/** The server itself, likewise: its answer, or the last line of a stream of work. */
export async function ask(path, body) {
  const answer = await fetch(new URL(path, api), body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const text = await answer.text();
  assert.ok(answer.ok, `${path}: ${text}`);
  return JSON.parse(text.trim().split("\n").at(-1));
}

/** A test with a page of its own at `hash`. `allow` says which console errors belong to it. */
export function onPage(name, hash, body, { width = 1280, height = 800, allow = [], timeout = 90_000 } = {}) {
  test(name, { timeout }, async () => {
    const page = await context.newPage();
    const wrong = [];
    const fine = (text) => allow.some((pattern) => pattern.test(text));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !fine(message.text())) wrong.push(`console: ${message.text()} ${refused.join(" ")}`);
    });
    // What was asked, and what was wrong with it.
    const refused = [];
    page.on("response", async (response) => {
      if (response.status() >= 400) refused.push(`${response.url()} ${response.request().postData()} ${await response.text().catch(() => "")}`);
    });
    page.on("pageerror", (error) => wrong.push(`page: ${error.stack}`));
    page.on("request", (request) => {
      if (!request.url().startsWith(base) && !/^(data|blob):/.test(request.url())) wrong.push(`request to ${request.url()}`);
    });
    try {
      await page.setViewportSize({ width, height });
      await page.goto(base + hash);
      await body(page);
      assert.deepEqual(wrong, []);
      for (const question of refused) console.log(`refused in "${name}": ${question.slice(0, 500)}`);
    } finally {
      await page.close();
    }
  });
}

/** A refused move or board is an answer with an error status, which browsers write to the console. */
export const refusals = [/status of 4\d\d/];

export const status = (page) => page.getByTestId("status");
export const message = (page) => page.locator(".message");
export const vertex = (page, v) => page.locator(`.board [data-vertex="${v}"]`);
export const edge = (page, a, b) => page.locator(`.board [data-edge="${a}-${b}"]`);

export async function says(locator, pattern) {
  await locator.filter({ hasText: pattern }).first().waitFor();
}

/** Colours a vertex by mouse. What comes late closes the choice: then it is opened again, as a person would. */
export async function color(page, v, letter) {
  const choice = page.getByRole("dialog").getByRole("button", { name: `Colour ${letter}` });
  for (let left = 5; ; left--) {
    await vertex(page, v).click();
    try {
      return await choice.click({ timeout: 6000 });
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}

export async function hash(page) {
  return page.evaluate(() => location.hash);
}

/** Until the address says so. */
export async function hashHas(page, part) {
  await page.waitForFunction((part) => decodeURIComponent(location.hash).includes(part), part);
}

/** Until a game that was written is opened, and then the tab to play it. */
export async function playsOwn(page) {
  await page.waitForFunction(() => location.hash.includes("rules=") && !location.hash.includes("view=board"));
}

/** Two people. */
export const two = "p1=human&p2=human";
export const tab = (page, name) => page.getByRole("tab", { name }).click();
export const count = (page, selector) => page.locator(selector).count();

/** Plays a move by clicking what it touches. */
export async function click(page, game, { touch }) {
  if (touch.take !== undefined) {
    await page.locator(".heap").nth(touch.heap).locator(".takes button").filter({ hasText: new RegExp(`Take ${touch.take}\\b`) }).click();
  } else if (touch.from !== undefined) {
    const line = page.locator(`.board [data-edge="${touch.from}-${touch.to}"], .board [data-edge="${touch.to}-${touch.from}"]`);
    await line.first().click();
    if (game.mark) await page.getByRole("dialog").locator(".arrow-button:not([aria-disabled=true])").filter({ hasText: `${touch.from} → ${touch.to}` }).click();
  } else if (touch.vertex !== undefined) {
    await vertex(page, touch.vertex).click();
    if (game.sites === "vertices" && game.mark) await page.getByRole("dialog").locator(".swatch-button").nth(touch.mark - 1).click();
  }
}

export { assert };

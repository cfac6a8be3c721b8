// Starts the program's server and a browser, once for each file of tests; every page is watched:
// a console error, a page error or a request to another host fails its test.
import assert from "node:assert/strict";
import { spawn, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, test } from "node:test";
import { chromium } from "playwright-core";

const program = resolve(process.env.OUTPLAY ?? join(import.meta.dirname, "../../target/release/outplay"));
const browserPath = process.env.CHROMIUM ?? "/usr/bin/chromium";
const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

export let base = "";
let server;
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

before(async () => {
  // A page under development, such as Vite's, instead of the one in the program.
  base = process.env.OUTPLAY_PAGE ?? (await serve());
  folder = mkdtempSync(join(tmpdir(), "outplay-page-"));
  context = await chromium.launchPersistentContext(folder, {
    executablePath: browserPath,
    args: flags,
    viewport: { width: 1280, height: 800 },
    acceptDownloads: true,
  });
  context.setDefaultTimeout(10_000);
});

after(async () => {
  await context?.close();
  server?.removeAllListeners("exit");
  server?.kill("SIGINT");
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** The program itself, for what the page must agree with. */
export function outplay(...args) {
  return execFileSync(program, args, { encoding: "utf8" });
}

/** A test with a page of its own at `hash`. `allow` says which console errors belong to it. */
export function onPage(name, hash, body, { width = 1280, height = 800, allow = [] } = {}) {
  test(name, { timeout: 90_000 }, async () => {
    const page = await context.newPage();
    const wrong = [];
    const fine = (text) => allow.some((pattern) => pattern.test(text));
    page.on("console", (message) => {
      if (["error", "warning"].includes(message.type()) && !fine(message.text())) wrong.push(`console: ${message.text()}`);
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

/** Colours a vertex by mouse. */
export async function color(page, v, letter) {
  await vertex(page, v).click();
  await page.getByRole("dialog").getByRole("button", { name: `Colour ${letter}` }).click();
}

export async function hash(page) {
  return page.evaluate(() => location.hash);
}

/** Until the address says so. */
export async function hashHas(page, part) {
  await page.waitForFunction((part) => decodeURIComponent(location.hash).includes(part), part);
}

export { assert };

// How questions reach who answers them. A program that the page stands in, such as a notebook, puts its own fetch in
// place before the page starts. A page that `./site` wrote carries the engine and asks it in workers. Else there is a server.

import { say } from "./texts.ts";

declare global {
  var outplayTransport: typeof fetch | undefined;
}

/** What a worker says: a line, that it is done, or that it broke. */
type Said = string | null | { broken: string };

/** Idle workers that are kept: one for what is asked, one for what is worked on. */
const KEPT = 2;

class Engine {
  #module: Promise<WebAssembly.Module>;
  #idle: Worker[] = [];

  constructor(file: string) {
    this.#module = Promise.all([fetch(file), import("xz-decompress")]).then(([answer, { XzReadableStream }]) => {
      const wasm = new XzReadableStream(answer.body!);
      return WebAssembly.compileStreaming(new Response(wasm, { headers: { "content-type": "application/wasm" } }));
    });
  }

  async #worker(): Promise<Worker> {
    const idle = this.#idle.pop();
    if (idle) return idle;
    const module = await this.#module;
    const worker = new Worker("engine.js");
    worker.postMessage(module);
    return worker;
  }

  /** As fetch, but answered here; aborting ends the worker, and with it the work. */
  fetch = async (path: string, { body = "null", signal }: { body?: string; signal?: AbortSignal } = {}): Promise<Response> => {
    const worker = await this.#worker();
    return new Promise((resolve, reject) => {
      let lines: ReadableStreamDefaultController<Uint8Array>;
      let answered = false;
      const end = (keep: boolean) => {
        worker.onmessage = null;
        signal?.removeEventListener("abort", stop);
        if (keep && this.#idle.length < KEPT) this.#idle.push(worker);
        else worker.terminate();
      };
      const stop = () => {
        end(false);
        if (answered) lines.error(signal!.reason);
        else reject(signal!.reason);
      };
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (lines = controller), cancel: () => end(false) });
      const failed = (problem: { status?: number }) => resolve(new Response(JSON.stringify(problem), { status: problem.status ?? 500 }));
      worker.onmessage = ({ data }: MessageEvent<Said>) => {
        if (data === null) {
          end(true);
          if (answered) lines.close();
        } else if (typeof data !== "string") {
          end(false);
          const problem = { status: 500, detail: say.engineBroke(data.broken) };
          if (answered) lines.enqueue(new TextEncoder().encode(JSON.stringify({ event: "error", problem }) + "\n")), lines.close();
          else failed(problem);
        } else if (!answered && data.startsWith('{"event":"error"')) {
          failed(JSON.parse(data).problem);
        } else {
          if (!answered) resolve(new Response(stream));
          answered = true;
          lines.enqueue(new TextEncoder().encode(data + "\n"));
        }
      };
      if (signal?.aborted) stop();
      else {
        signal?.addEventListener("abort", stop);
        worker.postMessage({ path, body });
      }
    });
  };
}

const file = typeof document === "undefined" ? undefined : document.documentElement.dataset.engine;

/** Is the engine inside the page? */
export const alone = file !== undefined;

export const transport = globalThis.outplayTransport ?? (file ? (new Engine(file).fetch as typeof fetch) : fetch);

// After the first visit the page works without a network.
if (alone) navigator.serviceWorker?.register("offline.js").catch(() => {});

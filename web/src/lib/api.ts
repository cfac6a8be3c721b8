// Plain questions, and work that answers in a stream of lines.

import { transport } from "./transport.ts";
import type { Progress } from "./types.ts";
import { say } from "./texts.ts";

/** What the server refused, in its own words. */
export class Refused extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

interface Problem {
  title?: string;
  detail?: string;
  status?: number;
  source?: string | null;
  line?: number | null;
}

function refusal(problem: Problem, status: number): Refused {
  const place = problem.line ? `line ${problem.line}: ` : "";
  return new Refused(place + (problem.detail || problem.title || say.answered(status)), status);
}

async function request(path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await transport(path, {
      method: body === undefined ? "GET" : "POST",
      headers: body === undefined ? {} : { "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refused(say.unreachable, 0);
  }
  if (response.ok) return response;
  const problem: Problem = await response.json().catch(() => ({}));
  throw refusal(problem, response.status);
}

/** A question that is answered at once. */
export async function ask<T>(path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  return (await request(path, body, signal)).json();
}

/** A line of a stream of work. */
export type Line = { event: string } & Record<string, any>;

/** Work that answers line by line; aborting the signal stops it on the server too. */
export async function* work(path: string, body: unknown, signal: AbortSignal): AsyncGenerator<Line> {
  const response = await request(path, body, signal);
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      const lines = (rest + (value ?? "")).split("\n");
      rest = done ? "" : lines.pop()!;
      for (const text of lines) {
        if (!text.trim()) continue;
        const line: Line = JSON.parse(text);
        if (line.event === "error") throw refusal(line.problem ?? {}, line.problem?.status ?? 500);
        yield line;
      }
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

/** Was this thrown because the user, or newer work, stopped it? */
export function wasStopped(error: unknown): boolean {
  return error instanceof DOMException && error.name === "AbortError";
}

export function progressOf(line: Line): Progress {
  return { positions: line.positions ?? 0, seconds: line.seconds ?? 0, note: line.note };
}

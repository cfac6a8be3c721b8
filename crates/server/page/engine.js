// The engine in a worker of the page: a module comes first, then questions; lines of the answer go back, and null at the end.
let engine;
let memory;

onmessage = async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    engine = WebAssembly.instantiate(data, {
      host: { now: () => performance.now(), line: (at, length) => postMessage(new TextDecoder().decode(new Uint8Array(memory.buffer, at, length))) },
    }).then((instance) => instance.exports);
    return;
  }
  try {
    const exports = await engine;
    const put = (text) => {
      const bytes = new TextEncoder().encode(text);
      const at = exports.room(bytes.length);
      new Uint8Array(exports.memory.buffer, at, bytes.length).set(bytes);
      return [at, bytes.length];
    };
    memory = exports.memory;
    const [path, body] = [put(data.path), put(data.body)];
    exports.ask(...path, ...body);
    postMessage(null);
  } catch (error) {
    postMessage({ broken: String(error?.message ?? error) });
  }
};

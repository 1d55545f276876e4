// Server-sent events out of a response (WHATWG HTML, 9.2): EventSource can only GET, and a question belongs in a body.

/** Yields [event, data] as they arrive; data is parsed from JSON. Comments and unknown fields are passed over. */
export async function* events(response) {
  let waiting = "";
  for await (const text of texts(response.body)) {
    const blocks = (waiting + text).split("\n\n");
    waiting = blocks.pop();
    for (const block of blocks) {
      const fields = block.split("\n").map((line) => /^(\w+): ?(.*)$/.exec(line)).filter(Boolean);
      const of = (name) => fields.filter((field) => field[1] === name).map((field) => field[2]).join("\n");
      if (of("data")) yield [of("event") || "message", JSON.parse(of("data"))];
    }
  }
}

// A ReadableStream is no async iterable everywhere yet.
async function* texts(body) {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    yield decoder.decode(value, { stream: true });
  }
}

/** A server-sent event with its parsed data. */
export interface StreamEvent {
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Opens the event stream of an owner and appends the events that it receives to a list until `close` is called. */
export async function readEvents(
  baseUrl: string,
  cookie: string,
): Promise<{ readonly status: number; readonly events: readonly StreamEvent[]; close(): void }> {
  const leaving = new AbortController();
  const response = await fetch(`${baseUrl}/api/console/events`, {
    headers: { cookie },
    signal: leaving.signal,
  });
  const events: StreamEvent[] = [];
  const read = async (): Promise<void> => {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const [, name] = /^event: (.*)$/m.exec(block) ?? [];
        const [, data] = /^data: (.*)$/m.exec(block) ?? [];
        if (name !== undefined && data !== undefined)
          events.push({ name, data: JSON.parse(data) as StreamEvent['data'] });
      }
    }
  };
  void read().catch(() => undefined);
  return { status: response.status, events, close: () => leaving.abort() };
}
